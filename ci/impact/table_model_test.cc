#include "ci/impact/table_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "base/error.h"
#include "simulator/program/expanded_program.h"
#include "simulator/program/program_text.h"
#include "simulator/replay/replay.h"

namespace mpigauge {
namespace {

// Medians 1 us and 1 ns per byte, 3 us more above 4 KiB; one launch of three is far off.
NetworkSamples Example() {
  NetworkSamples samples;
  samples.distance = "same-host";
  for (std::int64_t bytes = 1; bytes <= 1 << 20; bytes *= 2) {
    const double seconds = 1e-6 + 1e-9 * static_cast<double>(bytes) + (bytes > 4096 ? 3e-6 : 0);
    samples.one_way.bytes.push_back(bytes);
    samples.one_way.seconds.push_back({seconds, 0.99 * seconds, 7 * seconds});
  }
  return samples;
}

double HalfRoundTrip(const NetworkModel& model, std::int64_t bytes) {
  const std::string text = "ranks 2\nrank 0\nsend 1 " + std::to_string(bytes) + "\nrecv 1\nrank 1\nrecv 0\nsend 0 " +
                           std::to_string(bytes) + "\n";
  const auto parsed = ParseProgram(text, "p");
  const Scenario scenario{.model = model};
  const auto results =
      ReplayOrderFree(ExpandedProgram(*parsed.program, *parsed.communicators), *CompleteNetwork(2), {&scenario, 1});
  return results[0].parallel_seconds / 2;
}

// The table exists for this: the replay of what was measured takes what it took.
void ExpectsReplayAsMeasured(const NetworkSamples& samples) {
  const NetworkModel model = TableModel(samples);
  for (std::size_t i = 0; i < samples.one_way.bytes.size(); ++i) {
    const double measured = samples.one_way.seconds[i][0];
    EXPECT_NEAR(HalfRoundTrip(model, samples.one_way.bytes[i]), measured, 1e-6 * measured) << samples.one_way.bytes[i];
  }
}

TEST(TableModel, APingPongTakesWhatItTook) { ExpectsReplayAsMeasured(Example()); }

TEST(TableModel, SoItDoesWithOverheadsGapAndRendezvous) {
  NetworkSamples samples = Example();
  samples.largest_eager_bytes = 4096;
  samples.smallest_rendezvous_bytes = 8192;
  ExpectsReplayAsMeasured(samples);
  samples.send_overhead = {{1, 1 << 20}, {{0.2e-6, 0.2e-6}, {0.4e-6, 0.4e-6}}};
  samples.receive_overhead = {{1, 1 << 20}, {{0.1e-6}, {0.1e-6}}};
  samples.gap = {{1, 1 << 20}, {{0.3e-6}, {0.9e-6}}};
  ExpectsReplayAsMeasured(samples);
  EXPECT_EQ(TableModel(samples).eager_limit_bytes, 4096);
}

// A receive of a rendezvous is the whole transfer, by one processor: two of them take twice as long.
TEST(TableModel, TwoRendezvousAreTakenInOneAfterTheOther) {
  NetworkSamples samples = Example();
  samples.largest_eager_bytes = 4096;
  samples.smallest_rendezvous_bytes = 8192;
  samples.send_overhead = {{1, 1 << 20}, {{0.1e-6}, {0.1e-6}}};
  samples.receive_overhead = {{1, 4096, 8192, 1 << 20}, {{0.2e-6}, {0.2e-6}, {9e-6}, {900e-6}}};
  samples.gap = {{1, 1 << 20}, {{0.3e-6}, {0.3e-6}}};
  ExpectsReplayAsMeasured(samples);
  const auto parsed = ParseProgram(
      "ranks 2\nrank 0\nsend 1 8192\nsend 1 8192\nrank 1\nirecv 0 request 0\nirecv 0 request 1\nwaitall\n", "p");
  const Scenario scenario{.model = TableModel(samples)};
  const auto results =
      ReplayOrderFree(ExpandedProgram(*parsed.program, *parsed.communicators), *CompleteNetwork(2), {&scenario, 1});
  const double one_way = 4e-6 + 8.192e-6;
  EXPECT_NEAR(results[0].parallel_seconds, one_way + 9e-6, 1e-10);
  // Beside a rendezvous, an eager message keeps its receiver as long as an eager one does.
  EXPECT_NEAR(scenario.model.receive_overhead.At(4096), 0.2e-6, 1e-12);
  EXPECT_NEAR(scenario.model.receive_overhead.At(4097), 9e-6, 4e-6);
}

// A handshake that leaves little of the way leaves as little to a receiver that took all of it.
TEST(TableModel, ALateReceiveHasAHandshakeInIt) {
  NetworkSamples samples = Example();
  for (std::size_t i = 0; i < samples.one_way.bytes.size(); ++i) {
    if (samples.one_way.bytes[i] > 4096) samples.one_way.seconds[i] = {3e-6};
  }
  samples.largest_eager_bytes = 4096;
  samples.smallest_rendezvous_bytes = 8192;
  samples.send_overhead = {{1, 1 << 20}, {{0}, {0}}};
  samples.receive_overhead = {{1, 4096, 8192, 1 << 20}, {{0}, {0}, {3e-6}, {3e-6}}};
  ExpectsReplayAsMeasured(samples);
}

// Both processors copy at once.
TEST(TableModel, OverheadsThatOverlapAreCutToTheWay) {
  NetworkSamples samples = Example();
  samples.send_overhead = {{1, 1 << 20}, {{0.9e-6}, {0.9e-3}}};
  samples.receive_overhead = samples.send_overhead;
  ExpectsReplayAsMeasured(samples);
}

// One-way times are of MPI_Send; a slow MPI_Isend keeps its caller nevertheless.
TEST(TableModel, AnOverheadThatIsNoPartOfTheWayStays) {
  NetworkSamples samples = Example();
  samples.send_overhead = {{1, 1 << 20}, {{5e-6}, {5e-6}}};
  samples.receive_overhead = {{1, 1 << 20}, {{0.3e-6}, {0.3e-6}}};
  const NetworkModel model = TableModel(samples);
  EXPECT_NEAR(model.send_overhead.At(8), 5e-6, 1e-12);
  EXPECT_NEAR(model.receive_overhead.At(8), 0.3e-6, 1e-12);
  EXPECT_NEAR(model.link.At(8), 0, 1e-12);
}

// The same of a long message, whose sender only asks: the receiver is not quicker for it.
TEST(TableModel, SoItDoesAboveTheEagerLimit) {
  NetworkSamples samples = Example();
  samples.largest_eager_bytes = 4096;
  samples.smallest_rendezvous_bytes = 8192;
  samples.receive_overhead = {{1, 4096, 8192, 1 << 20}, {{0.3e-6}, {0.3e-6}, {12.1e-6}, {1.1e-3}}};
  samples.send_overhead = {{1, 1 << 20}, {{0.6e-6}, {0.6e-6}}};
  const NetworkModel plain = TableModel(samples);
  samples.send_overhead = {{1, 1 << 20}, {{3.6e-6}, {3.6e-6}}};
  const NetworkModel slow = TableModel(samples);
  for (const std::int64_t bytes : {8192, 65536, 1 << 20}) {
    EXPECT_NEAR(slow.send_overhead.At(bytes), 3.6e-6, 1e-12);
    EXPECT_GE(slow.receive_overhead.At(bytes), plain.receive_overhead.At(bytes)) << bytes;
  }
}

TEST(TableModel, BetweenAndBeyondMeasuredSizesAreStraightLines) {
  NetworkSamples samples = Example();
  const NetworkModel all_eager = TableModel(samples);
  EXPECT_NEAR(HalfRoundTrip(all_eager, 3000), 4e-6, 1e-12);
  EXPECT_NEAR(HalfRoundTrip(all_eager, 0), 1e-6, 1e-9);
  EXPECT_NEAR(HalfRoundTrip(all_eager, 4 << 20), 4e-6 + 1e-9 * (4 << 20), 1e-9);
  // Between the last eager and the first rendezvous size it is the line above.
  samples.smallest_rendezvous_bytes = 8192;
  samples.largest_eager_bytes = 4096;
  EXPECT_NEAR(HalfRoundTrip(TableModel(samples), 5000), 4e-6 + 5e-6, 1e-9);
}

TEST(TableModel, ARendezvousKeepsItsSenderWhereTheGapIsNotKnown) {
  NetworkSamples samples = Example();
  samples.largest_eager_bytes = 4096;
  samples.smallest_rendezvous_bytes = 8192;
  const NetworkModel model = TableModel(samples);
  EXPECT_EQ(model.gap.At(4096), 0);
  EXPECT_DOUBLE_EQ(model.gap.At(1 << 20), model.link.At(1 << 20));
  samples.receive_overhead = {{1, 4096, 8192, 1 << 20}, {{0.2e-6}, {0.2e-6}, {9e-6}, {900e-6}}};
  const NetworkModel busy = TableModel(samples);
  EXPECT_NEAR(busy.gap.At(1 << 20), model.gap.At(1 << 20), 1e-6);
}

// There is no interface between ranks of one host; of other places nothing is known.
TEST(TableModel, ReceiversFetchOnOneHost) {
  NetworkSamples samples = Example();
  for (const auto& [distance, fetches] : std::map<std::string, bool>{
           {"same-core-complex", true}, {"same-host", true}, {"other-host", false}, {"ping-pong", false}}) {
    samples.distance = distance;
    EXPECT_EQ(TableModel(samples).receiver_fetches, fetches) << distance;
  }
}

TEST(TableModel, TimesThatFallNeverGetNegative) {
  NetworkSamples samples;
  samples.one_way = {{64, 128, 256}, {{3e-6}, {1e-6}, {0.1e-6}}};
  const NetworkModel model = TableModel(samples);
  for (const std::int64_t bytes : {0, 64, 128, 200, 256, 1 << 30}) EXPECT_GE(model.link.At(bytes), 0) << bytes;
  EXPECT_DOUBLE_EQ(model.link.At(1 << 30), 0.1e-6);
}

TEST(TableModel, NothingMeasuredIsAnError) { EXPECT_THROW(TableModel({}), Error); }

}  // namespace
}  // namespace mpigauge
