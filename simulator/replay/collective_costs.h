#pragma once

#include <cstdint>
#include <map>
#include <string_view>

#include "base/json.h"
#include "simulator/program/collective.h"

namespace mpigauge {

// How long collectives take, as it was measured: a point for each kind, number of ranks and bytes (as collective.h
// counts them), from the last rank's entry to the last rank's exit.
class CollectiveCosts {
 public:
  // A second point of the same kind, ranks and bytes replaces the first. Throws Error (usage) on a time that is not
  // positive.
  void Add(CollectiveKind kind, int ranks, std::int64_t bytes, double seconds);

  // Whether there is any point of this kind.
  bool Has(CollectiveKind kind) const { return points_.contains(kind); }

  // Interpolates between measured sizes and numbers of ranks by straight lines over the logarithms of both, and
  // continues the last slope beyond them; no bytes count as one. What one rank takes alone says nothing of more: such
  // points are used where there are no others. Throws Error (usage) where there is no point of this kind.
  double Seconds(CollectiveKind kind, int ranks, std::int64_t bytes) const;

  // Whether the number of ranks is not beyond those that were measured: what Seconds() says is not extrapolated.
  bool Measured(CollectiveKind kind, int ranks) const;

 private:
  std::map<CollectiveKind, std::map<int, std::map<std::int64_t, double>>> points_;
};

// [{"collective": "allreduce", "ranks": 4, "bytes": 65536, "seconds": 3.1e-5}, ...]. Throws Error (usage) naming
// `what`.
CollectiveCosts CollectiveCostsFromJson(const Json& points, std::string_view what);

}  // namespace mpigauge
