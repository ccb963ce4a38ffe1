#include "ci/impact/library_costs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Launch i is i percent slower in all that it measures.
std::vector<LaunchRecord> Launches(int count) {
  std::vector<LaunchRecord> launches;
  for (int i = 0; i < count; ++i) {
    const double slower = 1 + 0.01 * i;
    launches.push_back(ExampleLaunch("run", i,
                                     {{"ping_pong/bytes:8/ranks:2", 1e-6 * slower},
                                      {"ping_pong/bytes:65536/ranks:2", 9e-6 * slower},
                                      {"allreduce/bytes:8/ranks:2", 2e-6 * slower},
                                      {"allreduce_in_place/bytes:8/ranks:2", 77e-6},
                                      {"barrier/ranks:2", 1.5e-6 * slower},
                                      {"reduce_scatter/bytes:8/ranks:2", 3e-6 * slower}}));
  }
  return launches;
}

TEST(Curves, AreMediansOverLaunches) {
  const CollectiveCosts costs = CurvesOf(Launches(5));
  EXPECT_NEAR(costs.Seconds(CollectiveKind::kAllreduce, 2, 8), 2.04e-6, 1e-12);
  EXPECT_NEAR(costs.Seconds(CollectiveKind::kBarrier, 2, 0), 1.53e-6, 1e-12);
  // Its "bytes" are those of one block.
  EXPECT_NEAR(costs.Seconds(CollectiveKind::kReduceScatter, 2, 16), 3.06e-6, 1e-12);
  EXPECT_FALSE(costs.Has(CollectiveKind::kBcast));
}

TEST(Curves, LeaveOutWhatWentWrong) {
  auto launches = Launches(3);
  for (SeriesRecord& series : launches[0].series) {
    if (series.case_name == "allreduce") series.fault = Fault{FaultKind::kWrongData, 0, "wrong"};
  }
  EXPECT_GT(CurvesOf(launches).Seconds(CollectiveKind::kAllreduce, 2, 8),
            CurvesOf(Launches(3)).Seconds(CollectiveKind::kAllreduce, 2, 8));
}

// A launch that is slow is so in its messages and in its collectives: their ratio is the same in all resamples.
TEST(LibraryCosts, LaunchesAreResampledJointly) {
  const MeasuredCosts measured = CostsOf(Launches(7), "run", {.resamples = 50});
  ASSERT_EQ(measured.resampled.size(), 50U);
  double least = 1;
  double most = 0;
  for (const LibraryCosts& one : measured.resampled) {
    const double message = one.networks.at("ping-pong").link.At(8);
    EXPECT_NEAR(one.collectives.Seconds(CollectiveKind::kAllreduce, 2, 8), 2 * message, 1e-12);
    least = std::min(least, message);
    most = std::max(most, message);
  }
  EXPECT_GT(most, 1.01 * least);
  const MeasuredCosts again = CostsOf(Launches(7), "run", {.resamples = 50});
  EXPECT_EQ(again.resampled[49].networks.at("ping-pong").link.At(8),
            measured.resampled[49].networks.at("ping-pong").link.At(8));
}

// Messages 1 us and 1 ns per byte: a fitted model says so, too, and its resamples are of the launches of the curves.
TEST(LibraryCosts, AFittedModelIsResampledWithTheCurves) {
  std::vector<LaunchRecord> launches;
  for (int i = 0; i < 7; ++i) {
    const double slower = 1 + 0.01 * i;
    std::map<std::string, double> medians = {{"allreduce/bytes:8/ranks:2", 2e-6 * slower}};
    for (std::int64_t bytes = 1; bytes <= 1 << 20; bytes *= 2) {
      medians["ping_pong/bytes:" + std::to_string(bytes) + "/ranks:2"] =
          (1e-6 + 1e-9 * static_cast<double>(bytes)) * slower;
    }
    launches.push_back(ExampleLaunch("run", i, medians));
  }
  const MeasuredCosts measured = CostsOf(launches, "run", {.network = "hockney", .resamples = 30});
  ASSERT_EQ(measured.resampled.size(), 30U);
  for (const LibraryCosts& one : measured.resampled) {
    const double message = one.networks.at("ping-pong").link.At(0);
    EXPECT_NEAR(one.collectives.Seconds(CollectiveKind::kAllreduce, 2, 8), 2 * message, 1e-9);
  }
  const auto says = [&](const char* network, const char* text) {
    try {
      CostsOf(launches, "run", {.network = network});
      FAIL();
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr(text));
    }
  };
  says("cubic", "no model 'cubic' of the network; there are table, piecewise");
  says("loggps", "no model 'loggps' of the network (ping-pong); there are table, hockney");  // without overheads
}

