#pragma once

#include <cstdint>

#include "harness/method/least_time.h"
#include "harness/method/stopping_rule.h"
#include "harness/stats/moments.h"

namespace mpigauge {

// Enough is a standard error of the mean of at most `epsilon` times the mean, of at least `least` values.
struct MeanPrecision {
  double epsilon = 0;
  std::int64_t least = 2;
  bool for_least_time = false;  // and all together last as long as LeastTime says
};

// [SK7, SK8]; SKaMPI's reports say "max. allowed standard error is 3.00 %". The paper has one epsilon for both.
inline constexpr MeanPrecision kSkampiPrecision = {0.03, 2, true};

// MPIPerf's second variant [KU7], section 5 of the paper: "the relative error of the mean does not exceed 0.05, and
// the number of successful measurements is at least 10". Of the whole sample: trimmed first, as for the report, the
// error would look half as large as it is.
inline constexpr MeanPrecision kMpiPerfPrecision = {0.05, 10, false};

// Looked at after every observation, it ends a little early on the average: that is the published rule.
class StandardErrorRule : public StoppingRule {
 public:
  // `options.epsilon`, where given, comes before that of `precision`.
  StandardErrorRule(const StoppingOptions& options, const MeanPrecision& precision)
      : StoppingRule(options),
        precision_{options.epsilon.value_or(precision.epsilon), precision.least, precision.for_least_time},
        least_time_(options.tick_seconds, precision_.epsilon) {}

 private:
  void Observe(double seconds, std::int64_t operations) override {
    moments_.Add(seconds);
    least_time_.Add(seconds, operations);
  }
  bool Satisfied() const override {
    if (precision_.for_least_time && !least_time_.IsOver()) return false;
    return moments_.count() >= precision_.least && moments_.RelativeStandardError() <= precision_.epsilon;
  }

  MeanPrecision precision_;
  LeastTime least_time_;
  Moments moments_;
};

}  // namespace mpigauge
