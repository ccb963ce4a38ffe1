// The time-ordered engine: equal to the order-free one where both apply, and right where only it does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/error.h"
#include "simulator/program/expanded_program.h"
#include "simulator/program/generators.h"
#include "simulator/program/program_text.h"
#include "simulator/replay/replay.h"
#include "simulator/replay/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Nothing but the link, as the paper has it.
NetworkModel Plain(Switching switching) {
  NetworkModel model;
  model.link = Curve(100 * kNs, 1 * kNs);
  model.hop_seconds = 100 * kNs;
  model.switching = switching;
  return model;
}

ReplayResult Replay(const std::string& text, const ReplayOptions& options = {},
                    const NetworkModel& model = ExampleModel(), const std::string& topology = "") {
  const auto parsed = ParseProgram(text, "p");
  const auto network = topology.empty() ? CompleteNetwork(parsed.program->ranks()) : ParseTopology(topology);
  return ReplayInTime(ExpandedProgram(*parsed.program, *parsed.communicators), *network, {.model = model}, options);
}

std::vector<double> FinishNs(const ReplayResult& result) {
  std::vector<double> finish;
  for (const double seconds : result.finish_seconds) finish.push_back(std::round(seconds / kNs * 1e3) / 1e3);
  return finish;
}

// ---- both engines ---------------------------------------------------------

void ExpectEqualEngines(const Program& program, const Topology& network, const Scenario& scenario) {
  for (const auto cost : {ReceiveCost::kInWait, ReceiveCost::kAtArrival}) {
    const auto free = ReplayOrderFree(program, network, {&scenario, 1}, {.receive_cost = cost})[0];
    const auto timed = ReplayInTime(program, network, scenario, {.receive_cost = cost});
    ASSERT_EQ(free.finish_seconds, timed.finish_seconds);
    ASSERT_EQ(free.compute_seconds, timed.compute_seconds);
    ASSERT_EQ(free.events, timed.events);
    ASSERT_EQ(free.unreceived, timed.unreceived);
  }
}

// Pairs of a send and its receive in an order in which they can happen, with or without waits.
std::string RandomProgram(std::mt19937& random, int ranks, int messages) {
  std::vector<std::string> texts(static_cast<std::size_t>(ranks));
  std::vector<int> requests(static_cast<std::size_t>(ranks), 0);
  const auto below = [&](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
  const auto text_of = [&](int rank) -> std::string& { return texts[static_cast<std::size_t>(rank)]; };
  const auto request = [&](int rank) {
    return " request " + std::to_string(requests[static_cast<std::size_t>(rank)]++) + "\n";
  };
  for (int i = 0; i < messages; ++i) {
    const int from = below(ranks);
    const int to = (from + 1 + below(ranks - 1)) % ranks;
    const std::string tag = " tag " + std::to_string(below(2));
    constexpr const char* kSizes[] = {" 0", " 8", " 999", " 1001", " 4000"};
    const std::string receive = "recv " + std::to_string(from) + tag;
    const std::string send = "send " + std::to_string(to) + kSizes[below(5)] + tag;
    const bool early = below(2) == 0;
    if (early) text_of(to) += "i" + receive + request(to);
    text_of(from) += below(2) == 0 ? "i" + send + request(from) : (below(4) == 0 ? "s" : "") + send + "\n";
    if (!early) text_of(to) += receive + "\n";
    for (const int rank : {from, to}) {
      text_of(rank) += "calc " + std::to_string(below(2000)) + "\n";
      if (below(5) != 0) continue;
      text_of(rank) += "waitall\n";
      requests[static_cast<std::size_t>(rank)] = 0;
    }
  }
  std::string text = "ranks " + std::to_string(ranks) + "\n";
  for (int rank = 0; rank < ranks; ++rank) {
    text += "rank " + std::to_string(rank) + "\n" + text_of(rank) + "waitall\nallreduce 3000\n";
  }
  return text;
}

TEST(InTime, EqualsTheOtherEngineOnRandomPrograms) {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const int ranks = 2 + i % 7;
    const auto parsed = ParseProgram(RandomProgram(random, ranks, 40), "p");
    const ExpandedProgram program(*parsed.program, *parsed.communicators);
    NetworkModel model = ExampleModel();
    if (i % 3 != 0) model.receive_overhead = Curve(20 * kNs, 0.017 * kNs);
    model.receiver_fetches = i % 5 < 2;
    ExpectEqualEngines(program, *Grid({ranks}, i % 2 == 0), {.model = model, .compute_factor = 1.5});
    if (HasFailure()) FAIL() << "program " << i;
  }
}

