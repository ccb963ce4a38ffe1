#include "simulator/fit/resample.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "stats/distribution.h"
#include "stats/moments.h"

namespace mpigauge {

std::vector<std::vector<std::size_t>> ResampledLaunches(std::size_t launches, std::size_t resamples,
                                                        std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::vector<std::size_t>> drawn(resamples, std::vector<std::size_t>(launches));
  for (auto& resample : drawn) {
    // The top 53 bits as a share: the same on every machine, and so even that nothing is to be seen of it.
    for (std::size_t& launch : resample) {
      launch = static_cast<std::size_t>(static_cast<double>(random() >> 11) * 0x1p-53 * static_cast<double>(launches));
    }
  }
  return drawn;
}

FittedValue WithInterval(double value, const std::vector<double>& resampled, std::size_t launches, double confidence) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  if (launches < 2 || resampled.size() < 2) return {value, kNaN, kNaN};
  Moments moments;
  for (const double each : resampled) moments.Add(each);
  const auto n = static_cast<double>(launches);
  const double reach =
      StudentQuantile((1 + confidence) / 2, n - 1) * std::sqrt(n / (n - 1)) * moments.StandardDeviation();
  const double floor = value >= 0 ? 0 : -std::numeric_limits<double>::infinity();
  return {value, std::max(floor, value - reach), value + reach};
}

}  // namespace mpigauge
