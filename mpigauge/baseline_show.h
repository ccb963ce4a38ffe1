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

}  // namespace mpigauge
