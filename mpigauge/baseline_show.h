#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "baselines/named/named.h"
#include "baselines/named/spread.h"
#include "baselines/store/store.h"

namespace mpigauge {

// The part of a baseline that belongs to one environment.
struct EnvironmentReport {
  EnvironmentKey key;
  std::vector<Run> runs;              // oldest first
  std::vector<std::size_t> launches;  // complete ones, of each run
  std::vector<SeriesSpread> series;
};

struct BaselineReport {
  Baseline baseline;
  std::vector<EnvironmentReport> environments;
};

// Reads all observations, run by run.
BaselineReport ReportBaseline(Store& store, const Baseline& baseline);

// Writes the report for people; `all`: every series, not only the medians over them.
std::string BaselineText(const BaselineReport& report, bool all);

Json ToJson(const BaselineReport& report);

// "note: run 3f2a77c1: bcast/bytes:8/ranks:2: an error in 10 of 10 launches (rank 1: ...)": a line for each fault of
// these runs. Nothing where they have none.
std::string FaultNotes(Store& store, const std::vector<std::string>& run_ids);

}  // namespace mpigauge
