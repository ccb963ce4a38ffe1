#include "simulator/program/collective.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/error.h"
#include "simulator/program/rounds.h"

namespace mpigauge {
namespace {

using enum CollectiveKind;
using enum Algorithm;

// Rounds of the two halves of scatter-allgather and ring allreduce lie one after the other.
Step RingAllreduce(const Collective& all, int round, int rank) {
  const int half = all.ranks - 1;
  if (round >= half) return RingRound(all.ranks, rank, rank + 1, round - half, false);
  return RingRound(all.ranks, rank, rank, round, true);
}

Step ScatterAllgather(const Collective& all, int round, int rank) {
  const int tree = CeilingLog2(all.ranks);
  if (round < tree) return TreeDownRound(all, round, rank, true);
  return RingRound(all.ranks, rank, rank, round - tree, false);
}

}  // namespace

bool Exists(CollectiveKind kind, Algorithm algorithm, int ranks) {
  switch (kind) {
    case kBarrier: return algorithm == kDissemination;
    case kBcast: return algorithm == kBinomial || algorithm == kScatterAllgather;
    case kReduce:
    case kGather:
    case kScatter: return algorithm == kBinomial;
    case kAllreduce: return algorithm == kRecursiveDoubling || algorithm == kRabenseifner || algorithm == kRing;
    case kAllgather:
      return algorithm == kRing ||
             (algorithm == kRecursiveDoubling && std::has_single_bit(static_cast<unsigned>(ranks)));
    case kAlltoall:
    case kReduceScatter: return algorithm == kPairwise;
    case kScan: return algorithm == kRecursiveDoubling;
  }
  return false;
}

Algorithm ChooseAlgorithm(CollectiveKind kind, int ranks, std::int64_t bytes) {
  const bool power = std::has_single_bit(static_cast<unsigned>(ranks));
  switch (kind) {
    case kBarrier: return kDissemination;
    case kBcast: return bytes < 12288 || ranks < 8 ? kBinomial : kScatterAllgather;
    case kAllreduce: return bytes <= 2048 ? kRecursiveDoubling : kRabenseifner;
    case kAllgather: return power && bytes * ranks < 524288 ? kRecursiveDoubling : kRing;
    case kAlltoall:
    case kReduceScatter: return kPairwise;
    case kScan: return kRecursiveDoubling;
    case kReduce:
    case kGather:
    case kScatter: return kBinomial;
  }
  return kBinomial;
}

int Rounds(const Collective& all) {
  const int log = CeilingLog2(all.ranks);
  switch (all.algorithm) {
    case kBinomial:
    case kDissemination: return log;
    case kScatterAllgather: return log + all.ranks - 1;
    case kRecursiveDoubling: return all.kind == kAllreduce ? FoldedRounds(all.ranks, 1) : log;
    case kRabenseifner: return FoldedRounds(all.ranks, 2);
    case kRing: return all.kind == kAllreduce ? 2 * (all.ranks - 1) : all.ranks - 1;
    case kPairwise: return all.ranks - 1;
  }
  return 0;
}

Step StepOf(const Collective& all, int round, int rank) {
  if (!Exists(all.kind, all.algorithm, all.ranks)) {
    throw UsageError("{} of {} ranks has no algorithm '{}'", NameOf(all.kind), all.ranks, NameOf(all.algorithm));
  }
  switch (all.algorithm) {
    case kBinomial:
      if (all.kind == kBcast || all.kind == kScatter) return TreeDownRound(all, round, rank, all.kind == kScatter);
      return TreeUpRound(all, round, rank, all.kind == kGather);
    case kScatterAllgather: return ScatterAllgather(all, round, rank);
    case kRecursiveDoubling:
      if (all.kind == kScan) return ScanRound(all.ranks, round, rank);
      if (all.kind == kAllgather) return DoublingRound(round, rank);
      return FoldedRound(all.ranks, round, rank, false);
    case kRabenseifner: return FoldedRound(all.ranks, round, rank, true);
    case kRing:
      if (all.kind == kAllreduce) return RingAllreduce(all, round, rank);
      return RingRound(all.ranks, rank, rank, round, false);
    case kPairwise: return PairwiseRound(all, round, rank);
    case kDissemination: return DisseminationRound(all.ranks, round, rank);
  }
  return {};
}

std::int64_t BlockCount(const Collective& all) {
  if (all.kind == kAlltoall) return std::int64_t{all.ranks} * all.ranks;
  switch (all.algorithm) {
    case kRabenseifner: return static_cast<int>(std::bit_floor(static_cast<unsigned>(all.ranks)));
    case kScatterAllgather:
    case kRing:
    case kPairwise: return all.ranks;
    default: return all.kind == kGather || all.kind == kScatter || all.kind == kAllgather ? all.ranks : 1;
  }
}

std::int64_t BytesOf(const Collective& all, const BlockRange& blocks) {
  const bool each = all.kind == kGather || all.kind == kScatter || all.kind == kAllgather || all.kind == kAlltoall;
  if (each) return all.bytes * blocks.count;
  const std::int64_t count = BlockCount(all);
  if (blocks.count == count) return all.bytes;
  // The first `longer` blocks have a byte more.
  const std::int64_t longer = all.bytes % count;
  const auto before = [&](std::int64_t block) {
    return block / count * all.bytes + block % count * (all.bytes / count) + std::min(block % count, longer);
  };
  return before(blocks.first + blocks.count) - before(blocks.first);
}

namespace {

constexpr std::array<std::pair<CollectiveKind, std::string_view>, 10> kKinds = {{
    {CollectiveKind::kBarrier, "barrier"},
    {CollectiveKind::kBcast, "bcast"},
    {CollectiveKind::kReduce, "reduce"},
    {CollectiveKind::kAllreduce, "allreduce"},
    {CollectiveKind::kGather, "gather"},
    {CollectiveKind::kScatter, "scatter"},
    {CollectiveKind::kAllgather, "allgather"},
    {CollectiveKind::kAlltoall, "alltoall"},
    {CollectiveKind::kReduceScatter, "reduce_scatter"},
    {CollectiveKind::kScan, "scan"},
}};

constexpr std::array<std::pair<Algorithm, std::string_view>, 7> kAlgorithms = {{
    {Algorithm::kBinomial, "binomial"},
    {Algorithm::kScatterAllgather, "scatter_allgather"},
    {Algorithm::kRecursiveDoubling, "recursive_doubling"},
    {Algorithm::kRabenseifner, "rabenseifner"},
    {Algorithm::kRing, "ring"},
    {Algorithm::kPairwise, "pairwise"},
    {Algorithm::kDissemination, "dissemination"},
}};

template <typename Table, typename Value>
std::string NameIn(const Table& table, Value value) {
  for (const auto& [candidate, name] : table) {
    if (candidate == value) return std::string(name);
  }
  return "?";
}

template <typename Table>
auto Find(const Table& table, std::string_view text, std::string_view what) {
  std::string names;
  for (const auto& [value, name] : table) {
    if (name == text) return value;
    names += (names.empty() ? "" : ", ") + std::string(name);
  }
  throw UsageError("{}: '{}' is not known ({})", what, text, names);
}

}  // namespace

std::string NameOf(CollectiveKind kind) { return NameIn(kKinds, kind); }
std::string NameOf(Algorithm algorithm) { return NameIn(kAlgorithms, algorithm); }
CollectiveKind ParseCollectiveKind(std::string_view text, std::string_view what) { return Find(kKinds, text, what); }
Algorithm ParseAlgorithm(std::string_view text, std::string_view what) { return Find(kAlgorithms, text, what); }

bool IsCollective(std::string_view text) {
  for (const auto& [kind, name] : kKinds) {
    if (name == text) return true;
  }
  return false;
}

}  // namespace mpigauge
