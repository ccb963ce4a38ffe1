#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mpigauge {

// How the ranks find their offsets from rank 0, and how much trouble they take.
struct SyncSettings {
  std::string method = "skampi";
  int exchanges = 100;                 // of one pair; for minimum-round-trip: without a shorter round trip
  int points = 20;                     // of a regression
  int exchanges_per_point = 10;        // the shortest round trip of these is the point
  std::int64_t span_ns = 100'000'000;  // that the points of a regression are spread over, at least
};

// The names that --clock-sync knows:
//   skampi                   every rank with rank 0, one after the other; tightest bounds of 100 exchanges
//   minimum-round-trip       the same, by the shortest round trip [KU1], linear [KU2]
//   minimum-round-trip-ring  every rank with the one before it, at the same time; rank 0 adds up [KU2]
//   jk                       offsets and drifts against rank 0, points of all ranks interleaved over a long span
//   hierarchical             offsets and drifts down a tree, in a logarithm of rounds
inline const std::vector<std::string> kSyncMethods = {"skampi", "minimum-round-trip", "minimum-round-trip-ring", "jk",
                                                      "hierarchical"};

}  // namespace mpigauge
