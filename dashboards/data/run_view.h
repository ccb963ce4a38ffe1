#pragma once

#include <string>

#include "base/json.h"
#include "baselines/compare/compare.h"
#include "baselines/store/store.h"

namespace mpigauge {

// The figures of a run, its launches merged by the median: {"label", "launches", "unfinished", "notes", "figure",
// "series": [{"name", "measured_as", "seconds", "relative_deviation", "launches_seconds", "late", "faults"}]}. `figure`
// is one of MergedFigureNames().
Json FiguresJson(const Side& side, const std::string& figure);

// RunsJson with "previous" for each: the id of the run before it that measured the same (PreviousRuns), or "".
Json ServedRunsJson(Store& store);

// Everything about one run: {"run": as in ServedRunsJson, "figures": FiguresJson of the medians, or null where no
// launch left any, "gates": [as in GatesJson, with "role"], newest first, "baselines": [names], "tags": [names]}. The
// role says how the run was in the gate: "candidate" or "baseline".
Json RunViewJson(Store& store, const Run& run);

}  // namespace mpigauge
