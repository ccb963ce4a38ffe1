// Collectives with a measured time, and combining, in both engines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "simulator/program/expanded_program.h"
#include "simulator/program/generators.h"
#include "simulator/program/program_text.h"
#include "simulator/replay/critical_path.h"
#include "simulator/replay/replay.h"
#include "simulator/replay/testing.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Each of these kinds takes `ns` nanoseconds, whatever the size.
std::shared_ptr<const CollectiveCosts> Costs(const std::vector<CollectiveKind>& kinds, double ns) {
  auto costs = std::make_shared<CollectiveCosts>();
  for (const auto kind : kinds) costs->Add(kind, 4, 100, ns * kNs);
  return costs;
}

using enum CollectiveKind;
const std::vector<CollectiveKind> kMany = {kBarrier, kBcast, kReduce, kAllreduce, kGather, kScatter, kAlltoall, kScan};

Scenario ExampleScenario(double ns = 1000) { return {.model = ExampleModel(), .collectives = Costs(kMany, ns)}; }

// Replays in both engines, which must agree.
ReplayResult Replay(const std::string& text, const Scenario& scenario, const ReplayOptions& options = {}) {
  const auto parsed = ParseProgram(text, "p");
  const ExpandedProgram program(*parsed.program, *parsed.communicators);
  const auto network = CompleteNetwork(program.ranks());
  const auto free = ReplayOrderFree(program, *network, {&scenario, 1}, options)[0];
  const auto timed = ReplayInTime(program, *network, scenario, options);
  EXPECT_EQ(free.finish_seconds, timed.finish_seconds);
  EXPECT_EQ(free.events, timed.events);
  return free;
}

std::vector<double> FinishNs(const ReplayResult& result) {
  std::vector<double> finish;
  for (const double seconds : result.finish_seconds) finish.push_back(std::round(seconds / kNs * 1e3) / 1e3);
  return finish;
}

// Rank r of four computes 100 r ns before the call.
std::string Staggered(const std::string& call) {
  std::string text = "ranks 4\n";
  for (int rank = 0; rank < 4; ++rank) {
    text += "rank " + std::to_string(rank) + "\ncalc " + std::to_string(100 * rank) + "\n" + call + "\n";
  }
  return text;
}

TEST(Collectives, AllLeaveAfterTheLast) {
  for (const char* call : {"barrier", "allreduce 8", "alltoall 5000"}) {
    const auto result = Replay(Staggered(call), ExampleScenario());
    EXPECT_THAT(FinishNs(result), ElementsAre(1300, 1300, 1300, 1300)) << call;
    EXPECT_EQ(result.events, 8);
    EXPECT_EQ(result.messages, 0);
  }
}

// Root 2 enters at 200, and is busy with two sends of 10 ns; those after it at 200 + 1000.
TEST(Collectives, OneToAll) {
  EXPECT_THAT(FinishNs(Replay(Staggered("bcast 8 root 2"), ExampleScenario())), ElementsAre(1200, 1200, 220, 1200));
  EXPECT_THAT(FinishNs(Replay(Staggered("scatter 8 root 0"), ExampleScenario())), ElementsAre(20, 1000, 1000, 1000));
  // A rank receives what arrived long ago when it comes.
  EXPECT_THAT(FinishNs(Replay(Staggered("bcast 8"), ExampleScenario(50))), ElementsAre(20, 120, 220, 320));
  // Above the eager limit nothing is there before a rank comes.
  EXPECT_THAT(FinishNs(Replay(Staggered("bcast 2000"), ExampleScenario())), ElementsAre(1000, 1100, 1200, 1300));
}

TEST(Collectives, AllToOne) {
  EXPECT_THAT(FinishNs(Replay(Staggered("reduce 8 root 1"), ExampleScenario())), ElementsAre(10, 1300, 210, 310));
  // The root comes last and finds all there: two receives.
  EXPECT_THAT(FinishNs(Replay(Staggered("gather 8 root 3"), ExampleScenario(50))), ElementsAre(10, 110, 210, 340));
  EXPECT_THAT(FinishNs(Replay(Staggered("gather 2000 root 3"), ExampleScenario())),
              ElementsAre(1000, 1100, 1200, 1300));
}

TEST(Collectives, OneByOne) {
  EXPECT_THAT(FinishNs(Replay(Staggered("scan 8"), ExampleScenario())), ElementsAre(1000, 1100, 1200, 1300));
  const std::string late = "ranks 3\nrank 0\ncalc 70\nscan 8\nrank 1\ncalc 500\nscan 8\nrank 2\nscan 8";
  EXPECT_THAT(FinishNs(Replay(late, ExampleScenario())), ElementsAre(1070, 1500, 1500));
}

// A root may be several collectives ahead.
TEST(Collectives, ARootDoesNotWait) {
  const std::string text = "ranks 2\nrank 0\nrepeat 3\nbcast 8\nend\nrank 1\ncalc 5000\nrepeat 3\nbcast 8\nend";
  EXPECT_THAT(FinishNs(Replay(text, ExampleScenario())), ElementsAre(30, 5060));
}

