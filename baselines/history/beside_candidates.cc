#include "baselines/history/beside_candidates.h"

#include <algorithm>
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

// The runs that gates measured of their baseline's side.
std::set<std::string> RunsOfBaselineSides(Store& store) {
  std::set<std::string> ids;
  for (const GateResult& head : store.gates().Summaries()) {
    const auto gate = store.gates().Find(head.gate_id);  // one at a time: comparisons are large
    if (!gate) continue;
    ReadingJson(store.name() + ": gate " + head.gate_id, [&] {
      const Json runs = gate->comparison.value("runs", Json::object());
      for (const Json& id : runs.value("baseline", Json::array())) ids.insert(id.get<std::string>());
    });
  }
  return ids;
}

}  // namespace

std::set<std::string> RunsBesideCandidates(Store& store) {
  const auto by_library = RunsByLibrary(store);
  const bool any_twice =
      std::any_of(by_library.begin(), by_library.end(), [](const auto& one) { return one.second.size() > 1; });
  if (!any_twice) return {};
  const std::set<std::string> of_baselines = RunsOfBaselineSides(store);
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
