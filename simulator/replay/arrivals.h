#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "simulator/replay/lanes.h"

namespace mpigauge {

// Messages that a rank waits for together. It takes in one after the other as they arrive, in each scenario for itself;
// those that were there before it waited, in the order in which they were added.
template <int K>
class Arrivals {
 public:
  void Clear() {
    times_.clear();
    overheads_.clear();
    alike_ = true;
  }

  // When a message is there, at the earliest when the wait begins, and how long it keeps the rank. Messages of the same
  // `row` keep it equally long.
  void Add(const Lanes<K>& time, const Lanes<K>& overhead, std::uint32_t row) {
    if (times_.empty()) {
      row_ = row;
      overhead_ = overhead;
    } else if (alike_ && row != row_) {
      alike_ = false;
      overheads_.assign(times_.size(), overhead_);
    }
    if (!alike_) overheads_.push_back(overhead);
    times_.push_back(time);
  }

  // Moves `time` from the beginning of the wait to its end.
  void Take(Lanes<K>& time) {
    if (alike_ && times_.size() <= kFew) {
      SortAlike();
      for (const Lanes<K>& arrival : times_) time = Max(time, arrival) + overhead_;
    } else {
      for (std::size_t lane = 0; lane < K; ++lane) time[lane] = EndOf(lane, time[lane]);
    }
  }

 private:
  static constexpr std::size_t kFew = 8;

  // As the overheads are the same, only times change places: no branches.
  void SortAlike() {
    for (std::size_t end = times_.size(); end > 1; --end) {
      for (std::size_t i = 1; i < end; ++i) {
        const Lanes<K> later = Max(times_[i - 1], times_[i]);
        times_[i - 1] = Min(times_[i - 1], times_[i]);
        times_[i] = later;
      }
    }
  }

  double EndOf(std::size_t lane, double time) {
    order_.clear();
    for (std::size_t i = 0; i < times_.size(); ++i) {
      order_.emplace_back(times_[i][lane], i, alike_ ? overhead_[lane] : overheads_[i][lane]);
    }
    std::sort(order_.begin(), order_.end());
    for (const auto& [arrival, number, overhead] : order_) time = std::max(time, arrival) + overhead;
    return time;
  }

  std::vector<Lanes<K>> times_;
  Lanes<K> overhead_{};              // of the first one, and of all that are alike
  std::vector<Lanes<K>> overheads_;  // where they are not alike
  std::vector<std::tuple<double, std::size_t, double>> order_;
  std::uint32_t row_ = 0;
  bool alike_ = true;
};

}  // namespace mpigauge
