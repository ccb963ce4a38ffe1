#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "simulator/trace/event.h"

// Follows a rank's requests, and numbers those that are active at the same time. Internal to this folder.

namespace mpigauge {

// Gives out the lowest number that is free.
class Slots {
 public:
  static constexpr std::uint16_t kNone = UINT16_MAX;

  // kNone: all are taken.
  std::uint16_t Take() {
    if (!returned_.empty()) {
      const std::uint16_t slot = *returned_.begin();
      returned_.erase(returned_.begin());
      return slot;
    }
    return end_ < kMost ? end_++ : kNone;
  }

  void Return(std::uint16_t slot) { returned_.insert(slot); }

  std::size_t active() const { return end_ - returned_.size(); }

 private:
  static constexpr std::uint16_t kMost = 60000;
  std::uint16_t end_ = 0;
  std::set<std::uint16_t> returned_;
};

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
    for (std::size_t i = 0; i < matches_.size(); ++i) {
      if (i > 0 && matches_[i]->request == matches_[i - 1]->request) continue;
      requests_.push_back(matches_[i]->request);
      next_.push_back(i);
    }
  }

  // Returns the next completion of the request that is started now: a persistent one is started and completed several
  // times. Null: it never completed.
  const TraceMatch* Next(std::uint32_t request) {
    const std::size_t place = PlaceOf(request);
    if (place == requests_.size()) return nullptr;
    const std::size_t next = next_[place];
    if (next >= matches_.size() || matches_[next]->request != request) return nullptr;
    ++next_[place];
    return matches_[next];
  }

 private:
  // Returns the place in requests_; its size if the request is not there. Requests are numbered from 1 on, and most of
  // them complete: then it is the number itself that leads there. A damaged trace may have any.
  std::size_t PlaceOf(std::uint32_t request) const {
    if (request - 1 < requests_.size() && requests_[request - 1] == request) return request - 1;
    const auto found = std::lower_bound(requests_.begin(), requests_.end(), request);
    return found != requests_.end() && *found == request ? static_cast<std::size_t>(found - requests_.begin())
                                                         : requests_.size();
  }

  std::vector<const TraceMatch*> matches_;  // by request, then in the order of the calls
  std::vector<std::uint32_t> requests_;     // that complete, in their order
  std::vector<std::size_t> next_;           // of each of them, the place of what is next in matches_
};

}  // namespace mpigauge
