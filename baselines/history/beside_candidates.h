#pragma once

#include <map>
#include <set>
#include <string>

#include "baselines/store/store.h"

namespace mpigauge {

// The gate that each run belongs to, by run_id: of its candidate, and of the baseline's library beside that. Reads all
// gates.
std::map<std::string, std::string> GatesOfRuns(Store& store);

// The runs that gates made of their baseline's library, so that it takes turns with a candidate: of libraries that have
// another run. They say how fast an old library is today, and in a history they stand between runs of newer ones. Where
// a library has no other run (a gate of two installs, say), its runs are not among them. By run_id. Reads all gates if
// any library has more than one run.
std::set<std::string> RunsBesideCandidates(Store& store);

}  // namespace mpigauge
