#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "simulator/fit/curve_shape.h"
#include "simulator/fit/relative_fit.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

constexpr double kNoTime = std::numeric_limits<double>::quiet_NaN();

// The middle one, or the mean of the two in the middle. NaN of nothing.
double MedianOf(std::vector<double> values) {
  if (values.empty()) return kNoTime;
  const std::size_t half = values.size() / 2;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(half);
  std::nth_element(values.begin(), middle, values.end());
  return values.size() % 2 == 1 ? *middle : (*middle + *std::max_element(values.begin(), middle)) / 2;
}

std::vector<double> Measured(const std::vector<double>& seconds) {
  std::vector<double> measured;
  std::copy_if(seconds.begin(), seconds.end(), std::back_inserter(measured), [](double value) { return value > 0; });
  return measured;
}

// Makes outliers NaN. How many there were.
std::int64_t LeaveOutOutliers(std::vector<double>& seconds) {
  constexpr std::size_t kFewest = 5;
  constexpr double kSigmas = 5;
  constexpr double kShare = 0.05;
  constexpr double kMostOutliers = 0.25;
  const std::vector<double> measured = Measured(seconds);
  if (measured.size() < kFewest) return 0;
  const double median = MedianOf(measured);
  std::vector<double> deviations;
  for (const double value : measured) deviations.push_back(std::fabs(std::log(value / median)));
  const double reach = std::max(kSigmas * kMadToSigma * MedianOf(deviations), std::log(1 + kShare));
  const auto outliers = std::count_if(deviations.begin(), deviations.end(), [&](double d) { return d > reach; });
  if (static_cast<double>(outliers) > kMostOutliers * static_cast<double>(measured.size())) return 0;
  for (double& value : seconds) {
    if (value > 0 && std::fabs(std::log(value / median)) > reach) value = kNoTime;
  }
  return outliers;
}

// The logarithm of time at `bytes`, on the straight line through two points on logarithmic scales.
double GoesOnTo(std::span<const double> bytes, std::span<const double> seconds, std::size_t one, std::size_t other,
                double at) {
  const auto x = [&](double size) { return std::log(std::max(1.0, size)); };
  const double width = x(bytes[other]) - x(bytes[one]);
  if (width == 0) return std::log(seconds[one]);
  const double share = (x(at) - x(bytes[one])) / width;
  return (1 - share) * std::log(seconds[one]) + share * std::log(seconds[other]);
}

}  // namespace

std::vector<double> CleanCurve::Medians(std::span<const std::size_t> launches) const {
  std::vector<double> medians;
  std::vector<double> drawn;
  for (const std::vector<double>& size : seconds) {
    drawn.clear();
    for (const std::size_t launch : launches) {
      if (!std::isnan(size[launch])) drawn.push_back(size[launch]);
    }
    medians.push_back(MedianOf(drawn.empty() ? Measured(size) : drawn));
  }
  return medians;
}

std::vector<double> CleanCurve::Medians() const {
  std::vector<std::size_t> all(seconds.empty() ? 0 : seconds.front().size());
  std::iota(all.begin(), all.end(), 0);
  return Medians(all);
}

CleanCurve CleanCurveOf(const MeasuredCurve& curve) {
  CleanCurve clean;
  for (std::size_t i = 0; i < curve.bytes.size(); ++i) {
    if (Measured(curve.seconds[i]).empty()) continue;
    clean.bytes.push_back(static_cast<double>(curve.bytes[i]));
    clean.seconds.push_back(curve.seconds[i]);
    for (double& value : clean.seconds.back()) {
      if (!(value > 0)) value = kNoTime;
    }
    clean.outliers.push_back(LeaveOutOutliers(clean.seconds.back()));
  }
  return clean;
}

std::vector<bool> StandsOut(std::span<const double> bytes, std::span<const double> seconds) {
  constexpr double kUsual = 10;  // times the median
  constexpr double kLeast = 0.1;
  const std::size_t n = bytes.size();
  std::vector<bool> out(n, false);
  if (n < 5) return out;
  std::vector<double> off(n, 0);  // by how much both sides agree that it is off
  std::vector<double> usual;
  for (std::size_t i = 2; i + 2 < n; ++i) {
    const double before = std::log(seconds[i]) - GoesOnTo(bytes, seconds, i - 2, i - 1, bytes[i]);
    const double after = std::log(seconds[i]) - GoesOnTo(bytes, seconds, i + 1, i + 2, bytes[i]);
    const double least = std::min(std::fabs(before), std::fabs(after));
    usual.push_back(least);
    if ((before > 0) == (after > 0)) off[i] = least;
  }
  const double reach = std::max(kLeast, kUsual * MedianOf(usual));
  for (std::size_t i = 0; i < n; ++i) out[i] = off[i] > reach;
  return out;
}

}  // namespace mpigauge