TEST(InTime, EqualsTheOtherEngineOnStencils) {
  for (const std::int64_t bytes : {8, 2000}) {
    const auto program =
        StencilProgram({.width = 12, .height = 9, .iterations = 7, .bytes = bytes, .calc_ns = 3000, .jitter = 0.4});
    ExpectEqualEngines(*program, *ParseTopology("torus:9x12"), {.model = ExampleModel()});
  }
}

// ---- wildcards --------------------------------------------------------------

TEST(InTime, WildcardsTakeWhatArrivesFirst) {
  const auto result = Replay(R"(ranks 3
rank 0
recv any
calc 1000
recv any
rank 1
calc 500
send 0 0
rank 2
send 0 0
)");
  // The message of rank 2 arrives at 110, that of rank 1 at 610.
  EXPECT_THAT(FinishNs(result), ElementsAre(1150, 510, 10));
}

// Messages that have arrived when the receive begins count in the order of arrival, although they were sent in another.
TEST(InTime, WildcardsLookAtTheTimeOfTheReceive) {
  const auto result = Replay(R"(ranks 3
rank 0
calc 3000
recv any
send 1 0
recv any
rank 1
send 0 900
recv 0
calc 50
rank 2
calc 100
send 0 0
)");
  // Rank 2's arrives at 210, rank 1's at 1010.
  EXPECT_THAT(FinishNs(result), ElementsAre(3050, 3200, 110));
}

// Messages do not overtake: the second of a source arrives first, but the receive takes the first.
TEST(InTime, WildcardsKeepTheOrderOfASource) {
  const std::string program = R"(ranks 2
rank 0
irecv any request 0
recv any
wait 0
rank 1
send 0 900
send 0 0
)";
  // Sent at 10 and 60, there at 1010 and 160. Request 0 takes the first; the second receive ends at 180.
  EXPECT_THAT(FinishNs(Replay(program)), ElementsAre(1030, 60));
}

TEST(InTime, AReceiveThatNamesItsSourceLeavesToAWildcardWhatIsItsOwn) {
  const auto result = Replay(R"(ranks 3
rank 0
irecv any request 0
irecv 1 request 1
wait 1
calc 5
wait 0
rank 1
send 0 0
calc 100
send 0 0
rank 2
calc 5000
send 0 0
)");
  // The wildcard has rank 1's first message, at 110; the other receive its second, at 220.
  EXPECT_THAT(FinishNs(result), ElementsAre(265, 120, 5010));
  EXPECT_EQ(result.unreceived, 1);
}

TEST(InTime, WildcardsTakeRendezvousByTheirRequests) {
  const auto result = Replay(R"(ranks 3
rank 0
recv any tag any
recv any tag any
rank 1
send 0 2000 tag 1
rank 2
calc 50
send 0 0 tag 2
)");
  // The request of rank 1 is there at 110, before the message of rank 2 (160): answered at 210, all there at 2310.
  EXPECT_THAT(FinishNs(result), ElementsAre(2350, 260, 60));
}

// ---- what is busy -----------------------------------------------------------

std::string Senders(int senders) {
  std::string text = "ranks " + std::to_string(senders + 1) + "\nrank 0\n";
  for (int i = 1; i <= senders; ++i) text += "recv " + std::to_string(i) + "\n";
  for (int i = 1; i <= senders; ++i) text += "rank " + std::to_string(i) + "\nsend 0 900\n";
  return text;
}

TEST(InTime, BusyReceivers) {
  auto model = Plain(Switching::kStoreAndForward);
  model.gap = Curve(400 * kNs, 0);
  EXPECT_DOUBLE_EQ(Replay(Senders(3), {}, model).parallel_seconds, 1000 * kNs);
  EXPECT_DOUBLE_EQ(Replay(Senders(3), {.busy_receivers = true}, model).parallel_seconds, 1800 * kNs);
}

