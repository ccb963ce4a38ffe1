#pragma once

#include <optional>
#include <string>
#include <vector>

#include "baselines/store/store.h"
#include "ci/pipeline/config.h"
#include "ci/pipeline/update.h"

namespace mpigauge {

// Versions that are compared one after another ([gate] against = "previous"): which version comes before an update, and
// how the baseline moves on.

// A library that is there now, as an update that begins. `source` outlives it.
struct PresentLibrary {
  const LibrarySource* source = nullptr;
  Update update;
};

// The ids of the versions before a library that is there, the nearest first; all of its baseline. `present` is in the
// order of the configuration, `updates` are those known so far, oldest first. First come those that it replaced in its
// place, then those that stand before it, then those that are not there any more. Not more than twenty.
std::vector<std::string> VersionsBefore(const std::vector<PresentLibrary>& present, const std::string& id,
                                        const std::vector<Update>& updates);

struct PreviousVersion {
  std::string label;
  std::string run_id;  // empty: it will be measured before the update
};

// The nearest version before the update that was measured at the shape, whatever its verdict; versions whose launches
// all failed are passed over. Those in `planned` count as measured. Nothing where there is none.
std::optional<PreviousVersion> FindPrevious(Store* store, const std::vector<Update>& updates,
                                            const std::vector<Update>& planned, const Update& update,
                                            const std::string& shape);

// Makes the run that was measured last the newest of the baseline, of which `keep` stay, unless somebody pinned it.
// Done twice it is as if done once. Returns what was done, or why not.
std::string MoveOn(Store& store, const std::string& baseline, int keep, const std::string& run_id);

}  // namespace mpigauge
