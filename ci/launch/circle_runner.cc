#include "ci/launch/circle_runner.h"

#include <fmt/format.h>

#include <algorithm>

#include "ci/process/stop_signals.h"
#include "record/waiting_use.h"

namespace mpigauge {

bool CircleRunner::Learn(const BlockLaunch& launch, const LaunchOutcome& outcome) {
  last_.at(launch.arm).Learn(outcome);
  give_up_.at(launch.arm).Learn(outcome);
  return give_up_.at(launch.arm).Hopeless();
}

TurnLaunch CircleRunner::Prepare(const BlockLaunch& launch, CircleHost& host) const {
  TurnLaunch prepared = host.Prepare(launch);
  RemoveRecord(prepared.folder, prepared.id.index);  // of a program that outlived its campaign
  last_.at(launch.arm).AppendTo(prepared.plan.bench_arguments);
  return prepared;
}

void CircleRunner::Run(const std::vector<BlockLaunch>& circle, std::uint64_t seed, CircleHost& host) {
  std::vector<LaunchOutcome> undone;
  if (circle.size() > 1 && TakesTurns()) {
    if (!host.MayBegin(circle)) return;
    undone = RunInTurns(circle, seed, host);
    if (undone.empty()) return;
  }
  for (std::size_t i = 0; i < circle.size() && host.MayBegin({circle[i]}); ++i) {
    if (i == 0 && !undone.empty() && taken_.one_by_one.empty()) ++taken_.undone;
    LaunchOutcome outcome = host.Alone(Prepare(circle[i], host));
    host.Ended(circle[i], outcome, Learn(circle[i], outcome));
    const bool never_began = !undone.empty() && undone[i].status == LaunchStatus::kFailed;
    if (never_began && taken_.one_by_one.empty() && outcome.status == LaunchStatus::kComplete)
      taken_.one_by_one = "they could not run at the same time: " + undone[i].text;
  }
}

bool CircleRunner::TakeBusy(const std::vector<BlockLaunch>& circle, const std::vector<TurnLaunch>& launches,
                            const std::vector<LaunchOutcome>& outcomes) {
  if (StopSignals::Requested()) return false;
  std::vector<std::string> labels(plans_.size());
  for (std::size_t i = 0; i < launches.size(); ++i) labels.at(circle[i].arm) = launches[i].plan.library.label;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const LaunchPlan& plan = launches[i].plan;
    const auto& use = outcomes[i].waiting;
    const bool busy = use && IsBusy(*use, plan.ranks, ProcessorsHere() * nodes_);
    const bool silent = !use && outcomes[i].record && outcomes[i].status == LaunchStatus::kComplete;
    if ((!silent && !busy) || !taken_.one_by_one.empty()) continue;
    const std::string name = SideName(labels, circle[i].arm);
    taken_.one_by_one = silent
                            ? fmt::format("those of {} do not say what they took while they waited", name)
                            : fmt::format(
                                  "those of {} took {:.2f} of a processor while they waited for their turn (is there a "
                                  "progress thread?), which makes the others slower",
                                  name, use->all);
  }
  return !taken_.one_by_one.empty();
}

std::vector<LaunchOutcome> CircleRunner::RunInTurns(const std::vector<BlockLaunch>& circle, std::uint64_t seed,
                                                    CircleHost& host) {
  std::vector<TurnLaunch> launches;
  for (const BlockLaunch& launch : circle) launches.push_back(Prepare(launch, host));
  PadEnvironments(launches);
  std::vector<LaunchOutcome> outcomes = host.InTurns(launches, seed);
  if (TakeBusy(circle, launches, outcomes) || CircleIsUndone(outcomes)) {
    // At once, in case we are killed before they are made again.
    for (const TurnLaunch& launch : launches) RemoveRecord(launch.folder, launch.id.index);
    return outcomes;
  }
  const auto of_first = [&](const BlockLaunch& launch) { return launch.arm == circle[0].arm; };
  const auto of_each = static_cast<int>(std::count_if(circle.begin(), circle.end(), of_first));
  taken_.most = std::max(taken_.most, of_each);
  for (std::size_t i = 0; i < circle.size(); ++i) {
    outcomes[i].seconds /= static_cast<double>(circle.size());  // they lived at the same time
    host.Ended(circle[i], outcomes[i], Learn(circle[i], outcomes[i]));
  }
  return {};
}

}  // namespace mpigauge