// On a bus messages go one after the other; where all have their own links, they do not.
TEST(InTime, ABusCarriesOneAtATime) {
  const auto plain = Plain(Switching::kStoreAndForward);
  EXPECT_DOUBLE_EQ(Replay(Senders(3), {.busy_links = true}, plain, "bus:4").parallel_seconds, 3000 * kNs);
  EXPECT_DOUBLE_EQ(Replay(Senders(3), {.busy_links = true}, plain, "complete:4").parallel_seconds, 1000 * kNs);
  EXPECT_DOUBLE_EQ(Replay(Senders(3), {}, plain, "bus:4").parallel_seconds, 1000 * kNs);
}

// A message that meets nobody takes the same time on links that could be busy.
TEST(InTime, AloneOnTheNetwork) {
  for (const auto switching : {Switching::kStoreAndForward, Switching::kCutThrough, Switching::kWormhole}) {
    for (const char* topology : {"mesh:2x5", "ring:10", "complete:10", "dragonfly:5x2x1"}) {
      const std::string text = "ranks 10\nrank 1\nsend 9 900\nrank 9\nrecv 1";
      EXPECT_NEAR(Replay(text, {.busy_links = true}, Plain(switching), topology).parallel_seconds,
                  Replay(text, {}, Plain(switching), topology).parallel_seconds, 1e-15)
          << topology;
    }
  }
}

// 0 and 1 both send to 3 on the line 0 - 1 - 2 - 3, each 900 bytes, rank 0 100 ns later.
TEST(InTime, TwoMessagesOnOneLink) {
  const std::string text = "ranks 4\nrank 0\ncalc 100\nsend 3 900\nrank 1\nsend 3 900\nrank 3\nrecv 1\nrecv 0";
  const auto time = [&](Switching switching) {
    return Replay(text, {.busy_links = true}, Plain(switching), "mesh:4").parallel_seconds;
  };
  // Whole at node 1 at 1100, when the link is free since 1000: 1100 + 2 * 1000.
  EXPECT_DOUBLE_EQ(time(Switching::kStoreAndForward), 3100 * kNs);
  // The head is at node 1 at 200; the link is free at 900; head at node 2 at 1000, the last byte at node 3 at 2000.
  EXPECT_DOUBLE_EQ(time(Switching::kCutThrough), 2000 * kNs);
  // The same here, but the first link is kept meanwhile.
  EXPECT_DOUBLE_EQ(time(Switching::kWormhole), 2000 * kNs);
}

// A worm that waits keeps its first link, so that a third message, which shares only that, waits too.
TEST(InTime, WormsBlockWhatIsBehindThem) {
  const std::string text =
      "ranks 4\nrank 0\ncalc 100\nsend 3 900\nsend 1 0\nrank 1\nsend 3 900\nrecv 0\nrank 3\nrecv 1\nrecv 0";
  const auto time = [&](Switching switching) {
    return FinishNs(Replay(text, {.busy_links = true}, Plain(switching), "mesh:4"))[1];
  };
  EXPECT_DOUBLE_EQ(time(Switching::kCutThrough), 1100);  // after the first link is free at 1000
  EXPECT_GT(time(Switching::kWormhole), 1700);           // the last byte passes the first link at 1800
}

// Without virtual channels worms on a ring can wait for each other in a circle.
TEST(InTime, WormsCanBlockEachOther) {
  std::string text = "ranks 5\n";
  for (int rank = 0; rank < 5; ++rank) {
    text += "rank " + std::to_string(rank) + "\nisend " + std::to_string((rank + 2) % 5) + " 900 request 0\nrecv " +
            std::to_string((rank + 3) % 5) + "\nwaitall\n";
  }
  EXPECT_DOUBLE_EQ(Replay(text, {.busy_links = true}, Plain(Switching::kCutThrough), "ring:5").parallel_seconds,
                   1900 * kNs);
  try {
    Replay(text, {.busy_links = true}, Plain(Switching::kWormhole), "ring:5");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("rank 0, line 4: waits for a message that others block on its way"));
  }
}

TEST(InTime, Deadlocks) {
  try {
    Replay("ranks 2\nrank 0\nrecv any tag any\nrank 1\nssend 0 0 tag 3\nssend 0 0 tag 4");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "deadlock: 1 of 2 ranks never end; rank 1, line 6: waits for rank 0 to receive what it sends with tag 4");
  }
  EXPECT_THROW(Replay("ranks 2\nrank 0\nrecv any"), Error);
}

}  // namespace
}  // namespace mpigauge
