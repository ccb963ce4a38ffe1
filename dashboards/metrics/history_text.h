#pragma once

#include <prometheus/metric_family.h>

#include <iosfwd>
#include <map>
#include <string>
#include <vector>

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

}  // namespace mpigauge
