#include "dashboards/plot/size_figure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "baselines/verdict/decide.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

// Five launches of allreduce with 8 B (1 us), 4 KiB (2 us) and 1 MiB (100 us), times `factor` from 4 KiB on.
Side ExampleSide(const std::string& label, double factor) {
  Side side{label, {}};
  for (int i = 0; i < 5; ++i) {
    const double noise = 1 + 0.002 * i;
    side.launches.push_back(ExampleLaunch(label, i,
                                          {{"allreduce/bytes:8/ranks:2", noise * 1e-6},
                                           {"allreduce/bytes:4096/ranks:2", noise * factor * 2e-6},
                                           {"allreduce/bytes:1048576/ranks:2", noise * factor * 100e-6},
                                           {"allreduce/bytes:8/ranks:4", noise * 3e-6},
                                           {"allreduce_in_place/bytes:8/ranks:2", noise * 1e-6},
                                           {"barrier/ranks:2", noise * 1e-6}}));
  }
  return side;
}

TEST(SizeFigureTest, PartsOfNames) {
  EXPECT_TRUE(IsPartOf("allreduce", "allreduce/bytes:8/ranks:4"));
  EXPECT_TRUE(IsPartOf("allreduce/ranks:4", "allreduce/bytes:8/ranks:4"));
  EXPECT_TRUE(IsPartOf("allreduce/bytes:8/ranks:4", "allreduce/bytes:8/ranks:4"));
  EXPECT_FALSE(IsPartOf("allreduce/ranks:4", "allreduce/bytes:8/ranks:40"));
  EXPECT_FALSE(IsPartOf("reduce", "allreduce/bytes:8/ranks:4"));
  EXPECT_FALSE(IsPartOf("ranks:4", "allreduce/bytes:8/ranks:4"));
}

TEST(SizeFigureTest, OneFigureForSeriesThatDifferInTheirSizeAlone) {
  const auto figures = SizeFigures({ExampleSide("release", 1)}, "allreduce", std::nullopt);
  ASSERT_EQ(figures.size(), 2);
  EXPECT_EQ(figures[0].title, "allreduce/ranks:2");
  EXPECT_EQ(figures[1].title, "allreduce/ranks:4");
  ASSERT_EQ(figures[0].curves.size(), 1);
  const auto& points = figures[0].curves[0].points;
  ASSERT_EQ(points.size(), 3);
  EXPECT_EQ(points[1].size, 4096);
  EXPECT_DOUBLE_EQ(points[1].seconds, 1.004 * 2e-6);
  EXPECT_DOUBLE_EQ(points[1].low, 2e-6);
  EXPECT_DOUBLE_EQ(points[1].high, 1.008 * 2e-6);
  EXPECT_EQ(points[1].launches, 5);
  EXPECT_TRUE(SizeFigures({ExampleSide("release", 1)}, "barrier", std::nullopt).empty());
}

TEST(SizeFigureTest, TwoSidesHaveAChangeBySize) {
  const std::vector<Side> sides = {ExampleSide("release", 1), ExampleSide("nightly", 1.5)};
  const Comparison comparison = CompareAndDecide(sides[0], sides[1], {});
  const auto figures = SizeFigures(sides, "allreduce/ranks:2", comparison);
  ASSERT_EQ(figures.size(), 1);
  ASSERT_EQ(figures[0].curves.size(), 2);
  ASSERT_EQ(figures[0].changes.size(), 3);
  EXPECT_NEAR(figures[0].changes[0].ratio, 1, 1e-9);
  EXPECT_NEAR(figures[0].changes[2].ratio, 1.5, 1e-9);
  const Json json = ToJson(figures[0]);
  EXPECT_EQ(json.at("curves").at(1).at("label"), "nightly");
  EXPECT_EQ(json.at("changes").at(2).at("name"), "allreduce/bytes:1048576/ranks:2");
}

// One launch, over the numbers of ranks: 1, 2 and 6 us of two ranks, 4 us thrice of five.
Side OneLaunch() {
  Side side{"one", {ExampleLaunch("one", 0, {{"bcast/bytes:8/ranks:2", 2e-6}, {"bcast/bytes:8/ranks:5", 4e-6}})}};
  side.launches[0].series[0].passes = {{{1e-6, 6e-6}, {1e-6, 6e-6}, 0}, {{2e-6}, {2e-6}, 0}};
  side.launches[0].series[1].passes = {{{4e-6, 4e-6, 4e-6}, {4e-6, 4e-6, 4e-6}, 0}};
  for (SeriesRecord& series : side.launches[0].series) Summarize(series);
  return side;
}

// mpptest's graphs: minimum, average and maximum of the observations, also of one launch [MP14]; over ranks [SK4].
TEST(SizeFigureTest, ObservationsOfOneLaunchOverRanks) {
  const auto figures = SizeFigures({OneLaunch()}, "bcast", std::nullopt, {"ranks", PlotValues::kObservations, false});
  ASSERT_EQ(figures.size(), 1);
  EXPECT_EQ(figures[0].title, "bcast/bytes:8");
  const auto& points = figures[0].curves[0].points;
  ASSERT_EQ(points.size(), 2);
  EXPECT_EQ(points[0].size, 2);
  EXPECT_DOUBLE_EQ(points[0].low, 1e-6);
  EXPECT_DOUBLE_EQ(points[0].seconds, 3e-6);
  EXPECT_DOUBLE_EQ(points[0].high, 6e-6);
  EXPECT_EQ(points[1].size, 5);
  EXPECT_DOUBLE_EQ(points[1].high, 4e-6);
  const Json point = ToJson(figures[0]).at("curves").at(0).at("points").at(0);
  EXPECT_EQ(point.at("ranks"), 2);
  EXPECT_DOUBLE_EQ(point.at("maximum_seconds"), 6e-6);
  EXPECT_THAT(SizeText(figures[0], false), HasSubstr("* one average  | minimum to maximum of the observations"));
}

TEST(SizeFigureTest, ALinearScaleBeginsAtNothing) {
  const auto figures = SizeFigures({ExampleSide("release", 1)}, "allreduce/ranks:2", std::nullopt,
                                   {"bytes", PlotValues::kLaunches, true});
  const std::string text = SizeText(figures[0], false);
  EXPECT_THAT(text, HasSubstr("       0 s |"));
  // 8 B and 4 KiB stand in one column, next to nothing beside 1 MiB.
  EXPECT_THAT(text, HasSubstr("       0 s |  @\n"));
}

TEST(SizeFigureTest, TextForATerminal) {
  const std::vector<Side> sides = {ExampleSide("release", 1), ExampleSide("nightly", 1.5)};
  const auto figures = SizeFigures(sides, "allreduce/ranks:2", CompareAndDecide(sides[0], sides[1], {}));
  const std::string text = SizeText(figures[0], false);
  EXPECT_THAT(text, HasSubstr("allreduce/ranks:2 ("));
  EXPECT_THAT(text, HasSubstr("    151 us |            o\n"));  // the largest, of the second side alone
  EXPECT_THAT(text, HasSubstr("   1.00 us |  @\n"));            // both are the same
  EXPECT_THAT(text, HasSubstr("\n              8   4K   1M\n"));
  EXPECT_THAT(text, HasSubstr("* release  o nightly"));
  EXPECT_THAT(text, HasSubstr("+50.0%"));
}

}  // namespace
}  // namespace mpigauge
