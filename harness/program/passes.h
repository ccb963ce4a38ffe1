#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <regex>
#include <string>
#include <vector>

#include "harness/clock/clock_keeper.h"
#include "harness/environment/reference_kernels.h"
#include "harness/program/engines.h"
#include "harness/program/growth.h"
#include "harness/program/launch_budget.h"
#include "harness/program/options.h"
#include "harness/program/watchdog.h"
#include "harness/state/visit.h"
#include "harness/turns/turns.h"
#include "record/journal.h"

namespace mpigauge {

// Rank 0 alone acts, on files or devices; where it fails, all ranks throw its error. Collective.
void OnRoot(const Control& control, const std::function<void()>& action);

// The passes of a launch: what is measured when, and what becomes of it.
class Passes {
 public:
  // `journal` is rank 0's and may be nullptr. `turns` is nullptr where the launch does not take turns with others; one
  // that does has as many passes as its options say from the start, and measures nothing again: its clock runs while
  // others measure.
  Passes(const Options& options, Engines& engines, ClockKeeper& clocks, ReferenceKernels& references,
         Watchdog& watchdog, std::vector<Series>& series, JournalWriter* journal, Turns* turns, double tick_seconds)
      : options_(options),
        engines_(engines),
        world_(engines.world().control),
        clocks_(clocks),
        references_(references),
        watchdog_(watchdog),
        series_(series),
        journal_(journal),
        turns_(turns),
        tick_seconds_(tick_seconds),
        sizes_(kBytes, options.planner.get(), options.estimator, options.series),
        rank_counts_(kRanks, options.rank_planner.get(), options.estimator, options.series),
        passes_(turns == nullptr ? options.passes : PassesInTurns()),
        budget_(options.time_budget_seconds, options.passes, options.least_observations) {
    if (!options.last.empty()) last_.emplace(options.last);
  }

  // Runs all of them. Collective.
  void Run(std::uint64_t seed);

 private:
  // All visits of the series of a group come before those of the next group.
  enum class Group { kUsual, kLeavesTraces, kMayCrash };
  Group GroupOf(const Series& series) const;
  bool IsVisited(const Series& series, Group group) const;
  bool CanGoOn(Group group) const;
  std::vector<std::size_t> Unfinished(Group group) const;
  bool TakeMorePasses();
  int PassesInTurns() const;
  void AwaitTurn(const Series& series);
  std::vector<std::size_t> OnlyOnce() const;
  void Shuffle(std::vector<std::size_t>& order, std::mt19937_64& random) const;
  std::string Doing(const Series& series) const;
  VisitPlan Plan(std::size_t index);
  void ShareOutTime();
  void Begin(const Series& series);
  void End(Series& series, SeriesRecord visit);
  void Visit(std::size_t index);
  SeriesRecord Measure(std::size_t index);
  std::int64_t AdoptedRepetitions(std::size_t index);
  void Adopted(std::size_t index, const std::vector<double>& times, std::optional<Fault> fault);
  void ShowProgress();

  using Clock = std::chrono::steady_clock;

  const Options& options_;
  Engines& engines_;
  const Control& world_;  // of all ranks of the launch
  ClockKeeper& clocks_;
  ReferenceKernels& references_;
  Watchdog& watchdog_;
  std::vector<Series>& series_;
  JournalWriter* journal_;
  Turns* turns_;
  double tick_seconds_;  // the timer's resolution; known on rank 0, which alone stops
  Growth sizes_;
  Growth rank_counts_;
  std::optional<std::regex> last_;
  int pass_ = 0;
  int passes_;  // of a series, so far; the same on all ranks
  std::int64_t visits_ = 0;
  LaunchBudget budget_;
  std::vector<std::int64_t> visit_budgets_ns_;  // of the running pass; rank 0's
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_shown_ = start_;
};

}  // namespace mpigauge
