#include "simulator/fit/samples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

SeriesRecord UnmatchedSend(std::int64_t bytes, double returned) {
  SeriesRecord series;
  series.case_name = "network_unmatched_send";
  series.parameters = {{"bytes", bytes}, {"distance", 1}, {"ranks", 2}};
  series.passes.resize(1);
  series.passes[0].counters = {{"returned", returned}};
  return series;
}

std::vector<LaunchRecord> Launches() {
  std::vector<LaunchRecord> launches = {
      ExampleLaunch("run", 0,
                    {{"network_one_way/bytes:8/distance:1/ranks:2", 1e-6},
                     {"network_one_way/bytes:1024/distance:1/ranks:2", 2e-6},
                     {"network_one_way/bytes:8/distance:2/ranks:2", 5e-6},
                     {"network_send_overhead/bytes:8/distance:1/ranks:2", 3e-7},
                     {"network_receive_overhead/bytes:8/distance:1/ranks:2", 4e-7},
                     {"network_gap/bytes:8/distance:1/ranks:2", 5e-7},
                     {"ping_pong/bytes:8/ranks:2", 7e-6}}),
      ExampleLaunch("run", 1, {{"network_one_way/bytes:8/distance:1/ranks:2", 1.5e-6}})};
  for (const auto& [bytes, returned] : std::vector<std::pair<std::int64_t, double>>{{64, 1}, {512, 1}, {4096, 0}}) {
    launches[0].series.push_back(UnmatchedSend(bytes, returned));
  }
  return launches;
}

// Costs that were not measured after computations are those of messages in a row.
TEST(SamplesOf, ColdCaches) {
  auto launches = Launches();
  for (const auto& [name, seconds] : std::map<std::string, double>{{"one_way", 9e-6}, {"receive_overhead", 8e-6}}) {
    const std::string series = "network_cold_" + name + "/bytes:8/distance:1/ranks:2";
    launches[0].series.push_back(ExampleLaunch("run", 0, {{series, seconds}}).series[0]);
  }
  EXPECT_THAT(SamplesOf(launches)[0].one_way.seconds[0], ElementsAre(1e-6, 1.5e-6));
  const NetworkSamples cold = SamplesOf(launches, Caches::kCold)[0];
  EXPECT_THAT(cold.one_way.bytes, ElementsAre(8));
  EXPECT_DOUBLE_EQ(cold.one_way.seconds[0][0], 9e-6);
  EXPECT_DOUBLE_EQ(cold.receive_overhead.seconds[0][0], 8e-6);
  EXPECT_DOUBLE_EQ(cold.send_overhead.seconds[0][0], 3e-7);
  EXPECT_DOUBLE_EQ(cold.gap.seconds[0][0], 5e-7);
  EXPECT_EQ(cold.largest_eager_bytes, 512);
  EXPECT_DOUBLE_EQ(SamplesOf(launches, Caches::kCold)[1].one_way.seconds[0][0], 5e-6);
  EXPECT_DOUBLE_EQ(SamplesOf(Launches(), Caches::kCold)[0].one_way.seconds[0][0], 1e-6);
}

TEST(SamplesOf, AreByDistanceAndLaunch) {
  const auto all = SamplesOf(Launches());
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0].distance, "same-host");
  EXPECT_EQ(all[1].distance, "other-host");
  EXPECT_FALSE(all[0].passes_of_one);
  EXPECT_THAT(all[0].one_way.bytes, ElementsAre(8, 1024));
  EXPECT_THAT(all[0].one_way.seconds[0], ElementsAre(1e-6, 1.5e-6));
  EXPECT_DOUBLE_EQ(all[0].one_way.seconds[1][0], 2e-6);
  EXPECT_TRUE(std::isnan(all[0].one_way.seconds[1][1]));  // the second launch has no such series
  EXPECT_DOUBLE_EQ(all[0].send_overhead.seconds[0][0], 3e-7);
  EXPECT_DOUBLE_EQ(all[0].receive_overhead.seconds[0][0], 4e-7);
  EXPECT_DOUBLE_EQ(all[0].gap.seconds[0][0], 5e-7);
  EXPECT_EQ(all[0].largest_eager_bytes, 512);
  EXPECT_EQ(all[0].smallest_rendezvous_bytes, 4096);
  EXPECT_TRUE(all[1].gap.empty());
  EXPECT_FALSE(all[1].largest_eager_bytes);
}

