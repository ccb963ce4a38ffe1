#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "baselines/compare/gate_decision.h"
#include "baselines/verdict/group_sequential.h"
#include "baselines/verdict/screen.h"

namespace mpigauge {

struct SuiteSettings {
  double alpha = 0.05;         // the chance of any false fail in the whole suite, families and all looks included
  double spent_elsewhere = 0;  // the part of alpha that tails and lost launches have (kTailShare, kLossShare)
  double family_weight = 0.5;  // the families' part of it, as long as there are families and series to settle
  double miss = 0.015;         // stage 2: the chance that a series slower by exactly its tolerance passes
  double floor_miss = 0.003;   // the same by its floors alone (GroupSequential), in addition
  ScreenSettings screen;
  std::vector<int> looks = LooksUpTo(kMostLaunches);  // launches a side
  double family_tolerance = 0.5;                      // a family may move by this part of its members' mean tolerance
  std::size_t smallest_family = 3;                    // series
};

// A series as the decision sees it.
struct SuiteSeries {
  std::string name;
  double tolerance = 0.05;            // 0.05: 5% slower is accepted
  std::vector<std::string> families;  // "allreduce over bytes, ranks 2", "allreduce over ranks, 8 B"
  std::vector<double> run_values;     // RunValue of the stored runs, oldest first; the same runs for all series, NaN
                                      // where one has no value
  double log_tick = 0;                // a difference that the timer cannot tell from none
  SameState state = {};               // of the machine in the stored runs and in the new one
  // If a state of the machine was taken out of `run_values` and of the new run: the measured values of the stored runs,
  // and as the last one that of the new run. Else empty.
  std::vector<double> measured_values = {};
};

// The decision on a series or on a family.
struct Settled {
  std::string name;
  std::vector<std::size_t> members;  // a family's series; empty for a series
  double tolerance = 0;
  std::optional<ScreenResult> screen;  // stage 1, where there was one
  std::vector<Look> looks;             // stage 2, where it came to that
  Decision decision = Decision::kOpen;
  double log_tick = 0;  // a difference that the timer cannot tell from none

  // It passed by its floors, and not by its medians.
  bool PassedByFloor() const { return decision == Decision::kPass && !looks.empty() && looks.back().by_floor; }
};

// One launch: a logarithm for each series that was asked for, in that order; NaN where it has none.
using LaunchLogs = std::vector<double>;

// Their floors: of each launch of a side the same for its fastest observations. Empty where they are not known.
struct Floors {
  std::vector<LaunchLogs> baseline;
  std::vector<LaunchLogs> candidate;
  std::vector<double> log_ticks;  // of each series: the difference of floors that the timer cannot tell from none
};

// The series to measure next, side by side.
struct LaunchRequest {
  int launches_a_side = 0;          // more than there are
  std::vector<std::size_t> series;  // empty: everything is decided
};

// Levels and null distributions, kept: many decisions of one plan of looks may share them.
struct DecisionTables {
  explicit DecisionTables(const SuiteSettings& settings) : plan(settings.looks) {}

  SpendingPlan plan;
  RankSumTable rank_sums;
};

// The decision over a suite in two stages, without a word of how launches come about: the gate and the simulation use
// this same code.
//
// 1. Screen(): a stored baseline passes what is clearly within its tolerance, series and families.
// 2. While Next() asks for series: launch both libraries side by side and Add() the launches. Every Add() is a look.
//    Where nothing can be launched, DecideByRuns() says what the stored runs alone can say.
//
// Any false fail has at most the chance alpha: series and families that stage 1 left unclear are tested on fresh
// launches alone, by Holm's procedure with weights (Holm 1979) over group-sequential tests (Maurer and Bretz 2013),
// which holds whatever the correlation between series. A family has one number per launch, the trimmed mean over its
// series, so correlation between them is in the test.
class SuiteDecision {
 public:
  SuiteDecision(std::vector<SuiteSeries> series, SuiteSettings settings,
                std::shared_ptr<DecisionTables> tables = nullptr);

  // Stage 1: the candidate's launches of all series. Without it everything is settled side by side. Series that are
  // `doubtful` by another figure than these do not pass here, and neither does what met another state of the machine.
  // Where a state was taken out, p is the larger one of that with it and that without: this can make series pass, and
  // none fail.
  void Screen(const std::vector<LaunchLogs>& candidate, const std::set<std::string>& doubtful = {});

  // Decides without stage 2: what Screen() left open fails where it is slower than the stored runs differ among
  // themselves (Student's t by Holm over all series and families), and is inconclusive otherwise. Nothing fails against
  // fewer runs than stage 1 needs.
  void DecideByRuns();

  LaunchRequest Next() const;

  // Adds as many launches as were asked for, or fewer if some went wrong, with their circles and floors.
  void Add(const std::vector<LaunchLogs>& baseline, const std::vector<LaunchLogs>& candidate,
           const Circles& circles = {}, const Floors& floors = {});

  // The budget is spent: what is open is inconclusive.
  void Stop();

  const SuiteSettings& settings() const { return settings_; }
  std::vector<Settled> Series() const;
  std::vector<Settled> Families() const;
  // Fail if any fails, else inconclusive if any is, else pass; open while Next() asks for launches.
  Decision OutcomeOfMedians() const;

 private:
  // A hypothesis: a series or a family.
  struct Hypothesis {
    std::string name;
    std::vector<std::size_t> members;  // of a series: itself
    double tolerance = 0;
    double log_tick = 0;  // of a family as its value is made: the trimmed mean
    bool family = false;
    bool screened_out = false;
    std::optional<ScreenResult> screen;
    GroupSequential test;
    std::optional<Decision> by_runs;

    bool open() const { return !screened_out && !by_runs && test.open(); }
    Decision decision() const { return screened_out ? Decision::kPass : by_runs.value_or(test.decision()); }
  };

  // A series on one side.
  struct SideValues {
    std::vector<double> logs;          // of each launch, NaN where it has none
    std::vector<double> floors;        // likewise
    std::vector<std::string> circles;  // of each launch
  };

  void AddHypothesis(std::string name, std::vector<std::size_t> members, double tolerance, bool family);
  void AddFamilies();
  double TickOf(const std::vector<std::size_t>& members) const;
  ScreenResult ScreenOne(const Hypothesis& hypothesis, const std::vector<double>& new_values, bool as_measured) const;
  SameState StateOf(const std::vector<std::size_t>& members) const;
  double MeanTolerance(const std::vector<std::size_t>& members) const;
  void AddSide(const std::vector<LaunchLogs>& launches, const std::vector<LaunchLogs>& floors,
               const std::vector<std::size_t>& series, const std::vector<std::string>& circles,
               std::vector<SideValues>& side);
  void TakeLooks();
  Strata LaunchesOf(const Hypothesis& hypothesis) const;
  Strata FloorsOf(const Hypothesis& hypothesis) const;
  void FailByHolm();
  double AlphaOf(const Hypothesis& hypothesis, bool among_all) const;
  std::vector<Settled> Report(bool families) const;

  std::vector<SuiteSeries> series_;
  SuiteSettings settings_;
  std::vector<Hypothesis> hypotheses_;  // the series in their order, then the families
  std::vector<SideValues> baseline_;    // of each series
  std::vector<SideValues> candidate_;
  std::vector<double> floor_log_ticks_;  // of each series, the largest so far
  std::size_t looks_taken_ = 0;
  std::shared_ptr<DecisionTables> tables_;
};

// The whole decision for the store and the report: settings, series and families with their stages.
GateDecision GateDecisionOf(const SuiteDecision& decision);

}  // namespace mpigauge
