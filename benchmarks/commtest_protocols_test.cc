#include "benchmarks/commtest_protocols.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace mpigauge::commtest {
namespace {

using FindPartners = Partners (*)(int rank, int ranks, int distance, bool all);

// The partners of a rank, written by hand.
struct Expected {
  int rank;
  int to;
  int from;
  bool first;       // it is processor 1
  bool from_first;  // the one that it receives from is processor 1
};

// Expects these partners; the ranks that are not among them take no part.
void ExpectPartners(FindPartners find, int ranks, int distance, bool all, const std::vector<Expected>& active) {
  std::vector<std::optional<Expected>> expected(static_cast<std::size_t>(ranks));
  for (const Expected& one : active) expected[static_cast<std::size_t>(one.rank)] = one;
  for (int rank = 0; rank < ranks; ++rank) {
    SCOPED_TRACE("rank " + std::to_string(rank) + " of " + std::to_string(ranks));
    const Partners found = find(rank, ranks, distance, all);
    const auto& wanted = expected[static_cast<std::size_t>(rank)];
    EXPECT_EQ(found.active, wanted.has_value());
    if (!wanted) continue;
    EXPECT_EQ(found.to, wanted->to);
    EXPECT_EQ(found.from, wanted->from);
    EXPECT_EQ(found.first, wanted->first);
    EXPECT_EQ(found.from_first, wanted->from_first);
  }
}

// "All nodes are communicating or just node zero and its partners" [CO6]: here 0 and 3 alone, or 1 and 4 as well. Rank
// 2 has no partner at this distance.
TEST(SwapPartners, AreAtTheDistance) {
  ExpectPartners(SwapPartners, 5, 3, false, {{0, 3, 3, true, false}, {3, 0, 0, false, true}});
  ExpectPartners(SwapPartners, 5, 3, true,
                 {{0, 3, 3, true, false}, {3, 0, 0, false, true}, {1, 4, 4, true, false}, {4, 1, 1, false, true}});
}

TEST(SwapPartners, EvenNeighbourIsProcessorOne) {
  ExpectPartners(SwapPartners, 4, 1, false, {{0, 1, 1, true, false}, {1, 0, 0, false, true}});
  ExpectPartners(SwapPartners, 4, 1, true,
                 {{0, 1, 1, true, false}, {1, 0, 0, false, true}, {2, 3, 3, true, false}, {3, 2, 2, false, true}});
}

// At distance 2, ranks 0 to 3 are two pairs, and ranks 4 to 7 are two more. Ranks 8 and 9 have no partner.
TEST(SwapPartners, AreInGroupsOfTwiceTheDistance) {
  ExpectPartners(SwapPartners, 10, 2, true,
                 {{0, 2, 2, true, false},
                  {2, 0, 0, false, true},
                  {1, 3, 3, true, false},
                  {3, 1, 1, false, true},
                  {4, 6, 6, true, false},
                  {6, 4, 4, false, true},
                  {5, 7, 7, true, false},
                  {7, 5, 5, false, true}});
}

// "The participating nodes must form a cycle, and all nodes must be in some cycle" [CO6]: here 0-4-2 and 1-5-3. Every
// second rank of a cycle is processor 1. Of three ranks the last one is processor 1, too: rank 2 sends to rank 0, and
// both are processor 1.
TEST(CyclePartners, ThreeRanksFormACycle) {
  const std::vector<Expected> of_zero = {{0, 4, 2, true, true}, {4, 2, 0, false, true}, {2, 0, 4, true, false}};
  ExpectPartners(CyclePartners, 6, 4, false, of_zero);
  std::vector<Expected> all = of_zero;
  all.insert(all.end(), {{1, 5, 3, true, true}, {5, 3, 1, false, true}, {3, 1, 5, true, false}});
  ExpectPartners(CyclePartners, 6, 4, true, all);
}

// The cycle 0-2-4-1-3 has all ranks, so the cycle of rank 0 alone is the same.
TEST(CyclePartners, CycleOfRankZeroMayHaveAllRanks) {
  const std::vector<Expected> everyone = {{0, 2, 3, true, true},
                                          {2, 4, 0, false, true},
                                          {4, 1, 2, true, false},
                                          {1, 3, 4, false, true},
                                          {3, 0, 1, true, false}};
  ExpectPartners(CyclePartners, 5, 2, false, everyone);
  ExpectPartners(CyclePartners, 5, 2, true, everyone);
}

// In the cycle 0-1-2-3, processor 1 sends to processor 2 everywhere, and the other way round.
TEST(CyclePartners, ProcessorsAlternateInEvenCycles) {
  ExpectPartners(CyclePartners, 4, 1, false,
                 {{0, 1, 3, true, false}, {1, 2, 0, false, true}, {2, 3, 1, true, false}, {3, 0, 2, false, true}});
}

// The rank that is sent to receives from the sender, and knows whether that is processor 1: otherwise both would wait.
void ExpectAgreement(FindPartners find, int ranks, int distance, bool all) {
  for (int rank = 0; rank < ranks; ++rank) {
    SCOPED_TRACE("rank " + std::to_string(rank) + " of " + std::to_string(ranks) + ", distance " +
                 std::to_string(distance));
    const Partners mine = find(rank, ranks, distance, all);
    if (!mine.active) continue;
    const Partners theirs = find(mine.to, ranks, distance, all);
    EXPECT_TRUE(theirs.active);
    EXPECT_EQ(theirs.from, rank);
    EXPECT_EQ(theirs.from_first, mine.first);
  }
}

TEST(Partners, SenderAndReceiverAgree) {
  for (int ranks = 2; ranks <= 12; ++ranks) {
    for (int distance = 1; distance < ranks; ++distance) {
      for (const bool all : {false, true}) {
        ExpectAgreement(SwapPartners, ranks, distance, all);
        ExpectAgreement(CyclePartners, ranks, distance, all);
      }
    }
  }
}

}  // namespace
}  // namespace mpigauge::commtest