// A size that came back in one launch and not in the other has no room of its own for sure.
TEST(SamplesOf, EagerSizesAreEagerInAllLaunches) {
  auto launches = Launches();
  launches[1].series.push_back(UnmatchedSend(512, 0));
  const auto all = SamplesOf(launches);
  EXPECT_EQ(all[0].largest_eager_bytes, 64);
  EXPECT_EQ(all[0].smallest_rendezvous_bytes, 512);
}

// If a size needs its receive in one launch alone, nothing is known between it and the next smaller one.
TEST(SamplesOf, TheEagerLimitIsWhatWasFoundBetweenTwoSizes) {
  const auto limits = [](std::vector<double> found) {
    auto launches = Launches();
    const LaunchRecord one = launches[0];
    launches.clear();
    for (const double bytes : found) {
      launches.push_back(one);
      launches.back().series.back().passes[0].counters["eager_bytes"] = bytes;
    }
    const NetworkSamples samples = SamplesOf(launches)[0];
    return std::pair(*samples.largest_eager_bytes, *samples.smallest_rendezvous_bytes);
  };
  EXPECT_EQ(limits({4040}), std::pair(4040L, 4041L));
  EXPECT_EQ(limits({4040, 513, 4040}), std::pair(4040L, 4041L));  // one was disturbed
  EXPECT_EQ(limits({512}), std::pair(512L, 513L));
  EXPECT_EQ(limits({0}), std::pair(512L, 4096L));
  EXPECT_EQ(limits({4096, 4096, 0}), std::pair(512L, 4096L));
}

TEST(SamplesOf, OneLaunchGivesItsPasses) {
  auto launches = Launches();
  launches.pop_back();
  for (SeriesRecord& series : launches[0].series) {
    if (series.case_name != "network_one_way") continue;
    series.passes.emplace_back().observations_seconds = {3e-6, 4e-6, 5e-6};
    series.overhead_seconds = 1e-7;
  }
  const auto all = SamplesOf(launches);
  EXPECT_TRUE(all[0].passes_of_one);
  ASSERT_THAT(all[0].one_way.seconds[0], SizeIs(2));
  EXPECT_DOUBLE_EQ(all[0].one_way.seconds[0][0], 0.9e-6);
  EXPECT_DOUBLE_EQ(all[0].one_way.seconds[0][1], 3.9e-6);
}

TEST(SamplesOf, PingPongServesWhereNothingElseIsThere) {
  const auto all = SamplesOf({ExampleLaunch("run", 0, {{"ping_pong/bytes:8/ranks:2", 7e-6}, {"allreduce/bytes:8", 1}}),
                              ExampleLaunch("run", 1, {{"ping_pong/bytes:8/ranks:2", 8e-6}})});
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].distance, "ping-pong");
  EXPECT_THAT(all[0].one_way.seconds[0], ElementsAre(7e-6, 8e-6));
  EXPECT_THAT(SamplesOf({ExampleLaunch("run", 0, {{"allreduce/bytes:8", 1}})}), IsEmpty());
  EXPECT_THAT(SamplesOf({}), IsEmpty());
}

// The usual suites have the network at a few sizes only.
TEST(SamplesOf, PingPongServesWhereItHasMoreSizes) {
  std::map<std::string, double> medians = {{"network_one_way/bytes:8/distance:1/ranks:2", 1e-6},
                                           {"network_one_way/bytes:64/distance:1/ranks:2", 1e-6}};
  for (const char* bytes : {"8", "16", "32"}) medians[std::string("ping_pong/bytes:") + bytes + "/ranks:2"] = 7e-6;
  const auto all = SamplesOf({ExampleLaunch("run", 0, medians)});
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].distance, "ping-pong");
  EXPECT_THAT(all[0].one_way.bytes, ElementsAre(8, 16, 32));
}

TEST(SamplesOf, TimesAcrossClocksThatWereApartAreNotTaken) {
  auto launches = Launches();
  for (SeriesRecord& series : launches[1].series) series.fault = Fault{FaultKind::kClocksApart, -1, "by 3 us"};
  EXPECT_TRUE(std::isnan(SamplesOf(launches)[0].one_way.seconds[0][1]));
}

TEST(SamplesOf, AnUnknownDistanceIsCalledByItsNumber) {
  const auto all = SamplesOf({ExampleLaunch("run", 0, {{"network_one_way/bytes:8/distance:3/ranks:2", 1e-6}})});
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].distance, "distance-3");
}

}  // namespace
}  // namespace mpigauge
