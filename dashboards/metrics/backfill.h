#pragma once

#include <iosfwd>
#include <string>

#include "baselines/store/store.h"
#include "dashboards/metrics/constant_labels.h"

namespace mpigauge {

// "2026-11-01" (its first second, UTC) or "2026-11-01T12:00:00Z" as seconds since 1970. Throws Error (usage).
double ParseSince(const std::string& text);

struct Backfilled {
  std::size_t gates = 0;
  std::size_t runs = 0;
  std::size_t calibrations = 0;
  std::size_t samples = 0;
};

// What `serve` would have shown of each gate, run and calibration since then, at the time when it was decided, started
// or made, and the changes of the whole history that began since then: OpenMetrics text, see HistoryText. Whether there
// is a store (mpigauge_up), how many runs it has and its baselines are no part of it: that is known of today alone.
Backfilled WriteHistory(Store& store, double since, const ConstantLabels& labels, std::ostream& out);

}  // namespace mpigauge
