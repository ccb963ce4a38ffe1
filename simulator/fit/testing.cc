#include "simulator/fit/testing.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace mpigauge {

std::vector<std::int64_t> GeometricSizes(int count, std::int64_t largest) {
  std::vector<std::int64_t> sizes;
  for (int i = 0; i < count; ++i) {
    sizes.push_back(std::llround(std::pow(static_cast<double>(largest), i / (count - 1.0))));
  }
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

MeasuredCurve SyntheticCurve(const std::vector<std::int64_t>& bytes, int launches,
                             const std::function<double(double)>& truth, const Disturbance& disturbance,
                             std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  MeasuredCurve curve{bytes, std::vector<std::vector<double>>(bytes.size())};
  for (int launch = 0; launch < launches; ++launch) {
    const double factor = std::exp(disturbance.launch_sigma * normal(random));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      double seconds =
          truth(static_cast<double>(bytes[i])) * factor * std::exp(disturbance.value_sigma * normal(random));
      if (uniform(random) < disturbance.outlier_share) seconds *= 1.5 + 8.5 * uniform(random);
      if (std::count(disturbance.at.begin(), disturbance.at.end(), i) != 0) seconds *= 3;
      curve.seconds[i].push_back(seconds);
    }
  }
  return curve;
}

}  // namespace mpigauge
