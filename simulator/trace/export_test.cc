#include "simulator/trace/export.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "simulator/program/program_text.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;

TEST(SmpiTraces, BlockingCallsAndRequests) {
  const auto parsed = ParseProgram(
      "ranks 2\n"
      "rank 0\ncalc 1500\nsend 1 64 tag 9\nisend 1 32 request 0\nirecv 1 request 1\nwaitall\n"
      "rank 1\nrecv 0 tag 9\nirecv 0 request 3\nisend 0 16 request 2\nwait 2\nwait 3\n",
      "p");
  // An isend that is waited for at once is a send. Tags: the first context (tag 9) is 0, the second (tag 0) 65536; both
  // directions count on their own.
  EXPECT_THAT(SmpiTraces(*parsed.program),
              ElementsAre("0 init\n0 compute 1500\n0 send 1 0 64\n0 isend 1 65536 32\n0 irecv 1 65536 1073741824\n"
                          "0 wait 0 1 65536\n0 wait 1 0 65536\n0 finalize\n",
                          "1 init\n1 recv 0 0 1073741824\n1 irecv 0 65536 1073741824\n1 send 0 65536 16\n"
                          "1 wait 0 1 65536\n1 finalize\n"));
}

TEST(SmpiTraces, MessagesWithTheSameTagAreToldApart) {
  const auto parsed = ParseProgram("ranks 2\nrank 0\nsend 1 8\nsend 1 8\nrank 1\nrecv 0\nrecv 0\n", "p");
  EXPECT_THAT(SmpiTraces(*parsed.program),
              ElementsAre("0 init\n0 send 1 0 8\n0 send 1 1 8\n0 finalize\n",
                          "1 init\n1 recv 0 0 1073741824\n1 recv 0 1 1073741824\n1 finalize\n"));
}

TEST(GoalText, IsAChainWithBranches) {
  const auto parsed = ParseProgram(
      "ranks 2\nrank 0\ncalc 10\nsend 1 8\ncalc 5\nrank 1\nirecv 0 request 0\ncalc 7\nwait 0\ncalc 3\n", "p");
  EXPECT_EQ(GoalText(*parsed.program),
            "num_ranks 2\n\nrank 0 {\nl1: calc 10\nl2: send 8b to 1 tag 0\nl2 requires l1\n"
            "l3: calc 5\nl3 requires l2\nl3 irequires l2\n}\n"
            "\nrank 1 {\nl1: recv 0b from 0 tag 0\nl2: calc 7\nl3: calc 3\nl3 requires l1\nl3 requires l2\n}\n");
}

TEST(Export, WildcardsAndCollectivesAreNamed) {
  const auto any = ParseProgram("ranks 1\nrank 0\nrecv any\n", "p");
  EXPECT_THROW(SmpiTraces(*any.program), Error);
  const auto barrier = ParseProgram("ranks 2\nrank 0\nbarrier\nrank 1\nbarrier\n", "p");
  EXPECT_THROW(GoalText(*barrier.program), Error);
}

}  // namespace
}  // namespace mpigauge