TEST(Collectives, CommunicatorsAndSingleRanksAreReplayed) {
  const std::string text =
      "ranks 3\ncommunicator 2 0\ncommunicator 1\nrank 0\ncalc 7\nbarrier comm 1\nrank 1\nbarrier comm 2\n"
      "rank 2\nbarrier comm 1";
  EXPECT_THAT(FinishNs(Replay(text, ExampleScenario())), ElementsAre(1007, 0, 1007));
}

// A collective without a measured time becomes messages: each round overhead, link and overhead.
TEST(Collectives, OthersAreExpanded) {
  const Scenario scenario{.model = ExampleModel(), .collectives = Costs({kAllreduce}, 1000)};
  EXPECT_THAT(FinishNs(Replay("ranks 2\nrank 0\nbarrier\nallreduce 8\nrank 1\nbarrier\nallreduce 8", scenario)),
              ElementsAre(1130, 1130));
}

TEST(Collectives, PendingMessagesGoOnMeanwhile) {
  const std::string text = R"(ranks 2
rank 0
isend 1 2000 request 0
barrier
wait 0
rank 1
irecv 0 request 0
barrier
wait 0)";
  EXPECT_THAT(FinishNs(Replay(text, ExampleScenario(5000))), ElementsAre(5010, 5030));
}

// As many bytes as the one gives who gives most.
TEST(Collectives, TheMostBytesCount) {
  auto costs = std::make_shared<CollectiveCosts>();
  costs->Add(kAllgather, 2, 10, 100 * kNs);
  costs->Add(kAllgather, 2, 1000, 10000 * kNs);
  const Scenario scenario{.model = ExampleModel(), .collectives = costs};
  EXPECT_THAT(FinishNs(Replay("ranks 2\nrank 0\nallgather 1000\nrank 1\nallgather 10", scenario)),
              ElementsAre(10000, 10000));
}

// Where all enter together, a measured time that is that of the messages gives the same end.
TEST(Collectives, AsLongAsTheMessagesThatWereMeasured) {
  for (const std::string call : {"barrier", "bcast 700", "reduce 700", "allreduce 5000", "alltoall 64", "gather 9"}) {
    const std::string text = "ranks 5\nrank 0\n" + call + "\nrank 1\n" + call + "\nrank 2\n" + call + "\nrank 3\n" +
                             call + "\nrank 4\n" + call;
    const auto messages = Replay(text, {.model = ExampleModel()});
    const Scenario scenario{.model = ExampleModel(), .collectives = Costs(kMany, messages.parallel_seconds / kNs)};
    EXPECT_NEAR(Replay(text, scenario).parallel_seconds / messages.parallel_seconds, 1, 1e-12) << call;
  }
}

std::string RandomCollectives(std::mt19937& random) {
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  constexpr const char* kCalls[] = {"barrier", "bcast 8",  "bcast 3000", "reduce 8",       "allreduce 80",
                                    "scan 8",  "gather 8", "scatter 8",  "allgather 3000", "reduce 2000"};
  std::vector<std::string> texts(6);
  for (int i = 0; i < 30; ++i) {
    const int communicator = below(3);  // the world, the even ranks, the last three
    const std::string call = kCalls[below(10)];
    const std::string root = call == "barrier" ? "" : " root " + std::to_string(below(3));
    for (int rank = 0; rank < 6; ++rank) {
      std::string& text = texts[static_cast<std::size_t>(rank)];
      text += "calc " + std::to_string(below(3000)) + "\n";
      if (communicator == 1 && rank % 2 == 1) continue;
      if (communicator == 2 && rank < 3) continue;
      text += call + root + " comm " + std::to_string(communicator) + "\n";
      if (i % 3 == 0 && communicator == 0) {
        text += "sendrecv " + std::to_string((rank + 1) % 6) + " 1500 " + std::to_string((rank + 5) % 6) + "\n";
      }
    }
  }
  std::string all = "ranks 6\ncommunicator 4 0 2\ncommunicator 3 4 5\n";
  for (std::size_t rank = 0; rank < 6; ++rank) all += "rank " + std::to_string(rank) + "\n" + texts[rank];
  return all;
}

TEST(Collectives, BothEnginesAgreeOnRandomPrograms) {
  std::mt19937 random(3);
  for (int i = 0; i < 100; ++i) {
    Replay(RandomCollectives(random), ExampleScenario(200 + 37 * i));
    if (HasFailure()) FAIL() << "program " << i;
  }
}

