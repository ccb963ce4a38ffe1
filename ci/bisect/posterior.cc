#include "ci/bisect/posterior.h"

#include <algorithm>
#include <cmath>

#include "harness/stats/moments.h"
#include "harness/stats/pseudomedian.h"

namespace mpigauge {
namespace {

constexpr int kSizes = 49;           // of the slowdown: so many standard errors on either side
constexpr double kSizeReach = 8;     // of what the ends showed
constexpr int kScales = 15;          // of the noise, from an eighth of what the ends showed to four times that
constexpr double kLeastScale = 1e-5; // launches that are all equal are not without noise

// Up to a constant.
double LogT(double value, double scale) {
  const double z = value / scale;
  return -std::log(scale) - (BisectPosterior::kDegrees + 1) / 2 * std::log1p(z * z / BisectPosterior::kDegrees);
}

// The logarithm of the sum of what these are the logarithms of.
double LogSum(const std::vector<double>& logs) {
  const double most = *std::max_element(logs.begin(), logs.end());
  double sum = 0;
  for (const double log : logs) sum += std::exp(log - most);
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
      grid_.push_back({low + (size + reach - low) * i / (kSizes - 1), spread * std::pow(2, -3 + 5.0 * j / (kScales - 1))});
    }
  }
  all_slow_.assign(grid_.size(), 0);
}

void BisectPosterior::Add(std::size_t commit, double difference) {
  std::vector<double>& if_fast = if_fast_[commit];
  if_fast.resize(grid_.size());
  for (std::size_t g = 0; g < grid_.size(); ++g) {
    const double slow = LogT(difference - grid_[g].d, grid_[g].s);
    all_slow_[g] += slow;
    if_fast[g] += LogT(difference, grid_[g].s) - slow;
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
