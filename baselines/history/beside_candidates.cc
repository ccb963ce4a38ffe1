#include "baselines/history/beside_candidates.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "base/json.h"

namespace mpigauge {
namespace {

// Returns what all runs of a library have in common: its identity, or for a run without one what people call it.
std::string LibraryKey(const Run& run) {
  const std::string identity = LibraryIdentityOf(run);
  return identity.empty() ? "label " + run.library : "identity " + identity;
}

std::map<std::string, std::vector<std::string>> RunsByLibrary(Store& store) {
  std::map<std::string, std::vector<std::string>> runs;
  for (const Run& run : store.runs().All()) runs[LibraryKey(run)].push_back(run.run_id);
  return runs;
}

// Calls `take` with each run that a gate measured of this side ("baseline", "candidate"), and with the gate's id.
void ForRunsOfGates(Store& store, const std::string& side,
                    const std::function<void(const std::string& run_id, const std::string& gate_id)>& take) {
  for (const GateResult& head : store.gates().Summaries()) {
    const auto gate = store.gates().Find(head.gate_id);  // one at a time: comparisons are large
    if (!gate) continue;
    ReadingJson(store.name() + ": gate " + head.gate_id, [&] {
      const Json runs = gate->comparison.value("runs", Json::object());
      for (const Json& id : runs.value(side, Json::array())) take(id.get<std::string>(), head.gate_id);
    });
  }
}

}  // namespace

std::map<std::string, std::string> GatesOfRuns(Store& store) {
  std::map<std::string, std::string> gates;
  for (const char* side : {"baseline", "candidate"}) {
    // The newest gate of a run comes first: a stored run may be judged again.
    ForRunsOfGates(store, side,
                   [&](const std::string& run_id, const std::string& gate_id) { gates.try_emplace(run_id, gate_id); });
  }
  return gates;
}

std::set<std::string> RunsBesideCandidates(Store& store) {
  const auto by_library = RunsByLibrary(store);
  const bool any_twice =
      std::any_of(by_library.begin(), by_library.end(), [](const auto& one) { return one.second.size() > 1; });
  if (!any_twice) return {};
  std::set<std::string> of_baselines;
  ForRunsOfGates(store, "baseline",
                 [&](const std::string& run_id, const std::string&) { of_baselines.insert(run_id); });
  std::set<std::string> beside;
  for (const auto& [library, runs] : by_library) {
    std::set<std::string> again;
    for (const std::string& id : runs) {
      if (of_baselines.contains(id)) again.insert(id);
    }
    if (again.size() < runs.size()) beside.insert(again.begin(), again.end());
  }
  return beside;
}

}  // namespace mpigauge
