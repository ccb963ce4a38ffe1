#include "harness/record/two_times.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "harness/base/units.h"
#include "harness/stats/estimator.h"

namespace mpigauge {
namespace {

constexpr double kSignificant = 0.1;
constexpr double kAnyConfidence = 0.95;  // of an interval that nobody looks at

double Estimated(std::vector<double> times, std::int64_t warm_up, std::string_view estimator) {
  times.erase(times.begin(), times.begin() + warm_up);
  return EstimateBy(estimator, times, kAnyConfidence).value;
}

}  // namespace

TwoTimes TwoTimesOf(const SeriesRecord& series, std::string_view estimator) {
  std::vector<double> own;
  for (const Pass& pass : series.passes) own.insert(own.end(), pass.local_seconds.begin(), pass.local_seconds.end());
  return {Estimated(own, series.warm_up_observations, estimator),
          Estimated(series.Observations(), series.warm_up_observations, estimator)};
}

std::string DisagreementNote(const SeriesRecord& series, std::string_view estimator) {
  const TwoTimes times = TwoTimesOf(series, estimator);
  const double share = times.first_to_last / times.longest - 1;
  if (!(std::fabs(share) > kSignificant)) return "";
  return fmt::format(
      "{}: the two times disagree: {} from the first start to the last end, {} on the rank that took longest "
      "({:+.0f}%); the ranks did not start together\n",
      series.name, FormatSeconds(times.first_to_last), FormatSeconds(times.longest), share * 100);
}

}  // namespace mpigauge
