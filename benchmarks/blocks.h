#pragma once

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

// `ranks` blocks of `count` elements, or of so many on average: uneven blocks grow in equal steps from almost nothing
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

}  // namespace mpigauge::collectives
