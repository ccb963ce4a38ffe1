#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "baselines/compare/compare.h"
#include "baselines/compare/turn_alignment.h"
#include "baselines/store/store.h"
#include "baselines/verdict/suite_decision.h"
#include "ci/launch/launches.h"
#include "ci/launch/plan.h"

namespace mpigauge {

// Measures both libraries in one allocation with interleaved launches, so that drift of the machine cancels.
class SideBySide {
 public:
  // `launches` are of the baseline and of the candidate.
  SideBySide(std::unique_ptr<Launches> launches, const Launches::Deadline& deadline, std::ostream* progress,
             Store& store);

  // Makes this many more launches of each library, of the named series and the controls, or of all if none are named.
  struct Fresh {
    std::vector<LaunchRecord> baseline;
    std::vector<LaunchRecord> candidate;
  };
  Fresh Launch(int launches, const std::vector<std::string>& only);

  // Throws Error (not measured) if there is nothing to compare: no launch of the baseline ended well, or none of the
  // candidate was made.
  void RequireBothSides() const;
  // Whether there is something to compare.
  bool HasBothSides() const;

  // Launches until everything is decided, the budget is spent or somebody stops it. Throws as RequireBothSides() does,
  // but not where the budget is spent: what others have decided until then stands.
  void LaunchUntilDecided(const std::vector<SuiteSeries>& suite, const std::vector<std::string>& controls,
                          SuiteDecision& decision);

  // Series whose tails or means look worse, and the controls, get launches until there are `most` of each library, or
  // time is spent: these are tested once, on as many launches whatever they showed before, so this look costs no error
  // rate.
  void LookAtTails(const CompareSettings& settings, int most, const std::vector<std::string>& controls);

  // Says that nothing more will be launched.
  void End() { launches_->End(); }

  // All launches so far.
  Side baseline() const { return sides_[0]; }
  Side candidate() const { return sides_[1]; }
  std::string run_id(std::size_t side) const { return launches_->Runs()[side].run_id; }
  std::vector<std::string> Problems() const;
  // Notes on how the launches were made.
  std::vector<std::string> Notes() const { return launches_->Notes(); }
  // "12 launches of each library", and why it ended before its time.
  std::string CostText() const;

 private:
  std::vector<LaunchRecord> NewLaunches(std::size_t side);
  void Keep(const Fresh& fresh);

  std::unique_ptr<Launches> launches_;
  Launches::Deadline deadline_;
  Store& store_;
  std::ostream* progress_;
  Side sides_[2];
  int looked_at_ = 0;  // launches of each library that earlier looks have read from the store
  TurnAlignment alignment_;
};

}  // namespace mpigauge
