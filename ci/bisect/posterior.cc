#include "ci/bisect/posterior.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "stats/hodges_lehmann.h"
#include "stats/moments.h"

namespace mpigauge {
namespace {

// The grid: finer than what is known of either after a hundred pairs.
constexpr int kSizes = 49;  // of the slowdown: kSizeReach standard errors about what the ends showed
constexpr double kSizeReach = 10;
constexpr int kScales = 25;  // of the noise: from kLowScale to kHighScale of what the ends showed, by ratios
constexpr double kLowScale = 0.25;
constexpr double kHighScale = 10;
constexpr double kLeastScale = 1e-5;  // launches that are all equal are not without noise

// e to the power of minus this is nothing beside 1, also for all points of the grid together: most of them lie so low,
// and exponentials are what this costs.
constexpr double kNothing = 45;

// The logarithm of the sum of what these are the logarithms of.
double LogSum(const std::vector<double>& logs) {
  const double most = *std::max_element(logs.begin(), logs.end());
  double sum = 0;
  for (const double log : logs) {
    if (log > most - kNothing) sum += std::exp(log - most);
  }
  return most + std::log(sum);
}

}  // namespace

BisectPosterior::BisectPosterior(std::size_t suspects, std::span<const double> ends) {
  MakeGrid(ends);
  for (const double difference : ends) Add(suspects, difference);
}

void BisectPosterior::MakeGrid(std::span<const double> ends) {
  Moments moments;
  for (const double difference : ends) moments.Add(difference);
  const double size = std::max(Pseudomedian(ends), kLeastScale);
  const double spread = std::max(moments.StandardDeviation(), kLeastScale);
  const double reach = kSizeReach * spread / std::sqrt(static_cast<double>(ends.size()));
  const double low = std::max(size - reach, size / 10);
  for (int i = 0; i < kSizes; ++i) {
    for (int j = 0; j < kScales; ++j) {
      const double d = low + (size + reach - low) * i / (kSizes - 1);
      const double s = spread * kLowScale * std::pow(kHighScale / kLowScale, 1.0 * j / (kScales - 1));
      for (const double degrees : kDegrees) {
        const double norm = std::lgamma((degrees + 1) / 2) - std::lgamma(degrees / 2) - std::log(degrees) / 2;
        grid_.push_back({d, s, degrees, norm - std::log(s)});
        all_slow_.push_back(-std::log(d));  // the prior
      }
    }
  }
}

double BisectPosterior::Point::LogDensity(double value) const {
  const double z = value / s;
  return norm - (degrees + 1) / 2 * std::log1p(z * z / degrees);
}

void BisectPosterior::Add(std::size_t commit, double difference) {
  std::vector<double>& if_fast = if_fast_[commit];
  if_fast.resize(grid_.size());
  // Without a slowdown only the noise counts: the grid has all of it for each size.
  std::array<double, kScales * kDegrees.size()> fast{};
  for (std::size_t noise = 0; noise < fast.size(); ++noise) fast.at(noise) = grid_[noise].LogDensity(difference);
  for (std::size_t g = 0; g < grid_.size(); ++g) {
    const double slow = grid_[g].LogDensity(difference - grid_[g].d);
    all_slow_[g] += slow;
    if_fast[g] += fast.at(g % fast.size()) - slow;
  }
}

std::vector<double> BisectPosterior::Chances() const {
  // Between two commits that were asked all are alike. The bad end was asked, so that the last stretch ends there.
  std::vector<double> logs = all_slow_;
  std::vector<double> chances;
  for (const auto& [commit, if_fast] : if_fast_) {
    chances.resize(commit, LogSum(logs));
    for (std::size_t g = 0; g < logs.size(); ++g) logs[g] += if_fast[g];
  }
  const double total = LogSum(chances);
  for (double& chance : chances) chance = std::exp(chance - total);
  return chances;
}

}  // namespace mpigauge
