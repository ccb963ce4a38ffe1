#pragma once

#include <optional>
#include <string>

#include "baselines/compare/compare.h"
#include "baselines/store/store.h"

namespace mpigauge {

// What becomes of a side of which no launch came to its end: it is refused, or what its launches had measured until
// then is taken, so that it can be looked at (SKaMPI 3.3 [SK12]). The label says so then.
enum class Unfinished { kRefuse, kTake };

// One side of a comparison out of the store. Only complete launches count; the others are kept as lost. Throws Error
// (usage) where there is no complete one.

// The launches of all runs of a baseline; nothing where no baseline has this name.
std::optional<Side> BaselineSide(Store& store, const std::string& name, Store::Detail detail);

// `reference` as Store::FindRun has it.
Side RunSide(Store& store, const std::string& reference, Store::Detail detail,
             Unfinished unfinished = Unfinished::kRefuse);

// The same, and a run without a complete launch is a side, too: it may be one of a library that does not work.
Side WholeRunSide(Store& store, const std::string& reference, Store::Detail detail);

// Launches that are not complete are lost.
void SeparateLost(Side& side);

// Throws Error (usage) where no launch is complete and nothing is, or may be, taken of the others.
void RequireLaunches(Side& side, Unfinished unfinished);

}  // namespace mpigauge
