#include "simulator/replay/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>

#include "base/error.h"
#include "simulator/program/expanded_program.h"
#include "simulator/program/generators.h"
#include "simulator/program/program_text.h"
#include "simulator/replay/testing.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ReplayResult Replay(const std::string& text, const ReplayOptions& options = {},
                    const NetworkModel& model = ExampleModel(), const char* topology = "") {
  const auto parsed = ParseProgram(text, "p");
  const auto network = *topology == '\0' ? CompleteNetwork(parsed.program->ranks()) : ParseTopology(topology);
  const Scenario scenario{.model = model};
  return ReplayOrderFree(ExpandedProgram(*parsed.program, *parsed.communicators), *network, {&scenario, 1}, options)[0];
}

std::vector<double> FinishNs(const ReplayResult& result) {
  std::vector<double> finish;
  for (const double seconds : result.finish_seconds) finish.push_back(std::round(seconds / kNs * 1e3) / 1e3);
  return finish;
}

TEST(Replay, AnEagerMessage) {
  const auto result = Replay("ranks 2\nrank 0\ncalc 5\nsend 1 30\nrank 1\nrecv 0\ncalc 7");
  // 5, overhead 10, transit 130, overhead 20, 7
  EXPECT_THAT(FinishNs(result), ElementsAre(15, 172));
  EXPECT_DOUBLE_EQ(result.parallel_seconds, 172 * kNs);
  EXPECT_DOUBLE_EQ(result.serial_seconds, 12 * kNs);
  EXPECT_DOUBLE_EQ(result.speedup(), 12.0 / 172);
  EXPECT_DOUBLE_EQ(result.Utilization(1), 7.0 / 172);
  EXPECT_EQ(result.messages, 1);
  EXPECT_EQ(result.events, 5);  // two computations, a send, a receive, an arrival
}

TEST(Replay, AReceiverThatComesLate) {
  EXPECT_THAT(FinishNs(Replay("ranks 2\nrank 0\nsend 1 30\nrank 1\ncalc 500\nrecv 0")), ElementsAre(10, 520));
}

TEST(Replay, TheInterfaceIsBusyForTheGap) {
  // Sends begin at 0, 50 and 100; the last arrives at 100 + 10 + 130.
  const auto result = Replay("ranks 2\nrank 0\nrepeat 3\nsend 1 30\nend\nrank 1\nrepeat 3\nrecv 0\nend");
  EXPECT_THAT(FinishNs(result), ElementsAre(110, 260));
}

TEST(Replay, ARendezvousWithALateReceiver) {
  // Asked at 10, there at 110; posted at 500, answered at 600; the data arrive at 600 + 2100.
  const auto result = Replay("ranks 2\nrank 0\nsend 1 2000\nrank 1\ncalc 500\nrecv 0");
  EXPECT_THAT(FinishNs(result), ElementsAre(650, 2720));
}

TEST(Replay, ARendezvousWithALateSender) {
  // Asked at 510, there at 610, answered at 710; the data arrive at 710 + 2100.
  const auto result = Replay("ranks 2\nrank 0\ncalc 500\nsend 1 2000\nrank 1\nrecv 0");
  EXPECT_THAT(FinishNs(result), ElementsAre(760, 2830));
}

TEST(Replay, SynchronousSendsWaitWhateverTheirSize) {
  const auto result = Replay("ranks 2\nrank 0\nssend 1 0\nrank 1\ncalc 500\nrecv 0");
  EXPECT_THAT(FinishNs(result), ElementsAre(650, 720));
}

// The second message neither waits for the sender's interface nor keeps it; the sends are over as before.
TEST(Replay, ReceiversThatFetchLeaveTheInterfaceFree) {
  const std::string text = R"(ranks 2
rank 0
isend 1 2000 request 0
isend 1 2000 request 1
waitall
rank 1
irecv 0 request 0
irecv 0 request 1
waitall)";
  NetworkModel model = ExampleModel();
  model.gap = Curve(5000 * kNs, 0);
  // Both are asked for by 20, the first is answered at 210; the second goes at 5010. A receive takes 2100 and 20.
  EXPECT_THAT(FinishNs(Replay(text, {}, model)), ElementsAre(10010, 7130));
  model.receiver_fetches = true;
  EXPECT_THAT(FinishNs(Replay(text, {}, model)), ElementsAre(5220, 2350));
}

TEST(Replay, RendezvousOverlapsComputation) {
  const auto result = Replay(R"(ranks 2
rank 0
isend 1 2000 request 0
calc 10000
wait 0
rank 1
irecv 0 request 0
calc 10000
wait 0)");
  EXPECT_THAT(FinishNs(result), ElementsAre(10010, 10020));
}

