#include "stats/oracle.h"

#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace mpigauge {
namespace {

// SplitMix64 (Steele, Lea and Flood 2014) of a counter: from 0 to below 1.
double Uniform(std::uint64_t index) {
  std::uint64_t z = (index + 1) * 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  z ^= z >> 31;
  return static_cast<double>(z >> 11) * 0x1p-53;
}

}  // namespace

const Json& Oracle() {
  static const Json kOracle = ReadJson("stats/testdata/oracle.json");
  return kOracle;
}

std::vector<double> Generated(std::string_view kind, std::size_t n) {
  std::vector<double> values;
  values.reserve(n);
  double state = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double u = Uniform(i);
    const double decay = 20 / (20 + static_cast<double>(i));
    state = 0.6 * state + u;
    if (kind == "skewed") {
      values.push_back(1 + u * u * u * u);
    } else if (kind == "ties") {
      values.push_back(1 + std::floor(10 * u) / 10);
    } else if (kind == "correlated") {
      values.push_back(1 + state);
    } else if (kind == "warming") {
      values.push_back(1 + u / 10 + 3 * decay * decay);
    } else {
      throw std::invalid_argument("no such kind of sample");
    }
  }
  return values;
}

}  // namespace mpigauge
