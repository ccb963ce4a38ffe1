#pragma once

#include <string>
#include <vector>

#include "baselines/verdict/rank_sum_table.h"
#include "baselines/verdict/spending.h"
#include "baselines/verdict/strata.h"

namespace mpigauge {

enum class Decision { kOpen, kPass, kFail, kInconclusive };

std::string DecisionName(Decision decision);  // "open", "pass", "fail", "inconclusive"

// One look at launches that were made side by side, with what it cost of either error rate.
struct Look {
  std::size_t baseline_launches = 0;
  std::size_t candidate_launches = 0;
  double change = 0;      // Hodges-Lehmann within strata, log
  double p_slower = 1;    // exact rank sum within strata: slower than the baseline
  double fail_level = 0;  // the level that p_slower must reach here
  double fail_spent = 0;  // of the suite's error rate, by this hypothesis so far
  double p_within = 1;    // the same test: slower by less than the tolerance
  double pass_level = 0;
  double pass_spent = 0;  // of the chance to pass a series that is slower by the tolerance
  Decision decision = Decision::kOpen;
};

// Stage 2 of one hypothesis: a series, or the mean of a family. Group-sequential exact rank-sum test over launches
// that were made side by side, within the circles that took turns. It passes where it is proved slower by less than the
// tolerance; it fails where it is proved slower at all and not proved within the tolerance; it is inconclusive where
// the last look does neither. A difference that the timer cannot tell from none proves neither: what passes has its
// best estimate below the tolerance by more than that, and what fails above it.
class GroupSequential {
 public:
  // `miss`: the chance that what is slower by exactly the tolerance (log) passes. `log_tick`: the difference that the
  // timer cannot tell from none.
  GroupSequential(double log_tolerance, double miss, double log_tick = 0)
      : log_tolerance_(log_tolerance), miss_(miss), log_tick_(log_tick) {}

  bool open() const { return decision_ == Decision::kOpen; }
  Decision decision() const { return decision_; }
  const std::vector<Look>& looks() const { return looks_; }

  // Takes the next look at all launches so far (logarithms) and passes where that is proved.
  void TakeLook(const Strata& launches, SpendingPlan& plan, RankSumTable& table);

  // Whether the last look shows it slower at the part `alpha` of the suite's error rate. If so, it fails.
  bool FailsAt(double alpha, SpendingPlan& plan);

  // No more launches come: what is open is inconclusive.
  void Close();

 private:
  void Settle(Decision decision);

  double log_tolerance_;
  double miss_;
  double log_tick_;
  Decision decision_ = Decision::kOpen;
  std::vector<Look> looks_;
  std::vector<double> information_;  // of the looks
};

}  // namespace mpigauge
