#include "dashboards/data/run_view.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "baselines/compare/merge.h"
#include "baselines/compare/run_notes.h"
#include "baselines/named/stored_side.h"
#include "dashboards/data/lists.h"
#include "dashboards/data/related_runs.h"

namespace mpigauge {
namespace {

constexpr std::int64_t kSearchedGates = 200;  // the newest

Json MergedJson(const MergedSeries& merged) {
  Json faults = Json::array();
  for (const Fault& fault : merged.faults) {
    faults.push_back({{"kind", FaultKindName(fault.kind)}, {"rank", fault.rank}, {"message", fault.message}});
  }
  return {{"name", merged.series->name},
          {"measured_as", merged.series->method.Text()},
          {"seconds", merged.seconds},
          {"relative_deviation", merged.relative_deviation},
          {"launches_seconds", merged.launches_seconds},
          {"late", merged.late},
          {"faults", faults}};
}

// Null where no launch left anything.
Json FiguresOfRun(Store& store, const std::string& run_id) {
  try {
    return FiguresJson(RunSide(store, run_id, LaunchDetail::kSummaries, Unfinished::kTake), "median");
  } catch (const Error& error) {
    if (error.code() != ExitCode::kUsage) throw;
    return nullptr;
  }
}

std::set<std::string> BaselinesWith(Store& store, const std::string& run_id) {
  std::set<std::string> names;
  for (const Baseline& baseline : store.baselines().All()) {
    const std::vector<std::string>& ids = baseline.run_ids;
    if (std::find(ids.begin(), ids.end(), run_id) != ids.end()) names.insert(baseline.name);
  }
  return names;
}

// "candidate", "baseline", or "" where it was neither. A stored baseline counts with its runs of today.
std::string RoleIn(const GateResult& gate, const Run& run, const std::set<std::string>& baselines) {
  if (gate.candidate_run_id == run.run_id) return "candidate";
  const Json runs = gate.comparison.value("runs", Json::object());
  for (const char* side : {"candidate", "baseline"}) {
    for (const Json& id : runs.value(side, Json::array())) {
      if (id.get<std::string>() == run.run_id) return side;
    }
  }
  return baselines.contains(gate.baseline) && run.started_at <= gate.decided_at ? "baseline" : "";
}

Json GatesWith(Store& store, const Run& run, const std::set<std::string>& baselines) {
  const std::map<std::string, std::string> libraries = LibrariesOf(store);
  Json all = Json::array();
  for (const GateResult& gate : store.gates().Newest(kSearchedGates)) {
    const std::string role = RoleIn(gate, run, baselines);
    if (role.empty()) continue;
    Json one = GateJson(gate, libraries);
    one["role"] = role;
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace

Json FiguresJson(const Side& side, const std::string& figure) {
  std::vector<std::string> notes;
  AddNotes({UnfinishedNotes(side, "run"), LostNotes(side, "run")}, notes);
  Json series = Json::array();
  for (const MergedSeries& merged : MergeLaunches(side.launches, figure)) series.push_back(MergedJson(merged));
  return {{"label", side.label},
          {"launches", side.launches.size()},
          {"unfinished", side.unfinished},
          {"notes", std::move(notes)},
          {"figure", figure},
          {"series", std::move(series)}};
}

Json ServedRunsJson(Store& store) {
  const std::map<std::string, std::string> previous = PreviousRuns(store.runs().All(), store.runs().LaunchCounts());
  Json all = RunsJson(store);
  for (Json& run : all) {
    const auto found = previous.find(run.at("run_id").get<std::string>());
    run["previous"] = found == previous.end() ? "" : found->second;
  }
  return all;
}

Json RunViewJson(Store& store, const Run& run) {
  Json shown = nullptr;
  for (Json& one : ServedRunsJson(store)) {
    if (one.at("run_id").get<std::string>() == run.run_id) shown = std::move(one);
  }
  const std::set<std::string> baselines = BaselinesWith(store, run.run_id);
  Json tags = Json::array();
  for (const auto& [tag, run_id] : store.runs().Tags()) {
    if (run_id == run.run_id) tags.push_back(tag);
  }
  return {{"run", std::move(shown)},
          {"figures", FiguresOfRun(store, run.run_id)},
          {"gates", GatesWith(store, run, baselines)},
          {"baselines", baselines},
          {"tags", std::move(tags)}};
}

}  // namespace mpigauge
