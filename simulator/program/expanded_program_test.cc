#include "simulator/program/expanded_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "simulator/program/collective.h"
#include "simulator/program/program_text.h"

namespace mpigauge {
namespace {

std::vector<Operation> Operations(const Program& program, int rank) {
  std::vector<Operation> all;
  std::vector<Operation> buffer;
  for (std::uint64_t cursor = 0;;) {
    const Chunk chunk = program.Fetch(rank, cursor, buffer);
    if (chunk.operations.empty()) return all;
    all.insert(all.end(), chunk.operations.begin(), chunk.operations.end());
    cursor = chunk.next;
  }
}

TEST(ExpandedProgram, ABroadcastOfThreeAmongFive) {
  const auto parsed = ParseProgram(R"(ranks 5
communicator 4 1 2
rank 1
calc 5
irecv 0 request 0
bcast 100 root 1 comm 1
wait 0
rank 2
bcast 100 root 1 comm 1
rank 4
bcast 100 root 1 comm 1)",
                                   "p");
  const ExpandedProgram program(*parsed.program, *parsed.communicators);
  const auto root = Operations(program, 1);  // sends to ranks 0 and 2 of the communicator, which are 4 and 2
  ASSERT_EQ(root.size(), 7u);
  EXPECT_EQ(root[2].call, Call::kSend);
  EXPECT_EQ(root[2].peer, 4);
  EXPECT_EQ(root[3].call, Call::kWait);
  EXPECT_EQ(root[3].request, root[2].request);
  EXPECT_EQ(root[4].peer, 2);
  EXPECT_EQ(root[6], (Operation{.request = 2, .call = Call::kWait}));
  EXPECT_NE(root[2].request, 2);        // that of the program is still active
  EXPECT_NE(root[2].communicator, 1u);  // receives of the program never match what collectives send
  for (const int leaf : {2, 4}) {
    const auto operations = Operations(program, leaf);
    ASSERT_EQ(operations.size(), 2u);
    EXPECT_EQ(operations[0].call, Call::kReceive);
    EXPECT_EQ(operations[0].peer, 1);
  }
  EXPECT_EQ(program.Where(1, std::uint64_t{1} << 24, 0), "rank 1, line 6, bcast");
}

TEST(ExpandedProgram, OneRankHasNothingToDo) {
  const auto parsed = ParseProgram("ranks 1\nrank 0\nbarrier\nallreduce 8\ncalc 3\nbcast 8", "p");
  const ExpandedProgram program(*parsed.program, *parsed.communicators);
  EXPECT_THAT(Operations(program, 0), testing::ElementsAre(Operation{.amount = 3}));
}

// Every send of every rank has its receive: the same pairs, tags and order.
TEST(ExpandedProgram, SendsAndReceivesPair) {
  const auto parsed = ParseProgram(
      [] {
        std::string text = "ranks 11\n";
        for (int rank = 0; rank < 11; ++rank) {
          text += "rank " + std::to_string(rank) +
                  "\nbarrier\nallreduce 8\nallreduce 100000\nbcast 99999 root 3\nreduce 8 root 2\nscan 8\nalltoall 4\n"
                  "gather 4\nscatter 4 root 10\nallgather 17\nreduce_scatter 1001\n";
        }
        return text;
      }(),
      "p");
  const ExpandedProgram program(*parsed.program, *parsed.communicators);
  std::map<std::pair<int, int>, std::vector<int>> sent;
  std::map<std::pair<int, int>, std::vector<int>> received;
  for (int rank = 0; rank < 11; ++rank) {
    for (const auto& operation : Operations(program, rank)) {
      if (operation.call == Call::kSend) sent[{rank, operation.peer}].push_back(operation.tag);
      if (operation.call == Call::kReceive) received[{operation.peer, rank}].push_back(operation.tag);
    }
  }
  EXPECT_EQ(sent, received);
  EXPECT_EQ(sent.size(), 110u);
}

}  // namespace
}  // namespace mpigauge
