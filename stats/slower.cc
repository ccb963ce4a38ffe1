#include "stats/slower.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "stats/distribution.h"
#include "stats/moments.h"
#include "stats/rank_sum.h"

namespace mpigauge {
namespace {

Moments MomentsOf(std::span<const double> values) {
  Moments moments;
  for (const double value : values) moments.Add(value);
  return moments;
}

}  // namespace

MeanDifference DifferenceOfMeans(std::span<const double> baseline, std::span<const double> candidate) {
  const Moments before = MomentsOf(baseline);
  const Moments after = MomentsOf(candidate);
  MeanDifference difference;
  difference.mean = before.count() == 0 || after.count() == 0 ? std::numeric_limits<double>::quiet_NaN()
                                                              : after.mean() - before.mean();
  if (before.count() < 2 || after.count() < 2) return difference;
  const double a = std::pow(before.StandardError(), 2);
  const double b = std::pow(after.StandardError(), 2);
  difference.error = std::sqrt(a + b);
  difference.degrees =
      (a + b) * (a + b) /
      (a * a / static_cast<double>(before.count() - 1) + b * b / static_cast<double>(after.count() - 1));
  return difference;
}

double WelchSlower(std::span<const double> baseline, std::span<const double> candidate) {
  const MeanDifference difference = DifferenceOfMeans(baseline, candidate);
  if (!(difference.error > 0)) return 1;
  const boost::math::students_t_distribution<double> student(difference.degrees);
  return boost::math::cdf(boost::math::complement(student, difference.mean / difference.error));
}

double BehrensFisherSlower(std::span<const double> baseline, std::span<const double> candidate) {
  const std::size_t smaller = std::min(baseline.size(), candidate.size());
  if (smaller < 2) return 1;
  const MeanDifference difference = DifferenceOfMeans(baseline, candidate);
  if (!(difference.error > 0)) return difference.mean > 0 ? 0 : 1;
  return StudentTail(difference.mean / difference.error, static_cast<double>(smaller - 1));
}

std::optional<Interval> WelchInterval(std::span<const double> baseline, std::span<const double> candidate,
                                      double confidence) {
  const MeanDifference difference = DifferenceOfMeans(baseline, candidate);
  if (!(difference.error > 0)) return std::nullopt;
  const double half = StudentQuantile((1 + confidence) / 2, difference.degrees) * difference.error;
  return Interval{difference.mean - half, difference.mean + half, confidence};
}

double SlowerAtAnySpread(std::span<const double> baseline, std::span<const double> candidate) {
  return std::max(RankSumSlower(baseline, candidate), BehrensFisherSlower(baseline, candidate));
}

}  // namespace mpigauge
