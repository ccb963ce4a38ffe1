#pragma once

#include <prometheus/metric_family.h>

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "baselines/store/store.h"
#include "dashboards/metrics/labels.h"

namespace mpigauge {

// Values of many times, written as OpenMetrics text with timestamps: families one after the other, in each the time
// series one after the other, in each the times ascending, and "# EOF", as `promtool tsdb create-blocks-from
// openmetrics` needs it.
class HistoryText {
 public:
  // The gauges as they were at `unix_time`. A value that a time series has for that time already is replaced.
  void Add(double unix_time, const std::vector<prometheus::MetricFamily>& families);

  std::size_t samples() const;
  void Write(std::ostream& out) const;

 private:
  struct Family {
    std::string help;
    std::map<std::string, std::map<double, double>> series;  // by labels as they are written: value by time
  };
  std::map<std::string, Family> families_;
};

// "2026-11-01" (its first second, UTC) or "2026-11-01T12:00:00Z" as seconds since 1970. Throws Error (usage).
double ParseSince(const std::string& text);

struct Backfilled {
  std::size_t gates = 0;
  std::size_t runs = 0;
  std::size_t calibrations = 0;
  std::size_t samples = 0;
};

// Writes each gate, run and calibration since then as `serve` would have shown it at the time when it was decided,
// started or made, and the changes of the whole history that began since then: OpenMetrics text, see HistoryText.
// Whether there is a store (mpigauge_up), how many runs it has and its baselines are no part of it: that is known of
// today alone.
Backfilled WriteHistory(Store& store, double since, const ConstantLabels& labels, std::ostream& out);

}  // namespace mpigauge
