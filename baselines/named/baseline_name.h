#pragma once

#include <string>
#include <string_view>

#include "baselines/store/store.h"

namespace mpigauge {

// Where a run or a baseline can be meant, the baseline is: one of the name of a run would hide it, and `compare OLD
// latest` would compare a run with itself.

// Throws Error (usage), naming `what`, where the name means runs: "latest", "latest~N", a UUID, or what can only be the
// beginning of one. Also where it is empty or has control characters.
void CheckBaselineName(std::string_view name, std::string_view what);

// The same, and where there is no baseline of this name yet, nor may a run's id begin so.
void CheckBaselineName(Store& store, const std::string& name);

}  // namespace mpigauge
