#include "record/handover_range.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

LaunchRecord Launch(std::vector<std::tuple<double, double, double>> passes) {
  LaunchRecord launch;
  SeriesRecord& series = launch.series.emplace_back();
  series.name = "ping_pong/bytes:8/ranks:2";
  for (const auto& [seconds, before, after] : passes) {
    Pass& pass = series.passes.emplace_back(Pass{{seconds, seconds, seconds}, {seconds, seconds, seconds}});
    pass.references = {{.handover = before}, {.handover = after}};
  }
  Summarize(series);
  return launch;
}

TEST(HandoverRange, IsRead) {
  const HandoverRange range = ParseHandoverRange("20ns-60 ns", "--handover");
  EXPECT_DOUBLE_EQ(range.low, 2e-8);
  EXPECT_DOUBLE_EQ(range.high, 6e-8);
  EXPECT_THAT([] { ParseHandoverRange("20ns", "--handover"); }, ThrowsMessage<Error>(HasSubstr("write it as")));
  EXPECT_THAT([] { ParseHandoverRange("60ns-20ns", "--handover"); },
              ThrowsMessage<Error>(HasSubstr("the first time is larger")));
  EXPECT_THAT([] { ParseHandoverRange("-5-6", "--handover"); }, ThrowsMessage<Error>(HasSubstr("--handover")));
}

TEST(KeepPasses, LeavesThoseThatBeganAndEndedInTheRange) {
  std::vector<LaunchRecord> launches = {
      Launch({{1e-6, 3e-8, 3e-8}, {5e-6, 2e-7, 2e-7}, {3e-6, 3e-8, 2e-7}, {1.2e-6, 4e-8, 3e-8}}),
      Launch({{5e-6, 2e-7, 2e-7}}),
  };
  KeepPasses({2e-8, 6e-8}, "run", launches);
  ASSERT_EQ(launches.size(), 1U);
  ASSERT_EQ(launches[0].series[0].passes.size(), 2U);
  EXPECT_DOUBLE_EQ(launches[0].series[0].summary.median, 1.1e-6);
  EXPECT_EQ(launches[0].series[0].summary.count, 6);
}

TEST(KeepPasses, ErrorNamesTheMeasuredHandoverTimes) {
  std::vector<LaunchRecord> far = {Launch({{5e-6, 2e-7, 2.5e-7}})};
  EXPECT_THAT(
      [&] {
        KeepPasses({2e-8, 6e-8}, "run 1", far);
      },
      ThrowsMessage<Error>(HasSubstr("run 1: no pass during which a cache line took 20.0 ns to 60.0 ns from rank to "
                                     "rank; it took 200 ns to 250 ns")));
  std::vector<LaunchRecord> unknown = {Launch({{5e-6, 0, 0}})};
  EXPECT_THAT([&] { KeepPasses({2e-8, 6e-8}, "run 1", unknown); }, ThrowsMessage<Error>(HasSubstr("was not measured")));
}

}  // namespace
}  // namespace mpigauge
