#pragma once

#include <cstdint>
#include <vector>

#include "ci/launch/campaign_state.h"
#include "ci/launch/launch_in_turns.h"
#include "ci/launch/lessons.h"
#include "ci/launch/plan.h"
#include "ci/launch/turns_taken.h"

namespace mpigauge {

// Where launches are made, and where their results go: this host and its store, or a Slurm job and its folder.
class CircleHost {
 public:
  virtual ~CircleHost() = default;

  // Whether these launches may begin now: nobody has stopped us, and no library was hopeless.
  virtual bool MayBegin(const std::vector<BlockLaunch>& launches) = 0;
  virtual TurnLaunch Prepare(const BlockLaunch& launch) = 0;
  // Makes one launch while no other lives. By default by Launch.
  virtual LaunchOutcome Alone(const TurnLaunch& launch) {
    return Launch(launch.StartCommand(launch.plan), launch.plan.ranks, launch.id, launch.folder);
  }
  // Makes all of them while they take turns. By default by LaunchInTurns.
  virtual std::vector<LaunchOutcome> InTurns(const std::vector<TurnLaunch>& launches, std::uint64_t seed) {
    return LaunchInTurns(launches, seed);
  }
  // A launch has ended; keeps its result. More launches of a hopeless library make no sense (GiveUp).
  virtual void Ended(const BlockLaunch& launch, LaunchOutcome& outcome, bool hopeless) = 0;
};

// Makes launches of several libraries: in circles, where they take turns, or one after the other. Remembers how
// launches ended for those that come later.
class CircleRunner {
 public:
  // Launches of each plan may take turns where `turns` is more than 1; their ranks are spread over `nodes` hosts.
  // `taken`, which must outlive the runner, is told how they did.
  CircleRunner(const std::vector<LaunchPlan>& plans, int turns, int nodes, TurnsTaken& taken)
      : plans_(plans), turns_(turns), nodes_(nodes), taken_(taken), give_up_(plans.size()), last_(plans.size()) {}

  // The number of launches of each library that can take turns now: `wanted`, or fewer (TurnsThatFit).
  int Turns(int wanted) { return TakesTurns() ? TurnsThatFit(wanted, plans_, nodes_, taken_.one_by_one) : 1; }
  // Makes the launches of a circle. If one of them never begins to measure beside the others, all are made again, one
  // after the other. If that goes well, the libraries cannot live together, and later launches do not try to. Nor do
  // they if a launch was busy while it waited (IsBusy): the others were slower for it, whichever library they were of,
  // so that circle is made again, too.
  void Run(const std::vector<BlockLaunch>& circle, std::uint64_t seed, CircleHost& host);
  // A launch has ended, now or before we were killed. Whether its library is hopeless.
  bool Learn(const BlockLaunch& launch, const LaunchOutcome& outcome);

 private:
  bool TakesTurns() const { return plans_.size() > 1 && turns_ > 1 && taken_.one_by_one.empty(); }
  TurnLaunch Prepare(const BlockLaunch& launch, CircleHost& host) const;
  // Takes note of launches that were busy while they waited. Returns whether there is one.
  bool TakeBusy(const std::vector<BlockLaunch>& circle, const std::vector<TurnLaunch>& launches,
                const std::vector<LaunchOutcome>& outcomes);
  // Returns the outcomes if the circle is undone, and otherwise nothing.
  std::vector<LaunchOutcome> RunInTurns(const std::vector<BlockLaunch>& circle, std::uint64_t seed, CircleHost& host);

  std::vector<LaunchPlan> plans_;
  int turns_;
  int nodes_;
  TurnsTaken& taken_;
  std::vector<GiveUp> give_up_;  // of each library
  std::vector<TryLast> last_;    // of each library
};

}  // namespace mpigauge