// The cost of receiving is paid in the wait, or has passed while the rank computed.
TEST(Replay, ReceivingIsChargedInTheWaitOrAtArrival) {
  const std::string text = "ranks 2\nrank 0\nsend 1 30\nrank 1\nirecv 0 request 0\ncalc 500\nwait 0";
  EXPECT_THAT(FinishNs(Replay(text)), ElementsAre(10, 520));
  EXPECT_THAT(FinishNs(Replay(text, {.receive_cost = ReceiveCost::kAtArrival})), ElementsAre(10, 500));
}

// Messages of the same source, tag and communicator are received in their order, by receives in theirs, whichever is
// waited for first; others go past them.
TEST(Replay, MessagesMatchInOrder) {
  const auto result = Replay(R"(ranks 2
communicator 0 1
rank 0
send 1 900
send 1 1
send 1 2 tag 7
send 1 3 comm 1
rank 1
recv 0 comm 1
recv 0 tag 7
irecv 0 request 0
irecv 0 request 1
wait 1
calc 100
wait 0)");
  // Sends begin at 0, 50, 100, 150 (the fourth arrives at 263); the first arrives at 1010, the second at 161.
  EXPECT_THAT(FinishNs(result), ElementsAre(160, 1030));
}

TEST(Replay, ExchangesDoNotDeadlock) {
  const auto result = Replay("ranks 2\nrank 0\nsendrecv 1 2000 1\nrank 1\nsendrecv 0 2000 0");
  EXPECT_THAT(FinishNs(result), ElementsAre(2330, 2330));
}

// The paper: hops times (i + s t), and a ring numbers its neighbours otherwise than a hypercube.
TEST(Replay, ThePapersModelOnItsTopologies) {
  const auto model = NetworkModelFromJson(
      ParseJson(R"({"kind": "hockney", "startup_seconds": 1e-5, "seconds_per_byte": 1e-9})", "m"), "m");
  const std::string text = "ranks 4\nrank 0\nsend 2 1000\nrank 2\nrecv 0";
  EXPECT_DOUBLE_EQ(Replay(text, {}, model, "ring:4").parallel_seconds, 2.2e-5);
  EXPECT_DOUBLE_EQ(Replay(text, {}, model, "hypercube:2").parallel_seconds, 1.1e-5);
}

TEST(Replay, ComputeFactor) {
  const auto parsed = ParseProgram("ranks 1\nrank 0\ncalc 100", "p");
  const Scenario scenario{.model = ExampleModel(), .compute_factor = 2.5};
  const auto result = ReplayOrderFree(*parsed.program, *CompleteNetwork(1), {&scenario, 1})[0];
  EXPECT_DOUBLE_EQ(result.parallel_seconds, 250 * kNs);
  EXPECT_DOUBLE_EQ(result.serial_seconds, 250 * kNs);
}

// Costs of collectives that are known in closed form: each round is overhead, link and overhead.
TEST(Replay, CollectivesInClosedForm) {
  for (int ranks = 2; ranks <= 33; ++ranks) {
    int rounds = 0;
    while ((1 << rounds) < ranks) ++rounds;
    std::string barrier = "ranks " + std::to_string(ranks) + "\n";
    for (int rank = 0; rank < ranks; ++rank) barrier += "rank " + std::to_string(rank) + "\nbarrier\n";
    EXPECT_NEAR(Replay(barrier).parallel_seconds, rounds * 130 * kNs, 1e-15) << ranks;
  }
}

// If all ranks do the same at once on a wrapped grid, each of them takes as long as one.
TEST(Replay, StencilInClosedForm) {
  const auto program = StencilProgram({.width = 8, .height = 8, .iterations = 5, .bytes = 100, .calc_ns = 1000});
  const Scenario scenario{.model = ExampleModel()};
  const auto result = ReplayOrderFree(*program, *CompleteNetwork(64), {&scenario, 1})[0];
  // Sends begin 0, 50, 100 and 150 after the computation and arrive 210 later, when they are taken: at 380 the last
  // one.
  EXPECT_NEAR(result.parallel_seconds, 5 * (1000 + 380) * kNs, 1e-15);
  EXPECT_EQ(result.events, 64 * 5 * 13);
}

