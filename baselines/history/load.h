#pragma once

#include <functional>
#include <string>

#include "baselines/history/history.h"
#include "baselines/store/store.h"

namespace mpigauge {

// What of the store is looked at; everything where a function is empty.
struct HistoryFilter {
  std::function<bool(const SeriesRecord&)> series;
  std::function<bool(const Run&)> run;
};

// Runs with at least one complete launch, oldest first, and the series that any of them measured. Takes 12 bytes for
// each series and run.
History LoadHistory(Store& store, const HistoryFilter& filter);

}  // namespace mpigauge
