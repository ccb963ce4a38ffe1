#pragma once

#include <cstdint>
#include <map>

#include "simulator/program/collective.h"

namespace mpigauge {

// How long collectives take, as it was measured: a point for each kind, number of ranks and bytes (as collective.h
// counts them), from the last rank's entry to the last rank's exit.
class CollectiveCosts {
 public:
  void Add(CollectiveKind kind, int ranks, std::int64_t bytes, double seconds);

  // Whether there is any point of this kind.
  bool Has(CollectiveKind kind) const;

  // Between measured sizes and numbers of ranks by straight lines over their logarithms, beyond them by the last slope.
  // Throws Error (usage) where there is no point of this kind.
  double Seconds(CollectiveKind kind, int ranks, std::int64_t bytes) const;

  // Whether the number of ranks was measured, or lies beyond all that were.
  bool Measured(CollectiveKind kind, int ranks) const;

 private:
  std::map<CollectiveKind, std::map<int, std::map<std::int64_t, double>>> points_;
};

}  // namespace mpigauge
