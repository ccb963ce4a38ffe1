#include "dashboards/data/lists.h"

#include <map>

#include "dashboards/data/standing.h"

namespace mpigauge {
namespace {

// How many series have each verdict, in the stored comparison of a gate.
std::map<std::string, int> VerdictCounts(const GateResult& gate) {
  std::map<std::string, int> counts;
  for (const Json& series : gate.comparison.value("series", Json::array())) ++counts[series.value("verdict", "")];
  return counts;
}

// How many series and families of a stored comparison pass by a waiver alone.
int CountWaived(const GateResult& gate) {
  int count = 0;
  for (const char* list : {"series", "families"}) {
    for (const Json& one : gate.comparison.value(list, Json::array())) count += one.value("waived", "").empty() ? 0 : 1;
  }
  return count;
}

constexpr std::int64_t kMostCalibrations = 20;

}  // namespace

std::map<std::string, std::string> LibrariesOf(Store& store) {
  std::map<std::string, std::string> libraries;
  for (const Run& run : store.runs().All()) libraries[run.run_id] = run.library;
  return libraries;
}

Json GateJson(const GateResult& gate, const std::map<std::string, std::string>& libraries) {
  std::map<std::string, int> counts = VerdictCounts(gate);
  const auto library = libraries.find(gate.candidate_run_id);
  return {{"gate_id", gate.gate_id},
          {"decided_at", gate.decided_at},
          {"verdict", gate.verdict},
          {"baseline", gate.baseline},
          {"candidate", gate.comparison.value("candidate", "")},
          {"candidate_run_id", gate.candidate_run_id},
          {"library", library == libraries.end() ? "" : library->second},
          {"fail", counts["fail"]},
          {"inconclusive", counts["inconclusive"]},
          {"pass", counts["pass"]},
          {"waived", CountWaived(gate)},
          {"forgotten_at", gate.forgotten_at}};
}

Json RunsJson(Store& store) {
  Json all = Json::array();
  const auto counts = store.runs().LaunchCounts();
  for (const Run& run : store.runs().All()) {
    const auto count = counts.find(run.run_id);
    const LaunchCount launches = count == counts.end() ? LaunchCount() : count->second;
    all.push_back({{"run_id", run.run_id},
                   {"started_at", run.started_at},
                   {"library", run.library},
                   {"status", RunStatusName(run.status)},
                   {"launches", launches.all},
                   {"complete", launches.complete}});
  }
  return all;
}

Json GatesJson(Store& store, std::int64_t most) {
  const std::map<std::string, std::string> libraries = LibrariesOf(store);
  Json all = Json::array();
  for (const GateResult& gate : store.gates().Newest(most)) all.push_back(GateJson(gate, libraries));
  return all;
}

Json StandingJson(Store& store) {
  const std::map<std::string, std::string> libraries = LibrariesOf(store);
  Json all = Json::array();
  for (const Standing& one : WhereThingsStand(store.gates().Summaries(), libraries)) {
    Json gate = GateJson(store.gates().Find(one.gate.gate_id).value(), libraries);
    gate["newest"] = one.newest;
    all.push_back(std::move(gate));
  }
  return all;
}

Json ToJson(const Baseline& baseline) {
  return {{"name", baseline.name},
          {"version", baseline.version},
          {"created_at", baseline.created_at},
          {"note", baseline.note},
          {"kind", baseline.keep == 0 ? "pinned" : "rolling"},
          {"keep", baseline.keep},
          {"runs", baseline.run_ids}};
}

Json BaselinesJson(Store& store) {
  Json all = Json::array();
  for (const Baseline& baseline : store.baselines().All()) all.push_back(ToJson(baseline));
  return all;
}

Json SeriesJson(Store& store) {
  std::map<std::string, Json> by_name;
  for (const StoredSeries& series : store.history().AllSeries()) {
    const SeriesRecord& what = series.description;
    Json parameters = Json::object();
    for (const auto& [key, value] : what.parameters) parameters[key] = value;
    by_name[what.name] = {
        {"name", what.name}, {"case", what.case_name}, {"family", what.family}, {"parameters", parameters}};
  }
  Json all = Json::array();
  for (auto& [name, one] : by_name) all.push_back(std::move(one));
  return all;
}

Json CalibrationsJson(Store& store) {
  Json all = Json::array();
  for (Calibration& calibration : store.gates().Calibrations(kMostCalibrations)) {
    Json one = {{"calibration_id", calibration.calibration_id}, {"made_at", calibration.made_at}};
    one.update(calibration.content.is_object() ? std::move(calibration.content) : Json::object());
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace mpigauge
