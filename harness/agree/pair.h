#pragma once

#include <array>
#include <optional>
#include <string>

#include "harness/agree/control.h"

namespace mpigauge {

// The two ranks that talk in point-to-point cases; the others are present and do nothing [MP7].
struct Pair {
  int first = 0;
  int second = 1;

  bool Has(int rank) const { return rank == first || rank == second; }
  int PartnerOf(int rank) const { return rank == first ? second : first; }
  std::string Text() const { return std::to_string(first) + "," + std::to_string(second); }
  bool operator==(const Pair&) const = default;
};

// Two ranks such as "0,1". Throws Error (usage) where the text is wrong or names a rank that is not among the first
// `ranks`.
Pair ParsePair(const std::string& text, int ranks);

// How far apart two ranks are. The numbers are the parameter "distance" of series: never renumber.
enum class Distance {
  kSameCoreComplex = 0,  // one last-level cache
  kSameHost = 1,
  kOtherHost = 2,
};
inline constexpr std::size_t kDistances = 3;

// By Distance, two ranks at that distance; nothing if there are none.
using PairsByDistance = std::array<std::optional<Pair>, kDistances>;

inline constexpr const char* kFarthest = "farthest";

// "0,1" and the like, or "farthest": the pair with the largest latency, found by the smallest of some round trips
// between every two ranks, one pair after the other (O(ranks^2); SKaMPI 2.1 [SK3]). Equal on all ranks. Collective.
// Throws Error (usage) where the text is wrong or names a rank that is not there.
Pair ChoosePair(const Control& control, const std::string& text);

}  // namespace mpigauge
