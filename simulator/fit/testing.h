#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "simulator/fit/network_fit.h"

namespace mpigauge {

// The disturbances of synthetic times.
struct Disturbance {
  double launch_sigma = 0.02;        // of the logarithm of a factor that a whole launch has
  double value_sigma = 0.01;         // and of one that each value has
  double outlier_share = 0;          // of the values are 1.5 to 10 times as long
  std::vector<std::size_t> at = {};  // places of sizes that are three times as long in all launches
};

// `count` sizes in equal ratios from 1 byte to `largest`, each once.
std::vector<std::int64_t> GeometricSizes(int count, std::int64_t largest);

// Times of a known truth. Equal seeds give equal times.
MeasuredCurve SyntheticCurve(const std::vector<std::int64_t>& bytes, int launches,
                             const std::function<double(double)>& truth, const Disturbance& disturbance,
                             std::uint64_t seed);

}  // namespace mpigauge
