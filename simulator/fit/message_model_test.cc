#include "simulator/fit/message_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "simulator/program/program_text.h"
#include "simulator/replay/replay.h"

namespace mpigauge {
namespace {

constexpr std::int64_t kSizes[] = {0, 1, 100, 1000, 1001, 4096, 4097, 10000, 1 << 20};

const MessageCurves kCurves = {
    .one_way = {{0, 2e-6, 1e-9}, {4097, 8e-6, 4e-10}},
    .send_overhead = {{0, 2e-7, 1e-10}, {1001, 1e-7, 2e-10}},
    .receive_overhead = {{0, 3e-7, 1e-10}, {4097, 3e-7, 0}},
    .gap = {{0, 4e-7, 4e-10}},
    .eager_limit = 4096,
};

double WaySeconds(std::int64_t bytes) {
  return bytes <= 4096 ? 2e-6 + 1e-9 * static_cast<double>(bytes) : 8e-6 + 4e-10 * static_cast<double>(bytes);
}

// Half a round trip of ten, by the simulator; until the last answer is there.
double Replayed(const NetworkModel& model, std::int64_t bytes) {
  const std::string text = "ranks 2\nrank 0\nrepeat 10\nsend 1 " + std::to_string(bytes) +
                           "\nrecv 1\nend\nrank 1\nrepeat 10\nrecv 0\nsend 0 " + std::to_string(bytes) + "\nend\n";
  const auto parsed = ParseProgram(text, "ping-pong");
  const Scenario scenario{.model = model};
  return ReplayOrderFree(*parsed.program, *CompleteNetwork(2), {&scenario, 1})[0].finish_seconds[0] / 20;
}

TEST(ModelOfMessages, AReplayedPingPongTakesTheMeasuredTime) {
  const MessageModel result = ModelOfMessages(kCurves);
  EXPECT_FALSE(result.overheads_cut);
  for (const std::int64_t bytes : kSizes) {
    EXPECT_NEAR(Replayed(result.model, bytes) / WaySeconds(bytes), 1, 1e-9) << bytes;
    EXPECT_NEAR(OneWaySeconds(result.model, bytes) / WaySeconds(bytes), 1, 1e-9) << bytes;
  }
  EXPECT_NEAR(result.model.send_overhead.At(2000), 5e-7, 1e-15);
  EXPECT_NEAR(result.model.gap.At(2000), 1.2e-6, 1e-15);
}

// Where processors copy, the overheads of both ranks together may be measured as more than the way.
TEST(ModelOfMessages, OverheadsAreCutToTheWay) {
  MessageCurves curves = kCurves;
  curves.send_overhead = {{0, 1e-7, 3e-9}};
  const MessageModel result = ModelOfMessages(curves);
  EXPECT_TRUE(result.overheads_cut);
  for (const std::int64_t bytes : kSizes) {
    EXPECT_NEAR(Replayed(result.model, bytes) / WaySeconds(bytes), 1, 1e-6) << bytes;
  }
}

// A send that ends after the answer could have come would make the round trip longer.
TEST(ModelOfMessages, GapsAreCutToTheWay) {
  MessageCurves curves = kCurves;
  curves.gap = {{0, 4e-7, 2e-9}};
  const MessageModel result = ModelOfMessages(curves);
  EXPECT_NEAR(result.model.gap.At(1000), 2.4e-6, 1e-15);  // an eager send does not wait for it
  for (const std::int64_t bytes : kSizes) {
    EXPECT_NEAR(Replayed(result.model, bytes) / WaySeconds(bytes), 1, 1e-9) << bytes;
  }
}

// As over a copy from process to process: the receiver fetches the data once it knows of them.
TEST(ModelOfMessages, ARendezvousMayHaveLessThanAHandshake) {
  MessageCurves curves = kCurves;
  curves.one_way = {{0, 2e-6, 1e-9}, {4097, 2.5e-6, 4e-10}};
  const MessageModel result = ModelOfMessages(curves);
  EXPECT_FALSE(result.overheads_cut);
  EXPECT_LT(result.model.handshake_seconds, 1.5e-6);
  const double seconds = 2.5e-6 + 4097 * 4e-10;
  EXPECT_NEAR(Replayed(result.model, 4097) / seconds, 1, 1e-9);
  EXPECT_NEAR(OneWaySeconds(result.model, 4097) / seconds, 1, 1e-9);
  EXPECT_NEAR(Replayed(result.model, 4096) / WaySeconds(4096), 1, 1e-9);
}

TEST(ModelOfMessages, WithoutOverheadsAndEagerLimitTheLinkIsTheWay) {
  const MessageModel result = ModelOfMessages({.one_way = kCurves.one_way});
  EXPECT_EQ(result.model.eager_limit_bytes, NetworkModel().eager_limit_bytes);
  EXPECT_EQ(result.model.link.pieces().size(), 2u);
  for (const std::int64_t bytes : kSizes) EXPECT_DOUBLE_EQ(result.model.link.At(bytes), WaySeconds(bytes));
}

}  // namespace
}  // namespace mpigauge
