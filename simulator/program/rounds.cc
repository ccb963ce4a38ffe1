#include "simulator/program/rounds.h"

#include <algorithm>
#include <bit>

namespace mpigauge {
namespace {

int Modulo(int value, int ranks) { return (value % ranks + ranks) % ranks; }
int Floor2(int value) { return static_cast<int>(std::bit_floor(static_cast<unsigned>(value))); }
int Log2(int power) { return std::countr_zero(static_cast<unsigned>(power)); }

// The tree is that of rank 0; for another root the ranks are turned.
struct Turned {
  int ranks;
  int root;
  int Virtual(int rank) const { return Modulo(rank - root, ranks); }
  int Real(int rank) const { return Modulo(rank + root, ranks); }
};

// The edge of the tree between `parent` and parent + mask, as data of the child's subtree.
BlockRange Subtree(const Turned& turned, int parent, int mask, bool divided) {
  if (!divided) return {0, 1};
  return {turned.Real(parent + mask), std::min(mask, turned.ranks - parent - mask)};
}

}  // namespace

int CeilingLog2(int value) { return static_cast<int>(std::bit_width(static_cast<unsigned>(value - 1))); }

Step TreeDownRound(const Collective& all, int round, int rank, bool divided) {
  const Turned turned{all.ranks, all.root};
  const int mask = 1 << (CeilingLog2(all.ranks) - 1 - round);
  const int me = turned.Virtual(rank);
  const int within = me % (2 * mask);
  if (within == 0 && me + mask < all.ranks) {
    return {.to = turned.Real(me + mask), .sent = Subtree(turned, me, mask, divided)};
  }
  if (within == mask) {
    return {.from = turned.Real(me - mask), .received = Subtree(turned, me - mask, mask, divided)};
  }
  return {};
}

Step TreeUpRound(const Collective& all, int round, int rank, bool divided) {
  const Turned turned{all.ranks, all.root};
  const int mask = 1 << round;
  const int me = turned.Virtual(rank);
  const int within = me % (2 * mask);
  if (within == mask) return {.to = turned.Real(me - mask), .sent = Subtree(turned, me - mask, mask, divided)};
  if (within == 0 && me + mask < all.ranks) {
    return {.from = turned.Real(me + mask), .received = Subtree(turned, me, mask, divided), .combine = !divided};
  }
  return {};
}

Step RingRound(int ranks, int rank, int first, int round, bool combine) {
  return {.to = Modulo(rank + 1, ranks),
          .sent = {Modulo(first - round, ranks), 1},
          .from = Modulo(rank - 1, ranks),
          .received = {Modulo(first - 1 - round, ranks), 1},
          .combine = combine};
}

Step DoublingRound(int round, int rank) {
  const int mask = 1 << round;
  const int partner = rank ^ mask;
  return {
      .to = partner, .sent = {rank & ~(mask - 1), mask}, .from = partner, .received = {partner & ~(mask - 1), mask}};
}

int FoldedRounds(int ranks, int phases) {
  const int power = Floor2(ranks);
  return phases * Log2(power) + (power == ranks ? 0 : 2);
}

Step FoldedRound(int ranks, int round, int rank, bool divided) {
  const int power = Floor2(ranks);
  const int folded = ranks - power;  // even ranks below twice this sit out
  const BlockRange whole{0, divided ? power : 1};
  const int inner = folded == 0 ? round : round - 1;
  const bool first = inner < 0;
  const bool last = folded != 0 && round == FoldedRounds(ranks, divided ? 2 : 1) - 1;
  if (first || last) {
    if (rank >= 2 * folded) return {};
    const bool sends = (rank % 2 == 0) == first;
    if (sends) return {.to = rank ^ 1, .sent = whole};
    return {.from = rank ^ 1, .received = whole, .combine = first};
  }
  if (rank < 2 * folded && rank % 2 == 0) return {};
  const int me = rank < 2 * folded ? rank / 2 : rank - folded;
  const auto real = [&](int virtual_rank) {
    return virtual_rank < folded ? 2 * virtual_rank + 1 : virtual_rank + folded;
  };
  if (!divided) {
    const int partner = real(me ^ (1 << inner));
    return {.to = partner, .sent = whole, .from = partner, .received = whole, .combine = true};
  }
  if (inner >= Log2(power)) {
    Step step = DoublingRound(inner - Log2(power), me);
    step.to = step.from = real(step.to);
    return step;
  }
  const int mask = power >> (inner + 1);
  const int partner = me ^ mask;
  return {.to = real(partner),
          .sent = {partner & ~(mask - 1), mask},
          .from = real(partner),
          .received = {me & ~(mask - 1), mask},
          .combine = true};
}

Step ScanRound(int ranks, int round, int rank) {
  const int mask = 1 << round;
  Step step{.combine = true};
  if (rank + mask < ranks) {
    step.to = rank + mask;
    step.sent = {0, 1};
  }
  if (rank - mask >= 0) {
    step.from = rank - mask;
    step.received = {0, 1};
  }
  return step;
}

Step PairwiseRound(const Collective& all, int round, int rank) {
  const int to = Modulo(rank + round + 1, all.ranks);
  const int from = Modulo(rank - round - 1, all.ranks);
  if (all.kind == CollectiveKind::kAlltoall) {
    const std::int64_t ranks = all.ranks;
    return {.to = to, .sent = {rank * ranks + to, 1}, .from = from, .received = {from * ranks + rank, 1}};
  }
  return {.to = to, .sent = {to, 1}, .from = from, .received = {rank, 1}, .combine = true};
}

Step DisseminationRound(int ranks, int round, int rank) {
  const int mask = 1 << round;
  return {.to = Modulo(rank + mask, ranks),
          .sent = {0, 1},
          .from = Modulo(rank - mask, ranks),
          .received = {0, 1},
          .combine = true};
}

}  // namespace mpigauge
