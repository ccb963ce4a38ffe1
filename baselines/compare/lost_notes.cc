#include "baselines/compare/lost_notes.h"

#include <fmt/format.h>

#include <algorithm>

namespace mpigauge {
namespace {

bool IsOneRun(const Side& side) {
  const auto same = [&](const LaunchRecord& launch) { return launch.run_id == side.lost[0].run_id; };
  return std::all_of(side.launches.begin(), side.launches.end(), same) &&
         std::all_of(side.lost.begin(), side.lost.end(), same);
}

}  // namespace

void NoteUnfinished(const Side& side, const std::string& who, std::vector<std::string>& notes) {
  if (!side.unfinished) return;
  for (const LaunchRecord& launch : side.launches) {
    notes.push_back(fmt::format("launch {} of the {} did not come to its end ({}: {}); what it had measured is shown",
                                launch.launch_index + 1, who, LaunchStatusName(launch.status), launch.status_text));
  }
}

void NoteLost(const Side& side, const std::string& who, std::vector<std::string>& notes) {
  if (side.lost.empty()) return;
  notes.push_back(fmt::format("{} of {} launches of the {} did not come to their end, and their times do not count",
                              side.lost.size(), side.launches.size() + side.lost.size(), who));
  constexpr std::size_t kMostTold = 5;
  for (std::size_t i = 0; i < std::min(kMostTold, side.lost.size()); ++i) {
    const LaunchRecord& launch = side.lost[i];
    notes.push_back(fmt::format("launch {} of the {}{}: {}: {}", launch.launch_index + 1, who,
                                IsOneRun(side) ? "" : fmt::format(" (run {})", launch.run_id.substr(0, 8)),
                                LaunchStatusName(launch.status), launch.status_text));
  }
  if (side.lost.size() > kMostTold) {
    notes.push_back(fmt::format("{} more of the {} did not either", side.lost.size() - kMostTold, who));
  }
}

}  // namespace mpigauge
