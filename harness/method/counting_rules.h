#pragma once

#include <cstdint>

#include "harness/method/least_time.h"
#include "harness/method/stopping_rule.h"

namespace mpigauge {

// Nothing but the bounds.
class BoundsRule : public StoppingRule {
 public:
  using StoppingRule::StoppingRule;

 private:
  void Observe(double, std::int64_t) override {}
  bool Satisfied() const override { return false; }
};

// As many as the most: the budget alone does not end it.
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

}  // namespace mpigauge
