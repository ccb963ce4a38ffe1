#include "harness/stats/moderated_t.h"

#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>

#include "harness/stats/moments.h"

namespace mpigauge {
namespace {

// x > 0 with trigamma(x) = y; trigamma falls from infinity to 0.
double TrigammaInverse(double y) {
  const auto excess = [&](double log_x) { return std::log(boost::math::trigamma(std::exp(log_x))) - std::log(y); };
  std::uintmax_t steps = 200;
  const auto bracket =
      boost::math::tools::toms748_solve(excess, -30.0, 30.0, boost::math::tools::eps_tolerance<double>(50), steps);
  return std::exp((bracket.first + bracket.second) / 2);
}

}  // namespace

VariancePrior FitVariancePrior(std::span<const double> variances, std::span<const double> degrees) {
  Moments logs;           // of the variances, without what their own sampling adds on average
  Moments from_sampling;  // the variance of the logarithms that sampling explains
  for (std::size_t i = 0; i < variances.size(); ++i) {
    if (!(variances[i] > 0) || !(degrees[i] > 0)) continue;
    const double half = degrees[i] / 2;
    logs.Add(std::log(variances[i]) - boost::math::digamma(half) + std::log(half));
    from_sampling.Add(boost::math::trigamma(half));
  }
  if (logs.count() == 0) return {};
  const double between = std::pow(logs.StandardDeviation(), 2) - from_sampling.mean();
  // Series vary no more differently than sampling explains (exp(-28) is where the inverse is beyond any use).
  if (logs.count() == 1 || between < 1e-12) return {std::exp(logs.mean()), std::numeric_limits<double>::infinity()};
  const double half = TrigammaInverse(between);
  return {std::exp(logs.mean() + boost::math::digamma(half) - std::log(half)), 2 * half};
}

ModeratedT ModeratedTest(double difference, double variance, double degrees, std::size_t m, std::size_t n,
                         const VariancePrior& prior) {
  ModeratedT test;
  test.degrees = prior.degrees + degrees;
  const double shrunk =
      std::isinf(prior.degrees) ? prior.variance : (prior.degrees * prior.variance + degrees * variance) / test.degrees;
  if (!(shrunk > 0)) return test;
  test.t = difference / std::sqrt(shrunk * (1 / static_cast<double>(m) + 1 / static_cast<double>(n)));
  if (std::isinf(test.degrees)) {
    test.p_slower = 0.5 * std::erfc(test.t / std::sqrt(2.0));
  } else {
    const boost::math::students_t_distribution<double> student(test.degrees);
    test.p_slower = boost::math::cdf(boost::math::complement(student, test.t));
  }
  return test;
}

}  // namespace mpigauge
