#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "baselines/history/changes.h"
#include "baselines/history/history.h"
#include "harness/base/json.h"

namespace mpigauge {

// What is written of a history, and how its values are written.
struct HistoryWriting {
  std::function<bool(const SeriesHistory&)> shown;   // the others were looked at for the sake of causes: controls
  std::function<Json(const SeriesHistory&)> values;  // {"run": [...], "median_seconds": [...], ...}
  std::vector<std::string> baseline_run_ids;         // marked
};

// The history in the form that history.h describes.
Json HistoryJson(const History& history, const HistoryWriting& writing);

}  // namespace mpigauge
