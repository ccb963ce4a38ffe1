#include "harness/stats/hierarchical_bootstrap.h"

#include <algorithm>
#include <random>

#include "harness/stats/summary.h"

namespace mpigauge {
namespace {

class Resampler {
 public:
  explicit Resampler(std::uint64_t seed) : random_(seed) {}

  // The mean of launch medians of one resample.
  double Mean(const LaunchSamples& launches) {
    double sum = 0;
    for (std::size_t i = 0; i < launches.size(); ++i) sum += Median(launches[Below(launches.size())]);
    return sum / static_cast<double>(launches.size());
  }

 private:
  double Median(const std::vector<double>& observations) {
    drawn_.clear();
    for (std::size_t i = 0; i < observations.size(); ++i) drawn_.push_back(observations[Below(observations.size())]);
    std::sort(drawn_.begin(), drawn_.end());
    return Quantile(drawn_, 0.5);
  }

  // The top 53 bits as a share: the same on every machine, and so even that nothing is to be seen of it.
  std::size_t Below(std::size_t count) {
    return static_cast<std::size_t>(static_cast<double>(random_() >> 11) * 0x1p-53 * static_cast<double>(count));
  }

  std::mt19937_64 random_;
  std::vector<double> drawn_;
};

bool Usable(const LaunchSamples& launches) {
  return !launches.empty() &&
         std::none_of(launches.begin(), launches.end(), [](const auto& launch) { return launch.empty(); });
}

}  // namespace

std::optional<Interval> HierarchicalBootstrap(const LaunchSamples& baseline, const LaunchSamples& candidate,
                                              double confidence, int resamples, std::uint64_t seed) {
  if (!Usable(baseline) || !Usable(candidate) || resamples < 1) return std::nullopt;
  Resampler resampler(seed);
  std::vector<double> differences;
  for (int i = 0; i < resamples; ++i) differences.push_back(resampler.Mean(candidate) - resampler.Mean(baseline));
  std::sort(differences.begin(), differences.end());
  const double outside = (1 - confidence) / 2;
  return Interval{Quantile(differences, outside), Quantile(differences, 1 - outside), confidence};
}

}  // namespace mpigauge
