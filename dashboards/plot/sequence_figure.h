#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "baselines/history/changes.h"
#include "baselines/store/store.h"

namespace mpigauge {

struct SequencePoint {
  std::string run_id;
  std::string library;
  std::string started_at;
  double seconds = 0;  // the median over the launches of their medians
  double low = 0;      // the smallest and the largest launch median
  double high = 0;
};

// A series over the runs that can be drawn as one: those of one identity on one track, and what changed in them.
struct SequenceFigure {
  std::string identity;
  std::vector<SequencePoint> points;  // oldest first
  std::vector<Movement> movements;    // `begin` and `end` are places in `points`
};

// The figures of the series in `history`, whose launches are in `points`.
std::vector<SequenceFigure> SequenceFigures(const History& history, const std::vector<HistoryPoint>& points,
                                            const ChangesSettings& settings);

// Draws the figure as text for a terminal with lines of this many columns: the plot over dates (or times, where all
// runs are of one day), and a line for each change. Empty where there are fewer than two runs.
std::string SequenceText(const SequenceFigure& figure, std::size_t columns, bool colors);

// [{"identity", "points": [{"run_id", "library", "started_at", "median_seconds", "low_seconds", "high_seconds"}],
// "changes": [{"run_id", "kind", "ratio", "p_value"}]}]; times in seconds.
Json ToJson(const std::vector<SequenceFigure>& figures);

}  // namespace mpigauge
