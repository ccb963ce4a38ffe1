#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "baselines/compare/gate_decision.h"
#include "baselines/verdict/rank_sum_table.h"
#include "baselines/verdict/spending.h"
#include "stats/stratified_rank_sum.h"

namespace mpigauge {

// The name of the circle in which each launch took turns. An empty name, or no names at all: it took no turns.
struct Circles {
  std::vector<std::string> baseline;
  std::vector<std::string> candidate;
};

// The values of one hypothesis, grouped by which launches can be exchanged if the sides are equal: launches of a circle
// with each other, and all that took no turns with each other. A value that is missing (NaN) is left out, and so is a
// circle of one side.
class Strata {
 public:
  Strata() = default;
  // One value for each launch of a side.
  Strata(std::span<const double> baseline, std::span<const double> candidate, const Circles& circles);

  const std::vector<Stratum>& all() const { return all_; }
  std::size_t baseline_launches() const;
  std::size_t candidate_launches() const;

  // The information of the rank sum within strata, in units that cancel: of two looks, the statistics' correlation is
  // the root of the ratio. A circle adds what it has once and for all, m n / (m + n + 1) by van Elteren's weights; of
  // launches that took no turns it is m n / (m + n).
  double Information() const { return information_; }

 private:
  std::vector<Stratum> all_;
  double information_ = 0;
};

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
  // change, p and levels of the launches' floors, where they were given.
  double floor_change = std::numeric_limits<double>::quiet_NaN();
  double p_floor_within = 1;
  double floor_level = 0;
  bool by_floor = false;  // the floors passed it, and not the medians
  Decision decision = Decision::kOpen;
};

// Stage 2 of one hypothesis: a series, or the mean of a family. Group-sequential exact rank-sum test over launches
// that were made side by side, within the circles that took turns. It passes where it is proved slower by less than the
// tolerance; it fails where it is proved slower at all and not proved within the tolerance; it is inconclusive where
// the last look does neither. A difference that the timer cannot tell from none proves neither: what passes has its
// best estimate below the tolerance by more than that, and what fails above it.
//
// Some operations take one of two times, by where their data lie in the library's buffers, and each launch has its own
// share of the slower ones. Then medians differ so much from launch to launch that they prove nothing. For these there
// are the floors: the fastest observation of each visit. A series passes by its floors where they are proved slower by
// less than the tolerance, and the medians give no hint of a slowdown: their best estimate is within the tolerance, and
// p_slower is above 25%, or above 5% once half of the planned launches are made. A floor is one reading of the
// timer and is spread over no others, so it hides a whole tick. Floors fail nothing. (The minimum as
// what a machine's noise does not reach: Chen and Revels, Robust benchmarking in noisy environments, 2016.)
class GroupSequential {
 public:
  // `miss`: the chance that what is slower by exactly the tolerance (log) passes. `log_tick`: the difference that the
  // timer cannot tell from none. `floor_miss`: the chance that what has floors slower by exactly the tolerance passes
  // by them.
  GroupSequential(double log_tolerance, double miss, double log_tick = 0, double floor_miss = 0)
      : log_tolerance_(log_tolerance), miss_(miss), log_tick_(log_tick), floor_miss_(floor_miss) {}

  bool open() const { return decision_ == Decision::kOpen; }
  Decision decision() const { return decision_; }
  const std::vector<Look>& looks() const { return looks_; }

  // Takes the next look at all launches so far (logarithms of medians, and of floors) and passes where that is proved.
  // `floor_log_tick`: the difference of floors that the timer cannot tell from none.
  void TakeLook(const Strata& launches, SpendingPlan& plan, RankSumTable& table, const Strata& floors = {},
                double floor_log_tick = 0);

  // Whether the last look shows it slower at the part `alpha` of the suite's error rate. If so, it fails.
  bool FailsAt(double alpha, SpendingPlan& plan);

  // No more launches come: what is open is inconclusive.
  void Close();

 private:
  void LookAtFloors(const Strata& floors, double log_tick, SpendingPlan& plan, RankSumTable& table, Look& look);
  void SetDecision(Decision decision);

  double log_tolerance_;
  double miss_;
  double log_tick_;
  double floor_miss_;
  Decision decision_ = Decision::kOpen;
  std::vector<Look> looks_;
  std::vector<double> information_;  // of the looks
  std::vector<double> floor_information_;
};

}  // namespace mpigauge
