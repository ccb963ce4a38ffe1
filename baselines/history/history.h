#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/record/record.h"

namespace mpigauge {

struct HistoryRun {
  std::string run_id;
  std::string library;  // how people call it
  std::string started_at;
  Environment environment;  // of its first complete launch
};

// One series over the runs that measured it.
struct SeriesHistory {
  std::string name;
  std::string identity;  // with case version and method: what was measured otherwise is another series
  std::string case_name;
  std::string family;
  Parameters parameters;
  std::vector<std::uint32_t> runs;  // places in History::runs, ascending
  std::vector<double> log_seconds;  // for each of them, the logarithm of the median over its launches
};

struct History {
  std::vector<HistoryRun> runs;  // oldest first
  std::vector<SeriesHistory> series;
};

}  // namespace mpigauge