// Lanes do not know of each other.
TEST(Replay, ManyScenariosAreEachAsAlone) {
  const auto program =
      StencilProgram({.width = 5, .height = 7, .iterations = 9, .bytes = 900, .calc_ns = 700, .jitter = 0.5});
  const auto network = ParseTopology("torus:5x7");
  std::vector<Scenario> scenarios;
  for (int i = 0; i < 11; ++i) {
    Scenario scenario{.model = ExampleModel(), .compute_factor = 1 + 0.1 * i};
    scenario.model.link = Curve((100 + 17 * i) * kNs, (1 + 0.3 * i) * kNs);
    scenario.model.eager_limit_bytes = i % 3 == 0 ? 100 : 1000;  // rendezvous in some
    scenarios.push_back(scenario);
  }
  for (const std::size_t count : {1, 2, 3, 4, 5, 8, 11}) {
    const auto together = ReplayOrderFree(*program, *network, std::span(scenarios).first(count));
    ASSERT_EQ(together.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto alone = ReplayOrderFree(*program, *network, {&scenarios[i], 1})[0];
      EXPECT_EQ(together[i].finish_seconds, alone.finish_seconds);
      EXPECT_EQ(together[i].compute_seconds, alone.compute_seconds);
    }
  }
}

TEST(Replay, MessagesThatNobodyReceivesAreCounted) {
  EXPECT_EQ(Replay("ranks 2\nrank 0\nsend 1 1\nsend 1 1\nrank 1\nrecv 0").unreceived, 1);
}

std::string ErrorOf(const std::string& text, const NetworkModel& model = ExampleModel()) {
  return mpigauge::ErrorOf([&] { Replay(text, {}, model); });
}

TEST(Replay, DeadlocksNameRankAndCall) {
  EXPECT_EQ(ErrorOf("ranks 3\nrank 0\nrecv 1 tag 4\nsend 1 1\nrank 1\ncalc 5\nrecv 0\nsend 0 1 tag 4"),
            "deadlock: 2 of 3 ranks never end; rank 0, line 3: waits for a message from 1, tag 4; "
            "rank 1, line 7: waits for a message from 0, tag 0");
  EXPECT_EQ(ErrorOf("ranks 2\nrank 0\nsend 1 2000 tag 3\nrecv 1\nrank 1\nsend 0 2000\nrecv 0 tag 3"),
            "deadlock: 2 of 2 ranks never end; rank 0, line 3: waits for rank 1 to receive what it sends with tag 3; "
            "rank 1, line 6: waits for rank 0 to receive what it sends with tag 0");
  EXPECT_THAT(ErrorOf("ranks 2\nrank 0\nbarrier"), HasSubstr("rank 0, line 3, barrier: waits for a message from 1"));
}

// The same program is fine where its messages are eager: a smaller limit makes a deadlock of it.
TEST(Replay, ADeadlockOfSomeModelsSaysSo) {
  const auto parsed = ParseProgram("ranks 2\nrank 0\nsend 1 500\nrecv 1\nrank 1\nsend 0 500\nrecv 0", "p");
  std::vector<Scenario> scenarios(2, Scenario{.model = ExampleModel()});
  EXPECT_EQ(ReplayOrderFree(*parsed.program, *CompleteNetwork(2), scenarios)[0].unreceived, 0);
  scenarios[1].model.eager_limit_bytes = 100;
  try {
    ReplayOrderFree(*parsed.program, *CompleteNetwork(2), scenarios);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("(eager in some of the models, but not in all)"));
  }
}

TEST(Replay, Errors) {
  EXPECT_THAT(ErrorOf("ranks 2\nrank 0\nrecv any"), HasSubstr("rank 0, line 3: receive from any, tag 0"));
  EXPECT_EQ(ErrorOf("ranks 2\nrank 0\nirecv 1 request 0\nirecv 1 request 0"),
            "rank 0, line 4: receive from 1, tag 0: its request is still active");
  const auto parsed = ParseProgram("ranks 3", "p");
  const Scenario scenario{.model = ExampleModel()};
  EXPECT_THROW(ReplayOrderFree(*parsed.program, *CompleteNetwork(2), {&scenario, 1}), Error);
}

// The order-free engine once took the address of such a rank before it looked whether there is one.
TEST(Replay, ASendToARankThatDoesNotExist) {
  const Scenario plain{.model = ExampleModel()};
  for (const auto& [peer, name] :
       {std::pair{2, "2"}, {std::numeric_limits<int>::max(), "2147483647"}, {kAnySource, "any"}, {-7, "any"}}) {
    ListedProgram missing(2);
    missing.Add(0, {.amount = 5, .call = Call::kCalc}, 16);
    missing.Add(0, {.amount = 8, .peer = peer, .call = Call::kSend}, 17);
    for (const bool in_time : {false, true}) {
      try {
        if (in_time) ReplayInTime(missing, *CompleteNetwork(3), plain);
        if (!in_time) ReplayOrderFree(missing, *CompleteNetwork(3), {&plain, 1});
        FAIL() << peer;
      } catch (const Error& error) {
        const std::string to = name;
        EXPECT_EQ(error.what(), "rank 0, line 17: send of 8 bytes to " + to + ", tag 0: there are 2 ranks");
      }
    }
  }
}

}  // namespace
}  // namespace mpigauge
