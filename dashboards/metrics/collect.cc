#include "dashboards/metrics/collect.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ctime>
#include <map>
#include <set>
#include <string_view>

#include "baselines/compare/comparison_json.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

using Labels = std::vector<prometheus::ClientMetric::Label>;

// Families in the order in which they were first used.
class Families {
 public:
  // `help` must not hold a backslash or a newline: prometheus-cpp writes it as it is. Values that do not exist
  // (NaN) are left out.
  void Add(const std::string& name, const char* help, const Labels& labels, double value) {
    if (std::isnan(value)) return;
    if (!places_.contains(name)) {
      places_[name] = families_.size();
      families_.push_back({name, help, prometheus::MetricType::Gauge, {}});
    }
    prometheus::ClientMetric metric;
    metric.label = labels;
    metric.gauge.value = value;
    families_[places_[name]].metric.push_back(metric);
  }

  std::vector<prometheus::MetricFamily> Take() { return std::move(families_); }

 private:
  std::map<std::string, std::size_t> places_;
  std::vector<prometheus::MetricFamily> families_;
};

// "2026-11-20T16:05:00Z" or "2026-11-20T16:05:00.123Z" as seconds since 1970; NaN for anything else.
double UnixTime(const std::string& text) {
  std::tm time{};
  const char* end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &time);
  if (end == nullptr) return std::nan("");
  double fraction = 0;
  if (*end == '.') end = std::from_chars(end, text.c_str() + text.size(), fraction).ptr;
  return std::string_view(end) == "Z" ? static_cast<double>(timegm(&time)) + fraction : std::nan("");
}

int Code(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return 0;
    case Verdict::kFail:
      return 1;
    case Verdict::kInconclusive:
      break;
  }
  return 2;
}

Labels SeriesLabels(const std::string& baseline, const SeriesComparison& series) {
  const auto text = [&](const char* name) {
    const auto value = ParameterOr(series.parameters, name, -1);
    return value < 0 ? std::string() : std::to_string(value);
  };
  return {{"baseline", baseline},
          {"series", series.name},
          {"case", series.case_name},
          {"bytes", text("bytes")},
          {"ranks", text("ranks")}};
}

Labels With(Labels labels, const std::string& name, const std::string& value) {
  labels.push_back({name, value});
  return labels;
}

void AddSeries(const std::string& baseline, const SeriesComparison& series, Families& families) {
  const Labels labels = SeriesLabels(baseline, series);
  constexpr const char* kSeconds = "Median of the launch medians of a series in the newest gate, per operation.";
  families.Add("mpigauge_series_seconds", kSeconds, With(labels, "role", "baseline"), series.baseline_median);
  families.Add("mpigauge_series_seconds", kSeconds, With(labels, "role", "candidate"), series.candidate_median);
  families.Add("mpigauge_series_ratio", "Candidate over baseline (Hodges-Lehmann); 1.05 is 5% slower.", labels,
               series.ratio);
  constexpr const char* kBound = "Confidence limit of the ratio.";
  families.Add("mpigauge_series_ratio_bound", kBound, With(labels, "bound", "low"), series.low);
  families.Add("mpigauge_series_ratio_bound", kBound, With(labels, "bound", "high"), series.high);
  families.Add("mpigauge_series_tolerance_ratio", "The ratio up to which a series is accepted.", labels,
               1 + series.tolerance);
  families.Add("mpigauge_series_detectable_ratio",
               "The smallest slowdown that these launches show as significant with chance 80%.", labels,
               series.detectable_ratio);
  families.Add("mpigauge_series_verdict", "Verdict of a series: 0 pass, 1 fail, 2 inconclusive.", labels,
               Code(series.verdict));
  families.Add("mpigauge_series_launches", "Launches of the candidate behind the verdict of a series.", labels,
               static_cast<double>(series.candidate_seconds.size()));
}

void AddGate(Store& store, const GateResult& gate, Families& families) {
  const Comparison comparison = ComparisonFromJson(gate.comparison, store.name() + ": gate " + gate.gate_id);
  const Labels labels = {{"baseline", gate.baseline}};
  families.Add("mpigauge_gate_verdict", "Verdict of the newest gate: 0 pass, 1 fail, 2 inconclusive.", labels,
               Code(comparison.verdict));
  families.Add("mpigauge_gate_timestamp_seconds", "When the newest gate was decided.", labels,
               UnixTime(gate.decided_at));
  for (const Verdict verdict : {Verdict::kPass, Verdict::kFail, Verdict::kInconclusive}) {
    families.Add("mpigauge_gate_series", "Series of the newest gate by verdict.",
                 With(labels, "verdict", VerdictName(verdict)), static_cast<double>(comparison.Count(verdict)));
  }
  const Run run = store.FindRun(gate.candidate_run_id);
  families.Add("mpigauge_gate_info", "The candidate of the newest gate.",
               With(With(labels, "library", run.library), "run_id", run.run_id), 1);
  for (const SeriesComparison& series : comparison.series) AddSeries(gate.baseline, series, families);
  for (const SeriesComparison& control : comparison.controls) {
    families.Add("mpigauge_control_ratio",
                 "Candidate over baseline of work without MPI; far from 1 the machine changed, not the library.",
                 With(labels, "series", control.name), control.ratio);
  }
}

void AddNewestRun(Store& store, Families& families) {
  const std::vector<Run> runs = store.Runs();
  families.Add("mpigauge_store_runs", "Runs in the store.", {}, static_cast<double>(runs.size()));
  if (runs.empty()) return;
  const auto launches = store.Launches(runs[0].run_id, Store::Detail::kSummaries);
  families.Add("mpigauge_run_timestamp_seconds", "When the newest run was started.", {}, UnixTime(runs[0].started_at));
  for (const char* status : {"complete", "crashed", "hung", "interrupted", "bad-node"}) {
    families.Add("mpigauge_run_launches", "Launches of the newest run by how they ended.", {{"status", status}},
                 static_cast<double>(std::count_if(launches.begin(), launches.end(),
                                                   [&](const LaunchRecord& one) { return one.status == status; })));
  }
  if (launches.empty()) return;
  const auto& context = launches[0].environment.context;
  const auto version = context.find("mpi_library_version");
  families.Add("mpigauge_run_info", "The newest run.",
               {{"library", runs[0].library},
                {"run_id", runs[0].run_id},
                {"mpi_library_version", version == context.end() ? "" : version->second}},
               1);
}

}  // namespace

std::vector<prometheus::MetricFamily> CollectMetrics(Store& store) {
  Families families;
  families.Add("mpigauge_up", "Whether the store could be read.", {}, 1);
  AddNewestRun(store, families);
  std::set<std::string> seen;
  for (const GateResult& gate : store.Gates(1000)) {
    if (seen.insert(gate.baseline).second) AddGate(store, gate, families);
  }
  return families.Take();
}

std::vector<prometheus::MetricFamily> CollectMetricsFrom(const std::string& store_name) {
  try {
    Store store = Store::Open(store_name, Store::Access::kRead);
    return CollectMetrics(store);
  } catch (const Error&) {
    Families families;
    families.Add("mpigauge_up", "Whether the store could be read.", {}, 0);
    return families.Take();
  }
}

}  // namespace mpigauge
