#include "dashboards/data/gate_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "base/error.h"
#include "base/escape.h"
#include "baselines/compare/comparison_json.h"
#include "dashboards/data/history.h"
#include "dashboards/data/observations.h"
#include "simulator/fit/network_fit_json.h"
#include "simulator/page/page.h"

namespace mpigauge {
namespace {

// The commands that print the same numbers as the page, by its sections: {"comparison": "mpigauge gates 3f2a9c01
// --format json", "history": ..., ...}. `baseline` and `candidate` name what was compared; `comparison` prints it.
Json CommandsJson(const std::string& comparison, const std::string& baseline, const std::string& candidate) {
  return {{"comparison", comparison},
          {"impact", comparison},
          {"timeline", comparison},
          {"network", ShellText({"mpigauge", "network", "compare", baseline, candidate})},
          {"history", "mpigauge history SERIES --all-runs --format json"},
          {"changes", "mpigauge changes --format json"},
          {"observations", ShellText({"mpigauge", "export", "--records", "records", "--run", candidate})},
          {"environment", comparison},
          {"baseline", ShellText({"mpigauge", "show", baseline, "--format", "json"})},
          {"candidate", ShellText({"mpigauge", "show", candidate, "--format", "json"})},
          {"calibration", "mpigauge calibrate --list --format json"}};
}

Json Fields(const Environment& environment) {
  Json fields = Json::object();
  for (const auto& [field, text] : environment.key) fields[field] = text;
  for (const auto& [field, text] : environment.context) fields[field] = text;
  return fields;
}

// {"baseline": {field: text}, "candidate": {field: text}}: all that is recorded of the environment of each side's
// newest launch, what must be equal and what is only recorded. Null where a side has no launch.
Json EnvironmentJson(const std::vector<LaunchRecord>& baseline, const std::vector<LaunchRecord>& candidate) {
  if (baseline.empty() || candidate.empty()) return nullptr;
  return {{"baseline", Fields(baseline.back().environment)}, {"candidate", Fields(candidate.back().environment)}};
}

std::string GateList(const std::vector<GateResult>& gates) {
  constexpr std::size_t kMost = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, gates.size()); ++i) {
    text += fmt::format("\n  {}  {}  {} against {}", gates[i].gate_id, gates[i].decided_at, gates[i].verdict,
                        gates[i].baseline);
  }
  return text;
}

// "2026-11-20 16:05 UTC" of "2026-11-20T16:05:00Z", as the page writes times.
std::string ReadableTime(const std::string& utc) {
  constexpr std::size_t kMinutes = 16;  // letters
  if (utc.size() < kMinutes || utc[10] != 'T') return utc;
  return fmt::format("{} {} UTC", utc.substr(0, 10), utc.substr(11, kMinutes - 11));
}

std::vector<std::string> NamesOf(const Comparison& comparison) {
  std::vector<std::string> names;
  for (const SeriesComparison& series : comparison.series) names.push_back(series.name);
  for (const SeriesComparison& control : comparison.controls) names.push_back(control.name);
  return names;
}

// The run of the version before, where the gate compared with that and not with the runs of a baseline; empty
// otherwise.
std::string PreviousRun(const GateResult& gate) {
  return gate.comparison.value("runs", Json::object()).value("previous", "");
}

// The runs of one side, oldest first: those that the gate wrote down, and those of a stored baseline.
std::vector<std::string> RunIds(Store& store, const GateResult& gate, const char* side) {
  std::vector<std::string> ids;
  if (std::string_view(side) == "baseline") {
    if (const std::string previous = PreviousRun(gate); !previous.empty()) {
      ids.push_back(previous);
    } else if (const auto baseline = store.baselines().Find(gate.baseline)) {
      ids = baseline->run_ids;
    }
  }
  const Json runs = gate.comparison.value("runs", Json::object());
  for (const Json& id : runs.value(side, Json::array())) ids.push_back(id);
  return ids;
}

// The newest of their complete launches, about kMostLaunches of each run that was measured for the gate itself.
std::vector<LaunchRecord> NewestLaunches(Store& store, const std::vector<std::string>& run_ids) {
  std::vector<LaunchRecord> newest;
  for (std::size_t i = run_ids.size(); i-- > 0 && newest.size() < 2 * kMostLaunches;) {
    auto launches = store.runs().Launches(run_ids[i], LaunchDetail::kObservations);
    std::erase_if(launches, [](const LaunchRecord& launch) { return launch.status != LaunchStatus::kComplete; });
    newest.insert(newest.begin(), std::make_move_iterator(launches.begin()), std::make_move_iterator(launches.end()));
  }
  return newest;
}

