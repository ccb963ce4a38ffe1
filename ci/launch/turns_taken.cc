#include "ci/launch/turns_taken.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "ci/launch/memory_room.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

constexpr int kMostTurns = 100;

}  // namespace

int ParseTurns(const std::string& text, const std::string& what) {
  if (text == "off") return 1;
  int turns = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), turns);
  if (error != std::errc() || end != text.data() + text.size() || turns < 1 || turns > kMostTurns) {
    throw UsageError("{}: '{}' is neither a number of launches from 1 to {} nor off", what, text, kMostTurns);
  }
  return turns;
}

std::vector<std::string> NotesOf(const TurnsTaken& taken) {
  std::vector<std::string> notes;
  if (taken.most > 0) {
    notes.push_back(fmt::format("launches took turns, up to {} of each library at the same time", taken.most));
  }
  if (!taken.one_by_one.empty()) notes.push_back("launches did not take turns: " + taken.one_by_one);
  if (taken.undone > 0) {
    notes.push_back(
        fmt::format("in {} circle(s) of launches some did not begin beside the others; all of their launches "
                    "were made again, one after the other",
                    taken.undone));
  }
  return notes;
}

int TurnsThatFit(int wanted, const std::vector<LaunchPlan>& plans, int nodes, std::string& one_by_one) {
  const auto shares_time = [](const LaunchPlan& plan) {
    const auto& words = plan.bench_arguments;
    return std::any_of(words.begin(), words.end(), [](const std::string& w) { return w.starts_with("--time-budget"); });
  };
  if (std::any_of(plans.begin(), plans.end(), shares_time)) {
    one_by_one = "a time budget is for launches that have the machine for themselves";
    return 1;
  }
  const int libraries = static_cast<int>(plans.size());
  const int ranks = (plans[0].ranks + nodes - 1) / nodes;
  const int fit = LaunchesThatFit(wanted * libraries, ranks, RoomHere()) / libraries;
  if (fit < 1) one_by_one = "this host's memory does not hold one launch of each library";
  return std::max(fit, 1);
}

}  // namespace mpigauge
