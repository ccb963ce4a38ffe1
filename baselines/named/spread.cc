#include "baselines/named/spread.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "baselines/compare/compare.h"
#include "stats/finite.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

double MedianOfKnown(std::vector<double> values) {
  values = Present(std::move(values));
  if (values.empty()) return std::nan("");
  std::sort(values.begin(), values.end());
  return Quantile(values, 0.5);
}

}  // namespace

void SpreadCollector::AddRun(const std::vector<LaunchRecord>& launches) {
  std::map<std::string, std::vector<Moments>> of_run;
  for (const LaunchRecord& launch : launches) {
    for (const SeriesRecord& series : launch.series) {
      if (series.family == "self-test" || !HasFigure(series)) continue;
      const std::vector<double> logs = LogObservations(series);
      if (logs.empty()) continue;  // they were removed
      const std::string identity = fmt::format("{} v{} {}", series.name, series.case_version, series.method.Text());
      Sample& sample = samples_[identity];
      sample.name = series.name;
      sample.family = series.family;
      sample.medians.push_back(series.summary.median);
      of_run[identity].push_back(MomentsOf(logs));
    }
  }
  for (auto& [identity, moments] : of_run) samples_[identity].runs.push_back(std::move(moments));
}

std::vector<SeriesSpread> SpreadCollector::Series() const {
  std::vector<SeriesSpread> all;
  for (const auto& [identity, sample] : samples_) {
    const VarianceComponents components = EstimateVarianceComponents(sample.runs);
    SeriesSpread& one = all.emplace_back();
    one.name = sample.name;
    one.family = sample.family;
    one.runs = components.run_count;
    one.launches = components.launch_count;
    for (const auto& run : sample.runs) {
      for (const Moments& launch : run) one.observations += launch.count();
    }
    one.median_seconds = MedianOfKnown(sample.medians);
    one.between_runs = std::sqrt(components.runs);
    one.between_launches = std::sqrt(components.launches);
    one.between_observations = std::sqrt(components.observations);
  }
  return all;
}

SeriesSpread MedianSpread(const std::vector<SeriesSpread>& all) {
  const auto median = [&](double SeriesSpread::*figure) {
    std::vector<double> values;
    for (const SeriesSpread& one : all) {
      if (one.family != "control") values.push_back(one.*figure);
    }
    return MedianOfKnown(values);
  };
  SeriesSpread result;
  result.between_runs = median(&SeriesSpread::between_runs);
  result.between_launches = median(&SeriesSpread::between_launches);
  result.between_observations = median(&SeriesSpread::between_observations);
  return result;
}

}  // namespace mpigauge
