#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ci/launch/launcher.h"

namespace mpigauge {

// A launch that takes turns with others.
struct TurnLaunch {
  LaunchPlan plan;
  MpiInstall install;
  LaunchId id;
  std::filesystem::path folder;  // of its record
  std::function<Command(const LaunchPlan&, const MpiInstall&)> start = StartHere;
  Deadline deadline = {};  // it is ended then

  // The command that starts it, by this plan: its own, or one with more arguments.
  Command StartCommand(const LaunchPlan& by) const;
};

// Whether a launch of a circle did not begin to measure, so that nothing of that circle counts. Launches of it would
// have had less company than the others, and a side of which some took turns and others did not differs from one whose
// launches all did.
bool CircleIsUndone(const std::vector<LaunchOutcome>& outcomes);

// The order in which so many launches start: any order is as likely as any other. Which processors the ranks of a
// launch share may depend on the launches that start beside it. Were the launches started in pairs of one of each
// library, two equal libraries could differ in each pair, and the rank sum within a circle, which takes all ways to
// deal the launches out for equally likely, would err. So the order deals them out in all ways.
std::vector<std::size_t> StartOrder(std::size_t launches, std::uint64_t seed);

// How launches in turns do, for people.
struct TurnsShown {
  std::function<void(int pass)> measure = {};  // about once a second, with the number of the pass that is measured
  std::function<void(std::size_t launch, double seconds)> waits = {};  // once: it was started, and has not begun
  double waits_after_seconds = 10;
};

// Says that a launch such as "launch 3 of new" has not begun so many seconds after it was started.
std::string WaitsText(const std::string& launch, double seconds);

// Starts all of them in that order, the first one alone and then two at a time, and lets them take turns (Circle);
// comes back when all have ended. None starts after the first one's deadline. Returns the outcome of each launch, in
// their order. A launch that crashes, hangs or never begins leaves the others alone. If one that sleeps is seen to take
// a processor, all are ended before the turns begin, and its outcome tells how much (LaunchOutcome::waiting). Each may
// take its plan's time limit once for every launch of the circle, and once for a single turn. Throws Error where one of
// them cannot be started at all.
std::vector<LaunchOutcome> LaunchInTurns(const std::vector<TurnLaunch>& launches, std::uint64_t seed,
                                         const TurnsShown& shown = {});

// Adds a variable to each plan's environment that makes arguments and environment of all launches equally long: where
// the stack of a process begins depends on their length, and times depend on that. It counts everything that mpigauge
// gives the ranks: the install's environment and the plan's, and the program with all of its arguments; and what Open
// MPI's launcher makes of them once more (OMPI_COMMAND, OMPI_ARGV).
void PadEnvironments(std::vector<TurnLaunch>& launches);

// The length of these arguments and of the environment, in bytes.
std::size_t LengthOf(const TurnLaunch& launch);

}  // namespace mpigauge
