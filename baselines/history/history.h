#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "baselines/store/store.h"
#include "record/record.h"

namespace mpigauge {

struct HistoryRun {
  std::string run_id;
  std::string library;  // how people call it
  std::string started_at;
  Environment environment;  // of its first complete launch
};

// Says in the key of its environment that launches of a run took turns with those of another library: it and a run that
// was measured alone are no points of one line. `in_turns` as RunArchive::RunsInTurns() has it.
void MarkTurns(const std::set<std::string>& in_turns, HistoryRun& run);
// Whether a key is of such a run.
bool TookTurns(const std::map<std::string, std::string>& key);

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

// A filter selects series and runs of the store; an empty function selects all.
struct HistoryFilter {
  std::function<bool(const SeriesRecord&)> series;
  std::function<bool(const Run&)> run;
};

// Runs with at least one complete launch, oldest first, and the series that any of them measured. Takes 12 bytes for
// each series and run.
History LoadHistory(Store& store, const HistoryFilter& filter);

}  // namespace mpigauge
