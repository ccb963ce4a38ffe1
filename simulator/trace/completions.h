#pragma once

// What became of a rank's requests. Internal to this folder.

#include <cstdint>
#include <deque>
#include <unordered_map>

#include "simulator/trace/event.h"

namespace mpigauge {

// Looks ahead in a rank's trace: a receive's match is written where it completes, but needed where it starts.
class Completions {
 public:
  explicit Completions(const RankTrace& trace) {
    for (const TraceEvent& event : trace.events) {
      for (const TraceMatch& match : event.matches) {
        if (match.request != 0) matches_[match.request].push_back(&match);
      }
    }
  }

  // Of the request that is started now: a persistent one is started and completed several times. Null: it never
  // completed.
  const TraceMatch* Next(std::uint32_t request) {
    const auto found = matches_.find(request);
    if (found == matches_.end() || found->second.empty()) return nullptr;
    const TraceMatch* match = found->second.front();
    found->second.pop_front();
    return match;
  }

 private:
  std::unordered_map<std::uint32_t, std::deque<const TraceMatch*>> matches_;
};

}  // namespace mpigauge
