#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/json.h"
#include "baselines/history/changes.h"
#include "baselines/history/history.h"
#include "baselines/store/store.h"

namespace mpigauge {

// A report looks back over so many runs, a page of the server over more: it shows few series at once.
inline constexpr std::size_t kReportRuns = 200;
inline constexpr std::size_t kServedRuns = 1000;
inline constexpr std::int64_t kServedSteps = 100;  // gates, of which a page shows the steps

// The history of series over the runs of the store has this form:
//
// {"runs": [{"run_id", "library", "started_at", "track"}], oldest first; runs of one track follow each other, those of
//    different ones were measured on machines or with settings that are not comparable
//  "series": {NAME: {"run": [places], "median_seconds": [...], "low_seconds": [...], "high_seconds": [...],
//    "launches": [...]}},
//  "changes": [{"case", "series": [NAMES], "run": place, "run_before": place, "ratio", "kind", "cause", "sizes",
//    "p_value", "environment": [texts], "text"}],
//  "baseline_runs": [places],
//  "fewest_runs": a series with fewer runs shows no change (kFewestRuns)}
//
// A series that was measured in several ways (another version of the case, another method) has its newest one under its
// name, and the others under what identifies them.

// Returns the history for a report: the series of these names, in the newest kReportRuns runs that follow or precede
// the run `run_id` on one track, where there are at least two. Medians alone, with six digits. `baseline_run_ids` are
// marked. Null where there is nothing to look back at.
Json ReportHistory(Store& store, const std::vector<std::string>& names, const std::string& run_id,
                   const std::vector<std::string>& baseline_run_ids);

// Returns the history for few series: all tracks, the newest kServedRuns runs, with the smallest and the largest launch
// median, as `mpigauge history` prints them. The runs of all baselines are marked. Throws Error (usage) naming similar
// series where one is not known. It has "gate_steps" as well: what each of the newest kServedSteps gates did to these
// series, as `mpigauge gates --series` prints it. Where such a gate cannot be read, there are none, and
// "gate_steps_error" says why.
Json SeriesHistoryJson(Store& store, const std::vector<std::string>& names);

// The choice of series that are written of a history, and how their values are written.
struct HistoryWriting {
  std::function<bool(const SeriesHistory&)> shown;   // the others were looked at for the sake of causes: controls
  std::function<Json(const SeriesHistory&)> values;  // {"run": [...], "median_seconds": [...], ...}
  std::vector<std::string> baseline_run_ids;         // marked
};

// The history in the form that history.h describes.
Json HistoryJson(const History& history, const HistoryWriting& writing);

}  // namespace mpigauge
