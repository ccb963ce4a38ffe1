#include "harness/stats/mpiperf_report.h"

#include <limits>
#include <vector>

#include "harness/stats/finite.h"
#include "harness/stats/mean_interval.h"
#include "harness/stats/moments.h"
#include "harness/stats/trimmed_mean.h"

namespace mpigauge {

MpiperfReport ReportAsMpiperf(std::span<const double> correct, std::int64_t total) {
  const std::vector<double> sorted = Sorted(correct);
  const auto drop = static_cast<std::size_t>(kTrimmedShare * static_cast<double>(sorted.size()));
  const auto kept = std::span(sorted).subspan(drop, sorted.size() - 2 * drop);
  MpiperfReport report;
  report.total = total;
  report.correct = static_cast<std::int64_t>(sorted.size());
  report.kept = static_cast<std::int64_t>(kept.size());
  if (kept.empty()) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    report.mean = report.standard_error = report.relative_error = report.minimum = report.maximum = none;
    return report;
  }
  Moments moments;
  for (const double time : kept) moments.Add(time);
  report.mean = moments.mean();
  report.standard_error = moments.StandardError();
  report.relative_error = moments.RelativeStandardError();
  report.minimum = kept.front();
  report.maximum = kept.back();
  for (std::size_t i = 0; i < report.intervals.size(); ++i) {
    report.intervals[i] = MeanInterval(kept, MpiperfReport::kConfidences[i]);
  }
  return report;
}

}  // namespace mpigauge
