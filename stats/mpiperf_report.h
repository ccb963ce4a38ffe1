#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "stats/interval.h"

namespace mpigauge {

// MPIPerf's report of an operation at one point (Kurnosov, 4 and 5) [KU8, KU9]. The 25% smallest and the 25%
// largest times of the correct launches are left out, everything is of those that are kept; all NaN where there are
// none.
struct MpiperfReport {
  static constexpr std::array<double, 3> kConfidences = {0.90, 0.95, 0.99};

  std::int64_t total = 0;    // launches of the operation: n_t
  std::int64_t correct = 0;  // n_c
  std::int64_t kept = 0;     // n_s
  double mean = 0;
  // SE = sigma / sqrt(n_c): the deviation of the kept ones, over the root of the number of correct ones. That is the
  // paper's own, and less than half of what it should be: the dropped ones varied most, and are counted all the same.
  double standard_error = 0;
  double relative_error = 0;  // the standard error divided by the mean; infinite where nothing is known of it
  // The right standard error of this mean (TrimmedMeanError). NaN if fewer than two were kept.
  double trimmed_mean_error = 0;
  double minimum = 0;
  double maximum = 0;
  // mean +- Student's t times the standard error, for each confidence; nothing for fewer than two kept. The paper does
  // not say how many degrees of freedom t has: here kept - 1. TrimmedMeanInterval is the one that covers what it
  // states.
  std::array<std::optional<Interval>, kConfidences.size()> intervals = {};

  // Half of the interval: E = t SE.
  std::optional<double> AbsoluteError(std::size_t confidence) const {
    if (!intervals[confidence]) return std::nullopt;
    return intervals[confidence]->width() / 2;
  }
};

// Throws std::invalid_argument where a time is not finite.
MpiperfReport ReportAsMpiperf(std::span<const double> correct, std::int64_t total);

}  // namespace mpigauge
