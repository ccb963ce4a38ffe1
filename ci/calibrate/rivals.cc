#include "ci/calibrate/rivals.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ci/calibrate/rival_rules.h"
#include "stats/slower.h"

namespace mpigauge {
namespace {

using Launches = std::vector<const SeriesRecord*>;

constexpr double kOneSided = 0.025;

std::vector<double> Pooled(const Launches& launches) {
  std::vector<double> all;
  for (const SeriesRecord* launch : launches) {
    const std::vector<double> times = launch->Times();
    all.insert(all.end(), times.begin(), times.end());
  }
  std::sort(all.begin(), all.end());
  return all;
}

double Mean(const Launches& launches) {
  const std::vector<double> all = Pooled(launches);
  return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
}

std::vector<double> LogMedians(const Launches& launches) {
  std::vector<double> logs;
  for (const SeriesRecord* launch : launches) logs.push_back(std::log(launch->summary.median));
  return logs;
}

bool ByMeans(const Launches& baseline, const Launches& candidate) { return Mean(candidate) > 1.10 * Mean(baseline); }

bool ByPooledRankSum(const Launches& baseline, const Launches& candidate) {
  return PooledRankSumSlower(Pooled(baseline), Pooled(candidate)) <= kOneSided;
}

bool ByWelch(const Launches& baseline, const Launches& candidate) {
  return WelchSlower(LogMedians(baseline), LogMedians(candidate)) <= kOneSided;
}

}  // namespace

const std::vector<RecordedRival>& RecordedRivals() {
  static const std::vector<RecordedRival> kRivals = {
      {"mean of one launch, 10% (OSU)", 1, ByMeans},
      {"U test, one launch (compare.py)", 1, ByPooledRankSum},
      {"U test, six launches pooled", 6, ByPooledRankSum},
      {"Welch on log medians, six", 6, ByWelch},
  };
  return kRivals;
}

}  // namespace mpigauge
