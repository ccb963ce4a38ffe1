#include "baselines/compare/without_times.h"

#include <cmath>

namespace mpigauge {

SeriesComparison WithoutTimes(const SeriesRecord& series, Broken broken, const std::string& why) {
  SeriesComparison result;
  result.name = series.name;
  result.case_name = series.case_name;
  result.family = series.family;
  result.parameters = series.parameters;
  result.broken = broken;
  result.why_broken = why;
  result.p_slower = result.p_adjusted = result.p_faster_adjusted = std::nan("");
  result.ratio = result.low = result.high = result.level = std::nan("");
  result.baseline_median = result.candidate_median = std::nan("");
  result.local_ratio = std::nan("");
  return result;
}

}  // namespace mpigauge