// Lanes do not know of each other, even where their measured kinds differ.
TEST(Collectives, ManyScenariosAreEachAsAlone) {
  std::mt19937 random(5);
  const auto parsed = ParseProgram(RandomCollectives(random), "p");
  const ExpandedProgram program(*parsed.program, *parsed.communicators);
  const auto network = CompleteNetwork(6);
  std::vector<Scenario> scenarios;
  for (int i = 0; i < 11; ++i) {
    Scenario scenario = ExampleScenario(300 + 100 * i);
    scenario.model.eager_limit_bytes = i % 2 == 0 ? 1000 : 4000;
    if (i == 6) scenario.collectives = Costs({kBarrier}, 100);
    if (i == 7) scenario.collectives = nullptr;
    scenarios.push_back(scenario);
  }
  const auto together = ReplayOrderFree(program, *network, scenarios);
  ASSERT_EQ(together.size(), scenarios.size());
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    EXPECT_EQ(together[i].finish_seconds, ReplayOrderFree(program, *network, {&scenarios[i], 1})[0].finish_seconds);
  }
}

// ---- combining --------------------------------------------------------------

// Two rounds, each with 100 bytes that are added: 0.5 ns each.
TEST(Collectives, CombiningTakesTime) {
  Scenario scenario{.model = ExampleModel()};
  const std::string text =
      "ranks 4\nrank 0\nallreduce 100\nrank 1\nallreduce 100\nrank 2\nallreduce 100\nrank 3\n"
      "allreduce 100";
  const double without = Replay(text, scenario).parallel_seconds;
  scenario.model.combine_seconds_per_byte = 0.5 * kNs;
  EXPECT_NEAR(Replay(text, scenario).parallel_seconds - without, 2 * 50 * kNs, 1e-15);
}

// ---- what happened ----------------------------------------------------------

// Rank 1 enters last, at 700: the path goes through its computation and the collective.
TEST(Collectives, CriticalPathAndTimeline) {
  const auto parsed =
      ParseProgram("ranks 2\nrank 0\ncalc 400\nallreduce 8\ncalc 300\nrank 1\ncalc 700\nallreduce 8", "p");
  const ExpandedProgram program(*parsed.program, *parsed.communicators);
  Timeline timeline(2);
  const auto result = ReplayInTime(program, *CompleteNetwork(2), ExampleScenario(1000), {}, &timeline);
  const auto path = CriticalPath(timeline);
  ASSERT_EQ(path.size(), 3u);
  EXPECT_EQ(path[0].kind, PathPiece::Kind::kCompute);
  EXPECT_EQ(path[0].rank, 1);
  EXPECT_EQ(path[1].kind, PathPiece::Kind::kCollective);
  EXPECT_NEAR(path[1].begin, 700 * kNs, 1e-15);
  EXPECT_NEAR(path[1].end, 1700 * kNs, 1e-15);
  EXPECT_EQ(path[2].rank, 0);
  EXPECT_THAT(TimelineText(timeline, result.parallel_seconds, 20), HasSubstr("     0 |####...==========###|"));
}

// On random programs the path has no gaps and is as long as the program takes.
TEST(Collectives, CriticalPathHasNoGaps) {
  std::mt19937 random(9);
  for (int i = 0; i < 40; ++i) {
    const auto parsed = ParseProgram(RandomCollectives(random), "p");
    const ExpandedProgram program(*parsed.program, *parsed.communicators);
    Timeline timeline(6);
    const auto result = ReplayInTime(program, *CompleteNetwork(6), ExampleScenario(777.7), {}, &timeline);
    double now = 0;
    for (const auto& piece : CriticalPath(timeline)) {
      EXPECT_EQ(piece.begin, now);
      now = piece.end;
    }
    EXPECT_EQ(now, result.parallel_seconds);
  }
}

// ---- errors -----------------------------------------------------------------

std::string ErrorOf(const std::string& text, bool in_time) {
  const auto parsed = ParseProgram(text, "p");
  const ExpandedProgram program(*parsed.program, *parsed.communicators);
  const Scenario scenario = ExampleScenario();
  return mpigauge::ErrorOf([&] {
    if (in_time) ReplayInTime(program, *CompleteNetwork(program.ranks()), scenario);
    if (!in_time) ReplayOrderFree(program, *CompleteNetwork(program.ranks()), {&scenario, 1});
  });
}

TEST(Collectives, Errors) {
  for (const bool in_time : {false, true}) {
    EXPECT_EQ(ErrorOf("ranks 4\nrank 0\ncalc 5\nallreduce 8\nrank 2\nallreduce 8", in_time),
              "deadlock: 2 of 4 ranks never end; rank 0, line 4, allreduce: waits for rank 1 (and 1 more) to call it; "
              "rank 2, line 6, allreduce: waits for rank 1 (and 1 more) to call it");
    EXPECT_EQ(ErrorOf("ranks 2\nrank 1\nbcast 8", in_time),
              "deadlock: 1 of 2 ranks never end; rank 1, line 3, bcast: waits for rank 0 to call it");
    EXPECT_THAT(ErrorOf("ranks 2\nrank 0\nbarrier\nrank 1\nallreduce 8", in_time),
                HasSubstr("collective 0 of communicator 0 is "));
    EXPECT_EQ(ErrorOf("ranks 2\nrank 0\nbcast 8", in_time),
              "rank 1 never calls collective 0 of communicator 0, but rank 0 does: bcast");
  }
}

}  // namespace
}  // namespace mpigauge
