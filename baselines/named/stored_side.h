#pragma once

#include <optional>
#include <string>

#include "baselines/compare/compare.h"
#include "baselines/store/store.h"

namespace mpigauge {

// One side of a comparison out of the store. Only complete launches count. Throws Error (usage) where there is none.

// The launches of all runs of a baseline; nothing where no baseline has this name.
std::optional<Side> BaselineSide(Store& store, const std::string& name, Store::Detail detail);

// `reference` as Store::FindRun has it.
Side RunSide(Store& store, const std::string& reference, Store::Detail detail);

// Drops launches that are not complete. Throws Error (usage) where none is left.
void KeepComplete(Side& side);

}  // namespace mpigauge
