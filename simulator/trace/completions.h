#pragma once

// What became of a rank's requests. Internal to this folder.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "simulator/trace/event.h"

namespace mpigauge {

// Looks ahead in a rank's trace: a receive's match is written where it completes, but needed where it starts.
class Completions {
 public:
  explicit Completions(const RankTrace& trace) {
    for (const TraceEvent& event : trace.events) {
      for (const TraceMatch& match : event.matches) {
        if (match.request != 0) matches_.push_back(&match);
      }
    }
    std::stable_sort(matches_.begin(), matches_.end(),
                     [](const TraceMatch* a, const TraceMatch* b) { return a->request < b->request; });
    if (!matches_.empty()) next_.resize(std::size_t{matches_.back()->request} + 1, matches_.size());
    for (std::size_t i = matches_.size(); i-- > 0;) next_[matches_[i]->request] = i;
  }

  // Of the request that is started now: a persistent one is started and completed several times. Null: it never
  // completed.
  const TraceMatch* Next(std::uint32_t request) {
    if (request >= next_.size()) return nullptr;
    const std::size_t next = next_[request];
    if (next >= matches_.size() || matches_[next]->request != request) return nullptr;
    ++next_[request];
    return matches_[next];
  }

 private:
  std::vector<const TraceMatch*> matches_;  // by request, then in the order of the calls
  std::vector<std::size_t> next_;           // of each request
};

}  // namespace mpigauge
