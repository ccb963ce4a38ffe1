#pragma once

#include "base/json.h"
#include "baselines/store/store.h"

namespace mpigauge {

// Where things stand, library by case, as the page's start draws it:
//
// {"libraries": [{"gate_id", "decided_at", "verdict", "baseline", "library"}], newest first: the gates of
//    WhereThingsStand, and the newest gates of other libraries
//  "cases": [{"case", "cells": [one for each library: null, or {"verdict", "ratio", "series"} of its worst series],
//    "levels": [numbers or nulls]}], by name}
//
// The verdict is "fail", "inconclusive", "waived" or "pass"; the ratio of a series without times is null. The levels
// are of a case over the newest runs on the track of the newest gate's candidate, oldest first: the geometric mean of
// its series, each divided by its own mean over these runs, and null where a run has none of them.
Json OverviewJson(Store& store);

}  // namespace mpigauge
