#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mpigauge::collectives {

// Whether all ranks have blocks of the same length.
enum class Sharing { kEqual, kUneven };

// How a buffer is shared out: one block for each rank, one after the other. In elements.
struct Blocks {
  std::vector<int> counts;
  std::vector<int> places;  // where the blocks begin
};

// `ranks` blocks of `count` elements, or of this many on average: uneven blocks grow in equal steps from almost nothing
// to almost 2 * count, and `shift` of the small ones come last.
inline Blocks MakeBlocks(Sharing sharing, int ranks, std::int64_t count, int shift = 0) {
  // Elements in the k smallest blocks; all of them together have ranks * count.
  const auto smallest = [&](std::int64_t k) {
    return sharing == Sharing::kEqual ? k * count : count * k * (k + 1) / (ranks + 1);
  };
  Blocks blocks;
  std::int64_t place = 0;
  for (int i = 0; i < ranks; ++i) {
    const int k = (i + shift) % ranks;
    const std::int64_t length = smallest(k + 1) - smallest(k);
    blocks.counts.push_back(static_cast<int>(length));
    blocks.places.push_back(static_cast<int>(place));
    place += length;
  }
  return blocks;
}

// The data that a collective operation moves, and their direction. Rooted ones have rank 0 as their root.
enum class Movement {
  kNone,
  kBcast,
  kGather,
  kScatter,
  kAllgather,
  kAlltoall,
  kReduce,
  kAllreduce,
  kReduceScatter,
  kScan,
  kExscan,
};

inline constexpr int kRoot = 0;

inline bool Reduces(Movement movement) { return movement >= Movement::kReduce; }

// Whether a buffer has a block for each rank.
inline bool HasBlocks(Movement movement) {
  return movement == Movement::kGather || movement == Movement::kScatter || movement == Movement::kAllgather ||
         movement == Movement::kAlltoall || movement == Movement::kReduceScatter;
}

// The blocks that `rank` knows of: what it sends to each rank and receives from each in an alltoall (i sends to j as
// much as j to i); otherwise the same on all ranks.
Blocks BlocksOf(Movement movement, Sharing sharing, int ranks, std::int64_t count, int rank);

// Where `length` elements of a receive buffer come from: from `place` on in the send buffers of ranks first to
// last - 1, combined where they are several.
struct Origin {
  std::int64_t length;
  int first;
  int last;
  std::int64_t place;
};

// Returns the origins of all data that `rank` receives, from the start of its buffer on; by the definitions of the
// standard alone.
std::vector<Origin> Origins(Movement movement, Sharing sharing, int ranks, std::int64_t count, int rank);

inline std::int64_t Length(const std::vector<Origin>& origins) {
  std::int64_t length = 0;
  for (const Origin& origin : origins) length += origin.length;
  return length;
}

// Returns the value that must be at index 0, 1, 2, ... of a receive buffer: call it in this order. `sent(rank, index)`
// is what a rank sends.
template <typename T, typename Sent, typename Combine>
class Expected {
 public:
  Expected(std::vector<Origin> origins, Sent sent, Combine combine)
      : origins_(std::move(origins)), sent_(sent), combine_(combine) {}

  T operator()(std::int64_t index) {
    while (index >= begin_ + origins_[current_].length) begin_ += origins_[current_++].length;
    const Origin& origin = origins_[current_];
    const std::int64_t place = origin.place + index - begin_;
    T value = sent_(origin.first, place);
    for (int rank = origin.first + 1; rank < origin.last; ++rank) value = combine_(value, sent_(rank, place));
    return value;
  }

 private:
  std::vector<Origin> origins_;
  Sent sent_;
  Combine combine_;
  std::size_t current_ = 0;
  std::int64_t begin_ = 0;  // of the current origin's elements
};

template <typename T, typename Sent, typename Combine>
Expected<T, Sent, Combine> ExpectedFrom(std::vector<Origin> origins, Sent sent, Combine combine) {
  return {std::move(origins), sent, combine};
}

}  // namespace mpigauge::collectives
