#include "dashboards/data/observations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

#include "base/rounded.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

constexpr std::array<double, 12> kProbabilities = {0, .01, .05, .1, .25, .5, .75, .9, .95, .99, .995, 1};

// The measurements of launches for each series, by its name.
using ByName = std::map<std::string_view, std::vector<const SeriesRecord*>>;

ByName Index(const std::vector<LaunchRecord>& launches) {
  ByName by_name;
  for (const LaunchRecord& launch : launches) {
    for (const SeriesRecord& series : launch.series) by_name[series.name].push_back(&series);
  }
  return by_name;
}

// The store and JSON keep medians to the last digit or two.
bool IsSame(double one, double other) { return std::fabs(one - other) <= 1e-12 * std::fabs(other); }

Json Quantiles(const SeriesRecord& series) {
  std::vector<double> times = series.Times();
  std::sort(times.begin(), times.end());
  Json quantiles = Json::array();
  for (const double probability : kProbabilities) quantiles.push_back(Rounded(Quantile(times, probability)));
  return quantiles;
}

Json Launches(const std::vector<double>& medians, const ByName& measured, const std::string& name) {
  Json launches = Json::array();
  const auto found = measured.find(name);
  if (found == measured.end()) return launches;
  std::vector<const SeriesRecord*> left = found->second;
  for (std::size_t i = medians.size() - std::min(medians.size(), kMostLaunches); i < medians.size(); ++i) {
    const auto one = std::find_if(left.begin(), left.end(), [&](const SeriesRecord* series) {
      return IsSame(series->summary.median, medians[i]);
    });
    if (one == left.end() || (*one)->Observations().empty()) continue;
    launches.push_back(Quantiles(**one));
    left.erase(one);
  }
  return launches;
}

}  // namespace

Json ObservationsJson(const Comparison& comparison, const std::vector<LaunchRecord>& baseline,
                      const std::vector<LaunchRecord>& candidate) {
  const ByName before = Index(baseline);
  const ByName after = Index(candidate);
  Json all = Json::object();
  // Looking for a key in ordered JSON takes as long as it has keys, and names of series are there once.
  auto& entries = all.get_ref<Json::object_t&>();
  const auto add = [&](const std::vector<SeriesComparison>& several) {
    for (const SeriesComparison& series : several) {
      Json baseline_launches = Launches(series.baseline_seconds, before, series.name);
      Json candidate_launches = Launches(series.candidate_seconds, after, series.name);
      if (baseline_launches.empty() && candidate_launches.empty()) continue;
      entries.push_back(
          {series.name, {{"baseline", std::move(baseline_launches)}, {"candidate", std::move(candidate_launches)}}});
    }
  };
  add(comparison.series);
  add(comparison.controls);
  if (all.empty()) return nullptr;
  return {{"probabilities", kProbabilities}, {"series", std::move(all)}};
}

}  // namespace mpigauge
