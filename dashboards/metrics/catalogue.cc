#include "dashboards/metrics/catalogue.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "dashboards/metrics/labels.h"

namespace mpigauge {
namespace {

// These labels belong to one series of one gate.
constexpr std::string_view kBaseline = "baseline";
constexpr std::string_view kSeries = "series";
constexpr std::string_view kCase = "case";
constexpr std::string_view kBytes = "bytes";
constexpr std::string_view kRanks = "ranks";

std::vector<MetricDescription> StoreMetrics() {
  return {
      {"mpigauge_up", "Whether the store could be read.", {}},
      {"mpigauge_store_runs", "Number of runs in the store.", {}},
      {"mpigauge_run_timestamp_seconds", "When the newest run was started.", {}},
      {"mpigauge_run_launches", "Number of launches of the newest run by status.", {"status"}},
      {"mpigauge_run_info", "The newest run, by its labels.", {"library", "run_id", "mpi_library_version"}},
      {"mpigauge_run_clock_error_seconds",
       "Largest error of the ranks' clocks that launches of the newest run saw.",
       {}},
      {"mpigauge_node_bad", "1 for each node that the newest run left out because it was slow.", {"node"}},
      {"mpigauge_baseline_timestamp_seconds", "When the newest version of a baseline was made.", {kBaseline}},
      {"mpigauge_baseline_runs", "Number of runs in the newest version of a baseline.", {kBaseline}},
      {"mpigauge_baseline_info", "The newest version of a baseline, by its labels.", {kBaseline, "version", "kind"}},
      {"mpigauge_calibration_timestamp_seconds", "When the newest calibration was made on this machine.", {}},
      {"mpigauge_calibration_false_alarm_ratio",
       "Share of the gates of equal libraries in which the newest calibration saw a false alarm.",
       {}},
      {"mpigauge_calibration_false_alarm_ratio_bound", "Exact 95% confidence limits of that share.", {"bound"}},
      {"mpigauge_calibration_power_ratio",
       "For each size of slowdown (0.05 is 5%), the share of the slowed series that the newest calibration found.",
       {"slowdown"}},
      {"mpigauge_change_timestamp_seconds",
       "When the first run on the new level was started; the newest 100 changes of the history.",
       {kCase, "kind", "cause", "library"}},
      {"mpigauge_change_ratio", "New level over old level of a change.", {kCase, "kind", "cause", "library"}},
  };
}

std::vector<MetricDescription> GateMetrics() {
  return {
      {"mpigauge_gate_verdict", "Verdict of the newest gate: 0 pass, 1 fail, 2 inconclusive.", {kBaseline}},
      {"mpigauge_gate_timestamp_seconds", "When the newest gate was decided.", {kBaseline}},
      {"mpigauge_gate_series", "Number of series of the newest gate by verdict.", {kBaseline, "verdict"}},
      {"mpigauge_gate_families", "Number of families of series of the newest gate by verdict.", {kBaseline, "verdict"}},
      {"mpigauge_gate_launches_lost",
       "Launches of the newest gate that crashed, hung or never began to measure.",
       {kBaseline, "role"}},
      {"mpigauge_gate_info", "The candidate of the newest gate, by its labels.", {kBaseline, "library", "run_id"}},
      {"mpigauge_gate_failed_timestamp_seconds",
       "When the newest gate of a library failed. It is there until that library passes or the gate is forgotten.",
       {kBaseline, "library", "run_id"}},
      {"mpigauge_gate_inconclusive_gates", "How many of the newest gates in a row were inconclusive.", {kBaseline}},
      {"mpigauge_gate_false_alarm_ratio",
       "The probability that a gate of equal libraries fails, as the gate states it (alpha).",
       {kBaseline}},
      {"mpigauge_control_ratio",
       "Candidate over baseline of work without MPI. If it is far from 1, the machine changed, not the library.",
       {kBaseline, kSeries}},
      {"mpigauge_control_seconds",
       "Median of the launch medians of work without MPI in the newest gate, per operation.",
       {kBaseline, kSeries, "role"}},
      {"mpigauge_control_moved", "1 if all work without MPI together moved significantly.", {kBaseline}},
      {"mpigauge_control_movement_ratio", "Candidate over baseline of all work without MPI together.", {kBaseline}},
      {"mpigauge_control_movement_ratio_bound", "Confidence limits of that ratio.", {kBaseline, "bound"}},
  };
}

std::vector<MetricDescription> ImpactMetrics() {
  return {
      {"mpigauge_impact_ratio",
       "Predicted time of an application with the candidate over that with the baseline; 1.013 is 1.3% slower.",
       {kBaseline, "application"}},
      {"mpigauge_impact_ratio_bound",
       "Confidence limit of the ratio of an application.",
       {kBaseline, "application", "bound"}},
      {"mpigauge_impact_tolerance_ratio",
       "The ratio up to which the newest gate accepts the time of an application.",
       {kBaseline}},
  };
}

std::vector<MetricDescription> SeriesMetrics() {
  return {
      {"mpigauge_series_seconds",
       "Median of the launch medians of a series in the newest gate, per operation.",
       {kBaseline, kSeries, kCase, kBytes, kRanks, "role"}},
      {"mpigauge_series_seconds_bound",
       "Smallest and largest launch median of a series in the newest gate, per operation.",
       {kBaseline, kSeries, kCase, kBytes, kRanks, "role", "bound"}},
      {"mpigauge_series_ratio",
       "Candidate over baseline (Hodges-Lehmann); 1.05 is 5% slower.",
       {kBaseline, kSeries, kCase, kBytes, kRanks}},
      {"mpigauge_series_ratio_bound",
       "Confidence limit of the ratio.",
       {kBaseline, kSeries, kCase, kBytes, kRanks, "bound"}},
      {"mpigauge_series_tolerance_ratio",
       "The ratio up to which a series is accepted.",
       {kBaseline, kSeries, kCase, kBytes, kRanks}},
      {"mpigauge_series_detectable_ratio",
       "The smallest slowdown that these launches show as significant with a probability of 80%.",
       {kBaseline, kSeries, kCase, kBytes, kRanks}},
      {"mpigauge_series_noise_ratio",
       "How much launches of the same library differ: standard deviation of the logarithms of the baseline's launch "
       "medians.",
       {kBaseline, kSeries, kCase, kBytes, kRanks}},
      {"mpigauge_series_verdict",
       "Verdict of a series: 0 pass, 1 fail, 2 inconclusive.",
       {kBaseline, kSeries, kCase, kBytes, kRanks}},
      {"mpigauge_series_decided_by_tail",
       "1 if a series did not pass though its median did, because too many observations or launches take far longer.",
       {kBaseline, kSeries, kCase, kBytes, kRanks}},
      {"mpigauge_series_decided_by_mean",
       "1 if a series did not pass though its median did, because its calls cost far more in the mean.",
       {kBaseline, kSeries, kCase, kBytes, kRanks}},
      {"mpigauge_series_stretched_ratio",
       "Share of the observations of a series that lie beyond the usual range.",
       {kBaseline, kSeries, kCase, kBytes, kRanks, "role"}},
      {"mpigauge_series_slow_launches_ratio",
       "Share of the launches of a series whose medians are far above the others.",
       {kBaseline, kSeries, kCase, kBytes, kRanks, "role"}},
      {"mpigauge_series_launches",
       "Number of launches of the candidate that the verdict of a series is based on.",
       {kBaseline, kSeries, kCase, kBytes, kRanks}},
  };
}

// The metrics of `mpigauge watch`.
std::vector<MetricDescription> PipelineMetrics() {
  return {
      {"mpigauge_pipeline_last_look_timestamp_seconds", "When the last look for new libraries ended.", {}},
      {"mpigauge_pipeline_last_success_timestamp_seconds", "When the last look without a problem ended.", {}},
      {"mpigauge_pipeline_looks_count", "Looks for new libraries since the daemon began.", {}},
      {"mpigauge_pipeline_failures_count", "Steps and looks that failed since the daemon began.", {}},
      {"mpigauge_pipeline_working", "1 while libraries are looked for, measured or judged.", {}},
      {"mpigauge_pipeline_queue_updates", "Unfinished updates.", {}},
      {"mpigauge_pipeline_given_up_updates", "Updates that failed too often; `mpigauge ci retry` tries again.", {}},
      {"mpigauge_pipeline_updates", "Updates by verdict.", {"verdict"}},
      {"mpigauge_pipeline_state_updates", "Updates by the last step that is finished.", {"state"}},
      {"mpigauge_pipeline_queue_oldest_timestamp_seconds",
       "When the unfinished update that has waited longest was found.",
       {}},
  };
}

std::vector<MetricDescription> AllMetrics() {
  std::vector<MetricDescription> all = StoreMetrics();
  for (const auto& more : {GateMetrics(), ImpactMetrics(), SeriesMetrics(), PipelineMetrics()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace

std::span<const MetricDescription> MetricCatalogue() {
  static const std::vector<MetricDescription> all = AllMetrics();
  return all;
}

const MetricDescription& DescriptionOf(std::string_view name) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, const MetricDescription*> map;
    for (const MetricDescription& one : MetricCatalogue()) map[one.name] = &one;
    return map;
  }();
  const auto found = by_name.find(name);
  if (found == by_name.end()) throw std::logic_error("not in the catalogue of metrics: " + std::string(name));
  return *found->second;
}

void Families::Add(std::string_view name, const std::vector<std::string>& label_values, double value) {
  if (std::isnan(value)) return;
  const MetricDescription& description = DescriptionOf(name);
  if (label_values.size() != description.labels.size()) {
    throw std::logic_error("wrong number of labels: " + std::string(name));
  }
  auto place = places_.find(name);
  if (place == places_.end()) {
    place = places_.emplace(name, families_.size()).first;
    families_.push_back({std::string(name), std::string(description.help), prometheus::MetricType::Gauge, {}});
  }
  prometheus::ClientMetric& metric = families_[place->second].metric.emplace_back();
  metric.label.reserve(label_values.size());
  for (std::size_t i = 0; i < label_values.size(); ++i) {
    metric.label.push_back({std::string(description.labels[i]), LabelValue(label_values[i])});
  }
  metric.gauge.value = value;
}

}  // namespace mpigauge
