#include "benchmarks/origins.h"

namespace mpigauge::collectives {

Blocks BlocksOf(Movement movement, Sharing sharing, int ranks, std::int64_t count, int rank) {
  return MakeBlocks(sharing, ranks, count, movement == Movement::kAlltoall ? rank : 0);
}

std::vector<Origin> Origins(Movement movement, Sharing sharing, int ranks, std::int64_t count, int rank) {
  const Blocks blocks = BlocksOf(movement, sharing, ranks, count, rank);
  const auto mine = static_cast<std::size_t>(rank);
  std::vector<Origin> origins;
  switch (movement) {
    case Movement::kNone: break;
    case Movement::kBcast:
      if (rank != kRoot) origins.push_back({count, kRoot, kRoot + 1, 0});
      break;
    case Movement::kGather:
      if (rank != kRoot) break;
      [[fallthrough]];
    case Movement::kAllgather:
      for (int source = 0; source < ranks; ++source) {
        origins.push_back({blocks.counts[static_cast<std::size_t>(source)], source, source + 1, 0});
      }
      break;
    case Movement::kScatter: origins.push_back({blocks.counts[mine], kRoot, kRoot + 1, blocks.places[mine]}); break;
    case Movement::kAlltoall:
      for (int source = 0; source < ranks; ++source) {
        const Blocks its = BlocksOf(movement, sharing, ranks, count, source);
        origins.push_back({its.counts[mine], source, source + 1, its.places[mine]});
      }
      break;
    case Movement::kReduce:
      if (rank == kRoot) origins.push_back({count, 0, ranks, 0});
      break;
    case Movement::kAllreduce: origins.push_back({count, 0, ranks, 0}); break;
    case Movement::kReduceScatter: origins.push_back({blocks.counts[mine], 0, ranks, blocks.places[mine]}); break;
    case Movement::kScan: origins.push_back({count, 0, rank + 1, 0}); break;
    case Movement::kExscan:
      if (rank > 0) origins.push_back({count, 0, rank, 0});
      break;
  }
  return origins;
}

}  // namespace mpigauge::collectives
