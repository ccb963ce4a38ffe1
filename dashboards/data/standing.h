#pragma once

#include <map>
#include <string>
#include <vector>

#include "baselines/store/run.h"

namespace mpigauge {

// A gate that says where a library stands.
struct Standing {
  GateResult gate;      // without its comparison
  std::string library;  // how people call the candidate
  bool newest = false;  // of all gates of its baseline
};

// Where things stand: of each baseline the newest gate, and each failure of another library that stands. A failure
// stands until a newer gate of the same library against the same baseline passes, by a waiver too, or until somebody
// forgets it (GateLog::Forget). So a library that fails is not hidden by the next one that passes.
// `newest_first` are all gates, `libraries` what each run is of.
std::vector<Standing> WhereThingsStand(const std::vector<GateResult>& newest_first,
                                       const std::map<std::string, std::string>& libraries);

// Whether its failure stands.
bool FailureStands(const GateResult& gate);

}  // namespace mpigauge
