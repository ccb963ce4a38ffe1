#pragma once

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <cstdint>

namespace mpigauge {

// Random numbers of a simulation; equal seeds give equal numbers on every machine (Boost's distributions do, the
// standard library's need not).
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  double Normal() { return normal_(engine_); }
  double Uniform() { return uniform_(engine_); }  // 0 to below 1
  double Exponential() { return exponential_(engine_); }
  std::size_t Below(std::size_t count) { return static_cast<std::size_t>(Uniform() * static_cast<double>(count)); }

 private:
  boost::random::mt19937_64 engine_;
  boost::random::normal_distribution<double> normal_;
  boost::random::uniform_01<double> uniform_;
  boost::random::exponential_distribution<double> exponential_;
};

// A seed of its own for part `index` of what `seed` names (SplitMix64; Steele, Lea and Flood 2014).
inline std::uint64_t SeedOf(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

}  // namespace mpigauge
