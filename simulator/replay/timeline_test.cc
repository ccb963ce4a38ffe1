#include "simulator/replay/timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "simulator/program/generators.h"
#include "simulator/program/program_text.h"
#include "simulator/replay/replay.h"

namespace mpigauge {
namespace {

constexpr double kNs = 1e-9;

NetworkModel Model() {
  NetworkModel model;
  model.link = Curve(200 * kNs, 0);
  model.send_overhead = Curve(100 * kNs, 0);
  model.receive_overhead = Curve(100 * kNs, 0);
  return model;
}

TEST(Timeline, AsText) {
  const auto parsed = ParseProgram("ranks 2\nrank 0\ncalc 400\nsend 1 8\nrank 1\nrecv 0\ncalc 200", "p");
  Timeline timeline(2);
  const auto result = ReplayInTime(*parsed.program, *CompleteNetwork(2), {.model = Model()}, {}, &timeline);
  EXPECT_EQ(TimelineText(timeline, result.parallel_seconds, 10),
            "  rank |0 s       | computes\n"
            "     0 |####-     |  40.0%\n"
            "     1 |.......-##|  20.0%\n"
            "# computes  - sends or receives  . is blocked; a column is 100 ns\n");
  ASSERT_EQ(timeline.messages().size(), 1u);
  EXPECT_NEAR(timeline.messages()[0].sent, 500 * kNs, 1e-15);
  EXPECT_NEAR(timeline.messages()[0].arrived, 700 * kNs, 1e-15);
}

// A rank is always somewhere: its spans follow each other from 0 to its end, and what it computes is what the result
// says. Every message arrives after it was sent.
TEST(Timeline, SpansAreWithoutGaps) {
  const auto program =
      StencilProgram({.width = 5, .height = 4, .iterations = 6, .bytes = 100, .calc_ns = 900, .jitter = 0.8});
  Timeline timeline(20);
  const auto result = ReplayInTime(*program, *CompleteNetwork(20), {.model = Model()}, {}, &timeline);
  for (std::size_t rank = 0; rank < 20; ++rank) {
    double now = 0;
    double compute = 0;
    for (const auto& span : timeline.spans()[rank]) {
      EXPECT_EQ(span.begin, now);
      EXPECT_GT(span.end, span.begin);
      if (span.activity == Activity::kCompute) compute += span.end - span.begin;
      now = span.end;
    }
    EXPECT_EQ(now, result.finish_seconds[rank]);
    EXPECT_NEAR(compute, result.compute_seconds[rank], 1e-14);
  }
  EXPECT_EQ(timeline.messages().size(), 20u * 6 * 4);
  for (const auto& message : timeline.messages()) EXPECT_NEAR(message.arrived - message.sent, 200 * kNs, 1e-14);
}

// The format asks for this: complete events with a duration, and for each arrow a beginning and an end of one id.
TEST(Timeline, AsEvents) {
  Timeline timeline(2);
  timeline.OnSpan(0, Activity::kCompute, 0, 1e-6);
  timeline.OnSpan(0, Activity::kCompute, 1e-6, 3e-6);  // becomes one with the first
  timeline.OnSpan(1, Activity::kBlocked, 0, 2.5e-6);
  timeline.OnMessage({.from = 0, .to = 1, .bytes = 64, .sent = 1e-6, .arrived = 2.5e-6});
  const Json events = TimelineEvents(timeline).at("traceEvents");
  std::map<std::string, int> phases;
  for (const Json& event : events) ++phases[event.at("ph")];
  EXPECT_EQ(phases, (std::map<std::string, int>{{"M", 2}, {"X", 2}, {"s", 1}, {"f", 1}}));
  EXPECT_EQ(events[1].at("name"), "compute");
  EXPECT_DOUBLE_EQ(events[1].at("dur"), 3);
  EXPECT_EQ(events[4].at("id"), events[5].at("id"));
  EXPECT_DOUBLE_EQ(events[5].at("ts"), 2.5);
}

}  // namespace
}  // namespace mpigauge
