// Tests requests that a rank waits for together, in both engines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "simulator/program/expanded_program.h"
#include "simulator/program/program_text.h"
#include "simulator/replay/replay.h"
#include "simulator/replay/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;

std::vector<double> FinishNs(const std::string& text) {
  const auto parsed = ParseProgram(text, "p");
  const ExpandedProgram program(*parsed.program, *parsed.communicators);
  const auto network = CompleteNetwork(program.ranks());
  const Scenario scenario{.model = ExampleModel()};
  const ReplayResult result = ReplayOrderFree(program, *network, {&scenario, 1})[0];
  EXPECT_EQ(ReplayInTime(program, *network, scenario).finish_seconds, result.finish_seconds);
  std::vector<double> finish;
  for (const double seconds : result.finish_seconds) finish.push_back(std::round(seconds / kNs * 1e3) / 1e3);
  return finish;
}

// Two receives of rank 0, from rank 1 and then from rank 2; rank 1 computes first.
std::string Two(const std::string& last_line) {
  return "ranks 3\nrank 0\nirecv 1 request 0\nirecv 2 request 1\nwaitall\nrank 1\ncalc 15\nsend 0 30\nrank 2\n" +
         last_line;
}

TEST(Arrivals, FirstMessageToArriveIsReceivedFirst) {
  // There at 140 from rank 2, and at 155 from rank 1.
  EXPECT_THAT(FinishNs(Two("send 0 30")), ElementsAre(180, 25, 10));
}

TEST(Arrivals, SoItIsOfDifferentSizes) {
  // There at 120 from rank 2.
  EXPECT_THAT(FinishNs(Two("send 0 10")), ElementsAre(175, 25, 10));
}

TEST(Arrivals, MessagesThatWaitedCostTheSameInAnyOrder) {
  EXPECT_THAT(FinishNs("ranks 2\nrank 0\nirecv 1 request 0\nirecv 1 request 1\ncalc 900\nwaitall\nrank 1\nsend 0 30\n"
                       "send 0 10"),
              ElementsAre(940, 60));
}

TEST(Arrivals, SendsEndAfterThem) {
  // Rank 1 receives the long message at 1025, and answers at 1125; both of the others are taken in at 180.
  EXPECT_THAT(FinishNs(R"(ranks 3
rank 0
irecv 1 request 0
isend 1 2000 request 1
irecv 2 request 2
waitall
calc 1
rank 1
calc 15
send 0 30
calc 1000
recv 0
rank 2
send 0 30)"),
              ElementsAre(1176, 3245, 10));
}

TEST(Arrivals, Many) {
  for (const int senders : {7, 8, 9, 20}) {
    std::string text = "ranks " + std::to_string(senders + 1) + "\nrank 0\n";
    for (int i = 1; i <= senders; ++i) text += "irecv " + std::to_string(i) + " request " + std::to_string(i) + "\n";
    text += "waitall\n";
    for (int i = 1; i <= senders; ++i) {
      text += "rank " + std::to_string(i) + "\ncalc " + std::to_string(15 * (senders - i)) + "\nsend 0 30\n";
    }
    // The message of the last sender is there at 140, the next one 15 later; each takes 20.
    EXPECT_EQ(FinishNs(text)[0], 140 + 20 * senders);
  }
}

}  // namespace
}  // namespace mpigauge
