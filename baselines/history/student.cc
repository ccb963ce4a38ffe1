#include "baselines/history/student.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace mpigauge {
namespace {

struct Sample {
  double count = 0;
  double mean = 0;
  double squares = 0;  // sum of squared deviations

  double Variance(Divisor divisor) const {
    if (count < 2) return 0;
    return squares / (divisor == Divisor::kCount ? count : count - 1);
  }
};

Sample Describe(std::span<const double> values) {
  Sample sample{static_cast<double>(values.size())};
  double sum = 0;
  for (const double value : values) sum += value;
  sample.mean = sum / sample.count;
  for (const double value : values) sample.squares += (value - sample.mean) * (value - sample.mean);
  return sample;
}

using StudentT = boost::math::students_t_distribution<double>;

}  // namespace

double TwoSampleT::PValue() const {
  if (degrees <= 0) return 1;
  if (std::isinf(t)) return 0;
  return 2 * boost::math::cdf(boost::math::complement(StudentT(degrees), std::fabs(t)));
}

double StudentCritical(double level, double degrees) {
  if (degrees <= 0) return std::numeric_limits<double>::infinity();
  return boost::math::quantile(boost::math::complement(StudentT(degrees), level / 2));
}

TwoSampleT StudentTest(std::span<const double> left, std::span<const double> right, Divisor divisor) {
  const Sample a = Describe(left);
  const Sample b = Describe(right);
  TwoSampleT test{b.mean - a.mean, 0, a.count + b.count - 2};
  if (test.degrees <= 0 || test.difference == 0) return test;
  const double pooled = ((a.count - 1) * a.Variance(divisor) + (b.count - 1) * b.Variance(divisor)) / test.degrees;
  test.t = test.difference / std::sqrt(pooled * (1 / a.count + 1 / b.count));
  return test;
}

}  // namespace mpigauge
