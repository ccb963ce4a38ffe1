#include "dashboards/data/standing.h"

#include <set>
#include <utility>

#include "baselines/compare/comparison.h"

namespace mpigauge {

bool FailureStands(const GateResult& gate) {
  return gate.verdict == VerdictName(Verdict::kFail) && gate.forgotten_at.empty();
}

std::vector<Standing> WhereThingsStand(const std::vector<GateResult>& newest_first,
                                       const std::map<std::string, std::string>& libraries) {
  std::vector<Standing> standing;
  std::set<std::string> baselines;
  std::set<std::pair<std::string, std::string>> seen;
  for (const GateResult& gate : newest_first) {
    const auto found = libraries.find(gate.candidate_run_id);
    const std::string library = found == libraries.end() ? "" : found->second;
    const bool of_baseline = baselines.insert(gate.baseline).second;
    const bool decided = gate.verdict != VerdictName(Verdict::kInconclusive);
    const bool of_library = decided && seen.insert({gate.baseline, library}).second;
    if (of_baseline || (of_library && FailureStands(gate))) standing.push_back({gate, library, of_baseline});
  }
  return standing;
}

}  // namespace mpigauge
