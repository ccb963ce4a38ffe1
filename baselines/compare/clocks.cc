#include "baselines/compare/clocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "base/units.h"
#include "baselines/compare/turn_alignment.h"
#include "record/timer_facts.h"

namespace mpigauge {
namespace {

constexpr double kMostTicksApart = 0.01;  // of the ticks in a second

std::string ContextOf(const LaunchRecord& launch, const char* key) {
  const auto found = launch.environment.context.find(key);
  return found == launch.environment.context.end() ? "" : found->second;
}

// "timers disagree in 3 of 10 launches of the candidate: ..."; empty where they do in none.
std::string DisagreeingTimers(const Side& side, const char* who) {
  std::string first;
  std::size_t count = 0;
  for (const LaunchRecord& launch : side.launches) {
    const std::string text = ContextOf(launch, kTimersDisagree);
    if (text.empty()) continue;
    if (count++ == 0) first = text;
  }
  if (count == 0) return "";
  return fmt::format("timers disagree in {} of {} launches of the {}: {}", count, side.launches.size(), who, first);
}

// The least and the most ticks in a second of the launches of a circle.
using TicksByCircle = std::map<std::string, std::pair<double, double>>;

void AddTicks(const Side& side, TicksByCircle& circles) {
  for (const LaunchRecord& launch : side.launches) {
    const std::string circle = CircleOf(launch);
    const double ticks = std::strtod(ContextOf(launch, kTicksPerSecond).c_str(), nullptr);
    if (circle.empty() || !(ticks > 0)) continue;
    auto& [least, most] = circles.try_emplace(circle, ticks, ticks).first->second;
    least = std::min(least, ticks);
    most = std::max(most, ticks);
  }
}

std::string DifferentTicks(const Side& baseline, const Side& candidate) {
  TicksByCircle circles;
  AddTicks(baseline, circles);
  AddTicks(candidate, circles);
  double ratio = 1;
  for (const auto& [circle, ticks] : circles) ratio = std::max(ratio, ticks.second / ticks.first);
  if (ratio <= 1 + kMostTicksApart) return "";
  return fmt::format(
      "a second of one launch has {} ticks of the processor's counter beside another launch that took "
      "turns with it on the same nodes: one of their clocks is wrong",
      FormatChange(ratio));
}

std::string ControlsApart(const ControlMovement& movement) {
  if (!movement.apart) return "";
  return fmt::format(
      "work without MPI takes {} in the candidate's launches, which took turns with the baseline's: the "
      "machine cannot change for one side alone, so the clock or the program is not the same",
      FormatChange(movement.ratio));
}

}  // namespace

std::vector<std::string> ClockDoubts(const Side& baseline, const Side& candidate, const ControlMovement& movement) {
  std::vector<std::string> doubts;
  for (std::string doubt : {DisagreeingTimers(baseline, "baseline"), DisagreeingTimers(candidate, "candidate"),
                            DifferentTicks(baseline, candidate), ControlsApart(movement)}) {
    if (!doubt.empty()) doubts.push_back(std::move(doubt));
  }
  return doubts;
}

}  // namespace mpigauge
