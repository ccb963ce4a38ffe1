#include "stats/mpiperf_report.h"

#include <cmath>
#include <limits>
#include <vector>

#include "stats/distribution.h"
#include "stats/finite.h"
#include "stats/moments.h"
#include "stats/trimming.h"

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
    report.mean = report.standard_error = report.relative_error = report.trimmed_mean_error = none;
    report.minimum = report.maximum = none;
    return report;
  }
  Moments moments;
  for (const double time : kept) moments.Add(time);
  report.mean = moments.mean();
  report.standard_error = moments.StandardDeviation() / std::sqrt(static_cast<double>(report.correct));
  report.relative_error = kept.size() < 2 || report.mean <= 0 ? std::numeric_limits<double>::infinity()
                                                              : report.standard_error / report.mean;
  report.trimmed_mean_error = TrimmedMeanError(sorted).value_or(std::numeric_limits<double>::quiet_NaN());
  report.minimum = kept.front();
  report.maximum = kept.back();
  for (std::size_t i = 0; kept.size() > 1 && i < report.intervals.size(); ++i) {
    const double confidence = MpiperfReport::kConfidences[i];
    const double half =
        StudentQuantile((1 + confidence) / 2, static_cast<double>(kept.size() - 1)) * report.standard_error;
    report.intervals[i] = Interval{report.mean - half, report.mean + half, confidence};
  }
  return report;
}

}  // namespace mpigauge
