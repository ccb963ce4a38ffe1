#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace mpigauge {

// The state of a rank in a replay: the rank computes, is busy with MPI (also in a collective), or waits.
enum class RankState { kCompute, kOverhead, kBlocked };

std::string RankStateName(RankState state);  // "compute", "overhead", "blocked"
// Throws Error (usage) for an unknown text.
RankState RankStateFromName(std::string_view name);

// Times are in seconds from the beginning of the replay.
struct TimelineSpan {
  double begin = 0;
  double end = 0;
  RankState state = RankState::kCompute;
};

struct TimelineRow {
  int rank = 0;
  std::vector<TimelineSpan> spans = {};
};

// The critical path while it stays on one rank.
struct CriticalStay {
  int rank = 0;
  double begin = 0;
  double end = 0;
};

// A program replayed on one side's network.
struct TimelineSide {
  double parallel_seconds = 0;
  std::vector<TimelineRow> rows = {};  // of the ranks that are shown
  std::vector<CriticalStay> critical_path = {};
};

// An application replayed on both sides' networks, as a page draws it.
struct ApplicationTimeline {
  std::string application = {};
  std::size_t ranks = 0;        // of the program; rows may be fewer
  double parallel_seconds = 0;  // of the longer side
  TimelineSide baseline = {};
  std::optional<TimelineSide> candidate = {};  // none: the replay with the candidate's costs does not end
};

Json ToJson(const ApplicationTimeline& timeline);

}  // namespace mpigauge
