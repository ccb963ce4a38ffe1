#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/json.h"
#include "baselines/store/store.h"

namespace mpigauge {

// The lists of the store, as `mpigauge ... --format json` prints them and the server's page shows them.

// {"run_id", "started_at", "library", "status", "launches", "complete"} of each run, newest first.
Json RunsJson(Store& store);

// How people call the library of each run, by its id.
std::map<std::string, std::string> LibrariesOf(Store& store);

// {"gate_id", "decided_at", "verdict", "baseline", "candidate", "candidate_run_id", "library", "fail", "inconclusive",
// "pass", "forgotten_at"} of the newest gates, newest first. Three of them count series. Gates that are not forgotten
// have "".
Json GatesJson(Store& store, std::int64_t most);

Json GateJson(const GateResult& gate, const std::map<std::string, std::string>& libraries);

// Gates as in GatesJson: of each baseline the newest one ("newest": true), and failures that stand (WhereThingsStand).
Json StandingJson(Store& store);

// {"name", "version", "created_at", "note", "kind", "keep", "runs"} of each baseline's newest version.
Json BaselinesJson(Store& store);
Json ToJson(const Baseline& baseline);

// {"name", "case", "family", "parameters"} of each series, by name.
Json SeriesJson(Store& store);

// The calibrations that `mpigauge calibrate` stored, newest first: the JSON of each with "calibration_id" and
// "made_at".
Json CalibrationsJson(Store& store);

}  // namespace mpigauge
