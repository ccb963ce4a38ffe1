#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stats/interval.h"

namespace mpigauge {

// One number for a sample, and how sure it is.
struct Estimate {
  double value = 0;                  // NaN of an empty sample
  std::optional<Interval> interval;  // nothing where the sample is too small or the estimator has none
};

// Interval: `median` and `p99` by order statistics, `trimmed-mean` by Tukey and McLaughlin, `mean` by Student;
// `minimum` has none: it is not the estimate of something that another sample would have too.
const std::vector<std::string>& EstimatorNames();

// The estimate that `name` is the name of. Throws UsageError, with the names that there are, for an unknown one,
// and std::invalid_argument where a value is not finite or the confidence not between 0 and 1.
Estimate EstimateBy(std::string_view name, std::span<const double> values, double confidence);

}  // namespace mpigauge
