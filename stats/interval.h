#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace mpigauge {

// An interval of an estimate. `confidence` is the level that it has, which for order statistics is above the one
// that was asked for.
struct Interval {
  double low = 0;
  double high = 0;
  double confidence = 0;

  double width() const { return high - low; }
  bool operator==(const Interval&) const = default;
};

// Student's interval of the mean [KU8]: mean +- t(n - 1) times the standard error. Right for values that are
// normal and independent, or many. Nothing for fewer than two values. Throws std::invalid_argument where a value
// is not finite or the confidence not between 0 and 1.
std::optional<Interval> MeanInterval(std::span<const double> values, double confidence);

// The standard error of the mean divided by the mean [SK7]; see Moments. Throws as MeanInterval does.
double RelativeStandardError(std::span<const double> values);

// The order statistics that bound a quantile, counted from 1, and the confidence that they do.
struct OrderRanks {
  std::size_t low = 0;
  std::size_t high = 0;
  double confidence = 0;  // the level reached, at least the one wanted
};

// The distribution-free interval of the quantile p of n independent values: X(low) to X(high) with at most
// (1 - confidence) / 2 outside at either side, by the exact binomial distribution (Hahn and Meeker, Statistical
// Intervals, 5.2; Le Boudec, Performance Evaluation, theorem 2.1). Nothing where n is too small: 6 values are
// needed for the median at 0.95, 368 for p99. Ties make the real level higher. Throws std::invalid_argument where
// p or the confidence is not between 0 and 1.
std::optional<OrderRanks> QuantileRanks(std::size_t n, double p, double confidence);

// The interval of an ascending sample of finite values; their order is not checked.
std::optional<Interval> QuantileInterval(std::span<const double> sorted, double p, double confidence);
std::optional<Interval> MedianInterval(std::span<const double> sorted, double confidence);

}  // namespace mpigauge
