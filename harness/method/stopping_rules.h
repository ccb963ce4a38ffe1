#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/method/stopping_rule.h"
#include "stats/moments.h"

namespace mpigauge {

// How long the repetitions of an operation must last in all, so that the tick of the timer matters less than epsilon:
// at least tick / epsilon. Source: SKaMPI 3.1 [SK8].
class LeastTime {
 public:
  // The tick in seconds.
  LeastTime(double tick_seconds, double epsilon) : least_seconds_(tick_seconds / epsilon) {}

  // `operations` of `seconds` each.
  void Add(double seconds, std::int64_t operations) { total_seconds_ += seconds * static_cast<double>(operations); }

  bool IsOver() const { return total_seconds_ >= least_seconds_; }

 private:
  double least_seconds_;
  double total_seconds_ = 0;
};

// This rule has nothing but the bounds.
class BoundsRule : public StoppingRule {
 public:
  using StoppingRule::StoppingRule;

 private:
  void Observe(double, std::int64_t) override {}
  bool Satisfied() const override { return false; }
};

// This rule wants as many observations as the most: the budget alone does not end it.
class FixedRule : public BoundsRule {
 public:
  explicit FixedRule(const StoppingOptions& options) : BoundsRule(Exact(options)) {}
  void BeginVisit(const StoppingOptions& visit) override { BoundsRule::BeginVisit(Exact(visit)); }

 private:
  static StoppingOptions Exact(StoppingOptions options) {
    options.least_observations = options.most_observations;
    return options;
  }
};

// LeastTime alone [SK8].
class LeastTimeRule : public StoppingRule {
 public:
  explicit LeastTimeRule(const StoppingOptions& options)
      : StoppingRule(options), least_time_(options.tick_seconds, options.epsilon.value_or(0.01)) {}

 private:
  void Observe(double seconds, std::int64_t operations) override { least_time_.Add(seconds, operations); }
  bool Satisfied() const override { return least_time_.IsOver(); }

  LeastTime least_time_;
};

// Enough is more than either number of starts.
struct StartCounts {
  std::int64_t all = 0;  // late ones too
  std::int64_t valid = 0;
};

// MPIPerf's first variant [KU7], section 5 of the paper: "the number of measurements is larger than 100 or that of
// correct ones larger than 30".
inline constexpr StartCounts kMpiPerfStarts = {100, 30};

class StartCountRule : public StoppingRule {
 public:
  StartCountRule(const StoppingOptions& options, const StartCounts& counts) : StoppingRule(options), counts_(counts) {}

 private:
  void Observe(double, std::int64_t) override { ++all_, ++valid_; }
  void ObserveLate() override { ++all_; }
  bool Satisfied() const override { return all_ > counts_.all || valid_ > counts_.valid; }

  StartCounts counts_;
  std::int64_t all_ = 0;
  std::int64_t valid_ = 0;
};

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

// Enough is an interval of the median, by order statistics at `confidence`, that is narrower than epsilon (0.02)
// times the median: precision of the very number that is reported. It is looked at when the sample has grown by a
// quarter, so all sorting together costs as much as a few sorts of the whole. Ending where it happens to be narrow
// makes it cover the median in about 94% of cases instead of 95% (simulated, independent skewed values); correlated
// observations cost more.
class MedianIntervalRule : public StoppingRule {
 public:
  explicit MedianIntervalRule(const StoppingOptions& options)
      : StoppingRule(options), epsilon_(options.epsilon.value_or(0.02)) {}

 private:
  void Observe(double seconds, std::int64_t operations) override;
  bool Satisfied() const override { return satisfied_; }
  bool Judge() const;

  double epsilon_;
  std::vector<double> sample_;
  std::size_t next_look_ = 6;  // below, the median has no interval at 0.95
  bool satisfied_ = false;     // at the last look
};

// ReproMPI's coefficient of variation (Hunold and Carpen-Amarie): the mean without outliers, or the median, of all
// observations, of all but the last, ... of all but the last nine; enough is a standard deviation of these ten
// below epsilon (0.01) times their mean. Looked at after n_0 observations, then n_i + step 2^i: batches double.
// Neighbouring prefixes hold nearly the same values, so this says that the number has settled, not that it is
// precise; `median-interval` says the latter.
class PrefixRule : public StoppingRule {
 public:
  using Statistic = double (*)(std::span<const double> sorted);
  static double Mean(std::span<const double> sorted);  // within Tukey's fences, of more than ten
  static double Median(std::span<const double> sorted);

  PrefixRule(const StoppingOptions& options, Statistic statistic);

 private:
  void Observe(double seconds, std::int64_t operations) override;
  bool Satisfied() const override { return satisfied_; }
  bool Judge() const;

  Statistic statistic_;
  double epsilon_;
  std::vector<double> sample_;
  std::size_t next_look_;
  std::size_t step_;
  bool satisfied_ = false;  // at the last look
};

}  // namespace mpigauge
