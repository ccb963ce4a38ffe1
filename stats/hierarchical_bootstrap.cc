#include "stats/hierarchical_bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "stats/distribution.h"
#include "stats/moments.h"
#include "stats/summary.h"

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

std::vector<double> Medians(const LaunchSamples& launches) {
  std::vector<double> medians;
  for (std::vector<double> observations : launches) {
    std::sort(observations.begin(), observations.end());
    medians.push_back(Quantile(observations, 0.5));
  }
  return medians;
}

bool Usable(const LaunchSamples& launches) {
  return !launches.empty() &&
         std::none_of(launches.begin(), launches.end(), [](const auto& launch) { return launch.empty(); });
}

}  // namespace

HierarchicalBootstrap::HierarchicalBootstrap(const LaunchSamples& baseline, const LaunchSamples& candidate,
                                             int resamples, std::uint64_t seed) {
  if (!Usable(baseline) || !Usable(candidate)) {
    difference_.mean = std::numeric_limits<double>::quiet_NaN();
    return;
  }
  difference_ = DifferenceOfMeans(Medians(baseline), Medians(candidate));
  if (!(difference_.error > 0)) return;
  Resampler resampler(seed);
  std::vector<double> differences;
  Moments moments;
  for (int i = 0; i < resamples; ++i) {
    const double after = resampler.Mean(candidate);
    differences.push_back(after - resampler.Mean(baseline));
    moments.Add(differences.back());
  }
  if (!(moments.StandardDeviation() > 0)) return;
  for (const double difference : differences) {
    deviations_.push_back(std::fabs(difference - moments.mean()) / moments.StandardDeviation());
  }
  std::sort(deviations_.begin(), deviations_.end());
}

std::optional<Interval> HierarchicalBootstrap::At(double confidence) const {
  if (deviations_.empty()) return std::nullopt;
  const double p = (1 + confidence) / 2;
  const double students = StudentQuantile(p, difference_.degrees) / NormalQuantile(p);
  const double half = Quantile(deviations_, confidence) * students * difference_.error;
  return Interval{difference_.mean - half, difference_.mean + half, confidence};
}

// Half of the share of resamples that stray farther than the estimate is from no change, by Student's t.
double HierarchicalBootstrap::POfFartherThanEstimate() const {
  const double seen = std::fabs(difference_.mean) / difference_.error;
  const auto farther = deviations_.end() - std::lower_bound(deviations_.begin(), deviations_.end(), seen);
  const double share = static_cast<double>(farther + 1) / static_cast<double>(deviations_.size() + 1);
  return StudentTail(NormalQuantile(1 - share / 2), difference_.degrees);
}

double HierarchicalBootstrap::PSlower() const {
  if (deviations_.empty()) return 1;
  const double p = POfFartherThanEstimate();
  return difference_.mean > 0 ? p : 1 - p;
}

double HierarchicalBootstrap::PFaster() const {
  if (deviations_.empty()) return 1;
  return 1 - PSlower();
}

}  // namespace mpigauge