std::optional<Calibration> NewestCalibration(Store& store) {
  std::vector<Calibration> calibrations = store.gates().Calibrations(1);
  return calibrations.empty() ? std::nullopt : std::optional(std::move(calibrations[0]));
}

std::vector<std::string> RunIdsOf(const Side& side) {
  std::set<std::string> ids;
  for (const LaunchRecord& launch : side.launches) ids.insert(launch.run_id);
  return {ids.begin(), ids.end()};
}

// The network's models of the newest run that has some.
std::vector<NetworkFit> FitsOf(Store& store, const std::vector<std::string>& run_ids) {
  for (auto id = run_ids.rbegin(); id != run_ids.rend(); ++id) {
    if (const auto model = store.runs().NetworkModelOf(*id)) {
      return NetworkFitsFromJson(*model, store.name() + ": network of run " + *id);
    }
  }
  return {};
}

}  // namespace

GateResult FindGate(Store& store, const std::string& reference) {
  constexpr std::int64_t kAll = 1'000'000;
  if (auto exact = store.gates().Find(reference)) return *std::move(exact);
  const auto gates = store.gates().Newest(reference == "latest" ? 1 : kAll);
  if (gates.empty()) {
    throw UsageError(
        "{}: no gate was decided yet; `mpigauge gate` decides one, and `mpigauge report --compare A B` draws two runs",
        store.name());
  }
  if (reference == "latest") return gates[0];
  std::vector<GateResult> found;
  std::copy_if(gates.begin(), gates.end(), std::back_inserter(found),
               [&](const GateResult& gate) { return gate.gate_id.starts_with(reference); });
  if (found.empty()) {
    throw UsageError("{}: no gate '{}'; the newest are{}", store.name(), reference, GateList(gates));
  }
  if (found.size() > 1)
    throw UsageError("{}: '{}' is the beginning of several gates:{}", store.name(), reference, GateList(found));
  return found[0];
}

ComparisonView ViewOfGate(Store& store, const GateResult& gate) {
  ComparisonView view;
  view.comparison = ComparisonFromJson(gate.comparison, store.name() + ": gate " + gate.gate_id);
  view.origin = fmt::format("gate {} of {}", gate.gate_id.substr(0, 8), ReadableTime(gate.decided_at));
  view.calibration = NewestCalibration(store);
  const std::vector<std::string> baseline_ids = RunIds(store, gate, "baseline");
  const auto baseline = NewestLaunches(store, baseline_ids);
  const std::vector<std::string> candidate_ids = RunIds(store, gate, "candidate");
  const auto candidate = NewestLaunches(store, candidate_ids);
  view.environment = EnvironmentJson(baseline, candidate);
  view.observations = ObservationsJson(view.comparison, baseline, candidate);
  view.history = ReportHistory(store, NamesOf(view.comparison), gate.candidate_run_id, baseline_ids);
  view.network = NetworkJson(FitsOf(store, baseline_ids), FitsOf(store, candidate_ids));
  const std::string previous = PreviousRun(gate);
  view.commands =
      CommandsJson(ShellText({"mpigauge", "gates", gate.gate_id.substr(0, 8), "--format", "json"}),
                   previous.empty() ? gate.baseline : previous.substr(0, 8), gate.candidate_run_id.substr(0, 8));
  return view;
}

ComparisonView ViewOfSides(Store* store, Comparison comparison, const Side& baseline, const Side& candidate,
                           const std::string& baseline_name, const std::string& candidate_name) {
  ComparisonView view;
  view.comparison = std::move(comparison);
  const std::string command = ShellText({"mpigauge", "compare", baseline_name, candidate_name});
  view.origin = command;
  view.environment = EnvironmentJson(baseline.launches, candidate.launches);
  view.observations = ObservationsJson(view.comparison, baseline.launches, candidate.launches);
  view.commands = CommandsJson(command + " --format json", baseline_name, candidate_name);
  if (store == nullptr) return view;
  view.calibration = NewestCalibration(*store);
  view.history = ReportHistory(*store, NamesOf(view.comparison), candidate.launches.back().run_id, RunIdsOf(baseline));
  view.network = NetworkJson(FitsOf(*store, RunIdsOf(baseline)), FitsOf(*store, RunIdsOf(candidate)));
  return view;
}

}  // namespace mpigauge
