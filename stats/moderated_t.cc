#include "stats/moderated_t.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>

#include "stats/moments.h"

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

// Logarithms of sample variances.
struct LogVariances {
  Moments logs;           // without what their own sampling adds on average
  Moments from_sampling;  // the variance of the logarithms that sampling explains
  double degrees = 0;     // of all together

  double Variance() const { return std::pow(logs.StandardDeviation(), 2); }
};

LogVariances LogVariancesOf(std::span<const double> variances, std::span<const double> degrees) {
  LogVariances all;
  for (std::size_t i = 0; i < variances.size(); ++i) {
    if (!(variances[i] > 0) || !(degrees[i] > 0)) continue;
    const double half = degrees[i] / 2;
    all.logs.Add(std::log(variances[i]) - boost::math::digamma(half) + std::log(half));
    all.from_sampling.Add(boost::math::trigamma(half));
    all.degrees += degrees[i];
  }
  return all;
}

// The degrees of freedom of a prior under which the logarithms of true variances have the variance `between`. Infinite
// where series vary no more differently than sampling explains (below 1e-12 the inverse is not needed).
double DegreesOf(double between) {
  return between < 1e-12 ? std::numeric_limits<double>::infinity() : 2 * TrigammaInverse(between);
}

// Estimates the prior as Smyth does.
VariancePrior PriorOf(const LogVariances& all) {
  if (all.logs.count() == 0) return {};
  if (all.logs.count() == 1) return {std::exp(all.logs.mean()), 0};
  const double degrees = DegreesOf(all.Variance() - all.from_sampling.mean());
  if (std::isinf(degrees)) return {std::exp(all.logs.mean()), degrees};
  return {std::exp(all.logs.mean() + boost::math::digamma(degrees / 2) - std::log(degrees / 2)), degrees};
}

}  // namespace

VariancePrior SafeVariancePrior(std::span<const double> variances, std::span<const double> degrees) {
  const LogVariances all = LogVariancesOf(variances, degrees);
  VariancePrior prior = PriorOf(all);
  if (all.logs.count() < 2) return prior;
  const double error = all.Variance() * std::sqrt(2 / static_cast<double>(all.logs.count() - 1));
  prior.degrees = DegreesOf(all.Variance() + error - all.from_sampling.mean());
  prior.most_degrees = all.degrees;
  return prior;
}

ModeratedT ModeratedTest(double difference, double variance, double degrees, std::size_t m, std::size_t n,
                         const VariancePrior& prior) {
  ModeratedT test;
  test.degrees = prior.degrees + degrees;
  const double shrunk =
      std::isinf(prior.degrees) ? prior.variance : (prior.degrees * prior.variance + degrees * variance) / test.degrees;
  if (!(shrunk > 0)) return test;
  test.degrees = std::min(test.degrees, prior.most_degrees);
  test.error = std::sqrt(shrunk * (1 / static_cast<double>(m) + 1 / static_cast<double>(n)));
  test.t = difference / test.error;
  if (std::isinf(test.degrees)) {
    test.p_slower = 0.5 * std::erfc(test.t / std::sqrt(2.0));
  } else {
    const boost::math::students_t_distribution<double> student(test.degrees);
    test.p_slower = boost::math::cdf(boost::math::complement(student, test.t));
  }
  return test;
}

}  // namespace mpigauge
