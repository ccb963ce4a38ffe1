#pragma once

#include <cstddef>

#include "base/json.h"
#include "baselines/store/store.h"

namespace mpigauge {

// All libraries beside each other, of each its newest run on a track (baselines/history/sequence.h):
//
// {"libraries": [{"library", "run_id", "started_at", "track"}], newest first, at most kComparedLibraries
//  "series": [{"name", "case", "measured_as", "median_seconds": [one for each library; null where it has none]}], by
//    name}
//
// Runs of different tracks were measured on machines or with settings that are not comparable.
inline constexpr std::size_t kComparedLibraries = 20;

Json LibrariesJson(Store& store);

}  // namespace mpigauge
