#include "simulator/program/program_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "simulator/program/collective.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;

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

TEST(ProgramText, AllCalls) {
  const auto parsed = ParseProgram(R"(
ranks 4   # of the world
communicator 3 2 0
rank 2
  calc 1500
  isend 0 64 tag 7 request 3
  irecv any tag any comm 1 request 0
  wait 3
  waitall
  recv 2 comm 1
  ssend 3 8
rank 0
  sendrecv 1 100 3 tag 5
  allreduce 64 algorithm ring
  bcast 8 root 2 comm 1
)",
                                   "p");
  EXPECT_EQ(parsed.program->ranks(), 4);
  EXPECT_THAT(
      Operations(*parsed.program, 2),
      ElementsAre(
          Operation{.amount = 1500}, Operation{.amount = 64, .peer = 0, .tag = 7, .request = 5, .call = Call::kSend},
          Operation{.peer = -1, .tag = -1, .communicator = 1, .request = 2, .call = Call::kReceive},
          Operation{.request = 5, .call = Call::kWait}, Operation{.call = Call::kWaitAll},
          Operation{.peer = 0, .communicator = 1, .call = Call::kReceive}, Operation{.call = Call::kWait},
          Operation{.amount = 8, .peer = 3, .call = Call::kSend, .synchronous = true}, Operation{.call = Call::kWait}));
  const auto all = Operations(*parsed.program, 0);
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[0], (Operation{.peer = 3, .tag = 5, .call = Call::kReceive}));
  EXPECT_EQ(all[1], (Operation{.amount = 100, .peer = 1, .tag = 5, .request = 1, .call = Call::kSend}));
  EXPECT_EQ(all[4], (Operation{.amount = 64,
                               .tag = static_cast<int>(CollectiveKind::kAllreduce),
                               .request = static_cast<int>(Algorithm::kRing) + 1,
                               .call = Call::kCollective}));
  EXPECT_EQ(all[5].peer, 2);  // the root's rank in the communicator
  EXPECT_TRUE(Operations(*parsed.program, 1).empty());
  EXPECT_EQ(parsed.program->Requests(2), 6);
  EXPECT_EQ(parsed.program->Where(2, 0, 3), "rank 2, line 8");
}

TEST(ProgramText, RepeatsWithinRepeats) {
  const auto parsed = ParseProgram("ranks 1\nrank 0\nrepeat 3\ncalc 1\nrepeat 2\ncalc 2\nend\nend\ncalc 3", "p");
  std::vector<std::int64_t> amounts;
  for (const auto& operation : Operations(*parsed.program, 0)) amounts.push_back(operation.amount);
  EXPECT_THAT(amounts, ElementsAre(1, 2, 2, 1, 2, 2, 1, 2, 2, 3));
}

std::string ErrorOf(const std::string& text) {
  return mpigauge::ErrorOf([&] { ParseProgram(text, "p.txt"); });
}

TEST(ProgramText, ErrorsNameTheLine) {
  EXPECT_EQ(ErrorOf(""), "p.txt: has no line 'ranks N'");
  EXPECT_EQ(ErrorOf("calc 3"), "p.txt:1: the first line is 'ranks N'");
  EXPECT_EQ(ErrorOf("ranks 0"), "p.txt:1: a program has at least one rank");
  const auto in_rank = [](const std::string& line) { return ErrorOf("ranks 2\nrank 0\n" + line); };
  EXPECT_EQ(ErrorOf("ranks 2\nrank 2"), "p.txt:2: rank is 2, but at most 1");
  EXPECT_EQ(ErrorOf("ranks 2\ncalc 2"), "p.txt:2: 'calc' before the first line 'rank N'");
  EXPECT_EQ(in_rank("calc"), "p.txt:3: nanoseconds is missing");
  EXPECT_EQ(in_rank("calc -5"), "p.txt:3: nanoseconds '-5' is not a number");
  EXPECT_EQ(in_rank("calc 5 6"), "p.txt:3: unexpected '6'");
  EXPECT_EQ(in_rank("snd 1 8"), "p.txt:3: 'snd' is not known");
  EXPECT_EQ(in_rank("isnd 1 8"), "p.txt:3: 'isnd' is not known");
  EXPECT_EQ(in_rank("send 5 8"), "p.txt:3: there is no rank 5 among 2 ranks");
  EXPECT_EQ(in_rank("send 1 8 tag any"), "p.txt:3: a send has one tag");
  EXPECT_EQ(in_rank("send 1 8 comm 1"), "p.txt:3: there is no such communicator");
  EXPECT_EQ(in_rank("send 1 8 request 1"), "p.txt:3: a blocking call has no request");
  EXPECT_EQ(in_rank("irecv 1"), "p.txt:3: a nonblocking call needs 'request R'");
  EXPECT_EQ(in_rank("send 1 8 colour 1"), "p.txt:3: 'colour' is not known (tag, comm, request, root, algorithm)");
  EXPECT_EQ(in_rank("bcast 8 root 2"), "p.txt:3: there is no rank 2 among 2 ranks");
  EXPECT_EQ(in_rank("bcast 8 algorithm ring"), "p.txt:3: bcast of 2 ranks cannot use this algorithm");
  EXPECT_EQ(in_rank("repeat 2\ncalc 1"), "p.txt:3: repeat without end");
  EXPECT_EQ(in_rank("repeat 2\nrank 1"), "p.txt:4: the repeat of line 3 has no end");
  EXPECT_EQ(in_rank("end"), "p.txt:3: end without repeat");
  EXPECT_EQ(ErrorOf("ranks 2\ncommunicator 1\nrank 0\nbarrier comm 1"),
            "p.txt:4: rank 0 is not a member of communicator 1");
}

}  // namespace
}  // namespace mpigauge
