#pragma once

#include <optional>
#include <string>

#include "baselines/compare/compare.h"
#include "baselines/store/store.h"

namespace mpigauge {

// One side of a comparison out of the store. Only complete launches count; the others are kept as lost. Throws Error
// (usage) where there is no complete one.

// The launches of all runs of a baseline; nothing where no baseline has this name.
std::optional<Side> BaselineSide(Store& store, const std::string& name, Store::Detail detail);

// `reference` as Store::FindRun has it.
Side RunSide(Store& store, const std::string& reference, Store::Detail detail);

// The same, and a run without a complete launch is a side, too: it may be one of a library that does not work.
Side WholeRunSide(Store& store, const std::string& reference, Store::Detail detail);

// Launches that are not complete are lost.
void SeparateLost(Side& side);

// Throws Error (usage) where no launch is complete.
void RequireComplete(const Side& side);

}  // namespace mpigauge