// Half of the passes were measured with processors that were far apart, and took three times as long.
TEST(LibraryCosts, AreThoseOfOneStateWhereThatIsAskedFor) {
  std::vector<LaunchRecord> launches = Launches(6);
  for (std::size_t i = 0; i < launches.size(); ++i) {
    for (SeriesRecord& series : launches[i].series) {
      series.passes = {{{1e-6, 1e-6}, {1e-6, 1e-6}}, {{3e-6, 3e-6}, {3e-6, 3e-6}}};
      series.passes[0].references = {{.handover = 3e-8}, {.handover = 3e-8}};
      series.passes[1].references = {{.handover = 1.5e-7}, {.handover = 1.4e-7}};
      if (i == 0) series.passes.erase(series.passes.begin());
      Summarize(series);
    }
  }
  const MeasuredCosts all = CostsOf(launches, "run");
  EXPECT_THAT(all.notes, Contains(HasSubstr("processors were moved while it was measured: a cache line took 30.0 ns to "
                                            "150 ns")));
  const MeasuredCosts near = CostsOf(launches, "run", {.handover = HandoverRange{2e-8, 6e-8}});
  EXPECT_EQ(near.launches, 5);
  EXPECT_DOUBLE_EQ(near.costs.networks.at("ping-pong").link.At(8), 1e-6);
  EXPECT_THAT(near.notes, Not(Contains(HasSubstr("processors were moved"))));
  const MeasuredCosts far = CostsOf(launches, "run", {.handover = HandoverRange{1e-7, 2e-7}});
  EXPECT_EQ(far.launches, 6);
  EXPECT_DOUBLE_EQ(far.costs.networks.at("ping-pong").link.At(8), 3e-6);
}

TEST(LibraryCosts, NotesMissingMeasurements) {
  const MeasuredCosts measured = CostsOf(Launches(1), "run 7");
  EXPECT_TRUE(measured.resampled.empty());
  EXPECT_THAT(measured.notes, ElementsAre(HasSubstr("run 7: the cost of messages is that of ping_pong at 2 sizes"),
                                          HasSubstr("run 7: one launch")));
}

// A run of nothing but messages after a computation has no need of ping_pong.
TEST(LibraryCosts, NotesMissingMeasurementsOfMessages) {
  std::map<std::string, double> medians;
  for (const char* bytes : {"1", "8", "64", "512", "4096"}) {
    medians["network_cold_one_way/bytes:" + std::string(bytes) + "/distance:1/ranks:2"] = 1e-6;
    medians["network_cold_send_overhead/bytes:" + std::string(bytes) + "/distance:1/ranks:2"] = 1e-7;
    medians["ping_pong/bytes:" + std::string(bytes) + "/ranks:2"] = 2e-6;
  }
  const std::vector<LaunchRecord> launches = {ExampleLaunch("run", 0, medians)};
  EXPECT_THAT(CostsOf(launches, "run").notes,
              ElementsAre("run: the eager limit (same-host) was not measured: every send is eager",
                          HasSubstr("run: one launch")));
  EXPECT_THAT(
      CostsOf(launches, "run", {.caches = Caches::kWarm}).notes,
      ElementsAre(HasSubstr("run: the cost of messages is that of ping_pong at 5 sizes"), HasSubstr("one launch")));
}

TEST(LibraryCosts, WithoutMessagesSaysWhatToRun) {
  const std::vector<LaunchRecord> launches = {ExampleLaunch("run", 0, {{"allreduce/bytes:8/ranks:2", 1e-6}})};
  try {
    CostsOf(launches, "nightly");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    EXPECT_THAT(error.what(),
                HasSubstr("nightly: the cost of messages was not measured; mpigauge run --suite network"));
  }
}

}  // namespace
}  // namespace mpigauge
