#pragma once

// Numbers of requests that are active at the same time. Internal to this folder.

#include <cstddef>
#include <cstdint>
#include <set>

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

}  // namespace mpigauge
