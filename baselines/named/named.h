#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "baselines/store/store.h"

namespace mpigauge {

// Where a run or a baseline can be meant, the baseline is: one of the name of a run would hide it, and `compare OLD
// latest` would compare a run with itself.

// Throws Error (usage), naming `what`, where the name means runs: "latest", "latest~N", a UUID, or what can only be the
// beginning of one. Also where it is empty or has control characters.
void CheckBaselineName(std::string_view name, std::string_view what);

// The same, and where there is no baseline of this name yet, nor may a tag be called so, or a run's id begin so.
void CheckBaselineName(Store& store, const std::string& name);

// The operations on a baseline's name. A baseline holds runs of one environment or of several (two kinds of hosts,
// say): a candidate is compared with those of its own. Every change is a new version; older ones stay. A run that
// computed wrong data is taken into none: each operation throws Error (usage) then (run_faults.h).

// The fields that must be equal for two runs to be comparable.
using EnvironmentKey = std::map<std::string, std::string>;

// Returns the key of the run's first complete launch. Throws Error (usage) where it has none: it says nothing then.
EnvironmentKey KeyOf(Store& store, const std::string& run_id);

// A pinned baseline: for the environments of these runs they are all that it holds from now on; runs of other
// environments stay.
Baseline Pin(Store& store, const std::string& name, const std::vector<std::string>& run_ids, const std::string& note);

// A rolling baseline: what it held and these runs, of each environment the newest `keep`. `keep` 0 leaves the number
// as it is, 30 where there is none yet.
Baseline Roll(Store& store, const std::string& name, std::int64_t keep, const std::vector<std::string>& run_ids,
              const std::string& note);

// Throws Error (usage) where there is no baseline of that name, or one that does not roll.
Baseline FindRolling(Store& store, const std::string& name);

struct Promotion {
  Baseline baseline;
  bool added = false;  // false: the run was in it already, and no version was made
};

// Adds an accepted run to a rolling baseline. Throws Error (usage) that names the fields where the run is of an
// environment of which the baseline has no run, and where it is older than all that the baseline keeps.
Promotion Promote(Store& store, const std::string& name, const std::string& run_id);

// "the baselines are: nightly, release", or how to make one where there is none.
std::string BaselinesText(Store& store);

// "pinned", "rolling, 30".
std::string BaselineKind(const Baseline& baseline);

// "baseline nightly, version 7: 12 runs, rolling, 30".
std::string BaselineTitle(const Baseline& baseline);

}  // namespace mpigauge
