// How series are paired up, by what Compare() says of them.
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "baselines/compare/compare.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

// A side of three launches: t has a time, e ended in an error, n has no valid observation; a blank lacks the series.
Side SideOf(const std::string& launches, const std::string& series) {
  Side side{"side", {}};
  for (std::size_t i = 0; i < launches.size(); ++i) {
    LaunchRecord& launch = side.launches.emplace_back(ExampleLaunch("run", static_cast<int>(i), {{series, 1e-6}}));
    if (launches[i] == ' ') launch.series.clear();
    if (launches[i] != 'e' && launches[i] != 'n') continue;
    launch.series[0].fault = Fault{launches[i] == 'e' ? FaultKind::kError : FaultKind::kNoValidObservation, 0, "x"};
    launch.series[0].passes.clear();
    Summarize(launch.series[0]);
  }
  return side;
}

Comparison Pair(const std::string& before, const std::string& after, const std::string& series = "bcast",
                double alpha = 0.05) {
  CompareSettings settings;
  settings.alpha = alpha;
  return Compare(SideOf(before, series), SideOf(after, series), settings);
}

TEST(PairUp, EachSeriesIsTestedBrokenOrNotCompared) {
  struct Row {
    std::string before, after, what;
  };
  const Row rows[] = {{"ttt", "ttt", "tested"},
                      {"ttt", "eet", "tested"},
                      {"eet", "ttt", "tested"},
                      {"ttt", "eee", "broken"},
                      {"ttt", "nnn", "not measured"},
                      {"ttt", "een", "not measured"},
                      {"ttt", "   ", "not measured"},
                      {"eee", "ttt", "no result in the baseline: x"},
                      {"nnn", "eee", "no result in the candidate: x"},
                      {"   ", "ttt", "only in the candidate"},
                      {"eee", "   ", "only in the baseline"}};
  for (const Row& row : rows) {
    const Comparison comparison = Pair(row.before, row.after);
    std::string what;
    for (const SeriesComparison& one : comparison.series) what += one.HasTimes() ? "tested" : BrokenName(one.broken);
    for (const std::string& one : comparison.not_compared) what += one.substr(std::string("bcast: ").size());
    EXPECT_EQ(what, row.what) << row.before << " " << row.after;
  }
}

TEST(PairUp, AControlIsTestedBesideTheSuiteAndNeverBroken) {
  EXPECT_EQ(Pair("ttt", "ttt", "spin").controls.size(), 1U);
  EXPECT_TRUE(Pair("ttt", "ttt", "spin").series.empty());
  for (const char* after : {"eee", "   "}) {
    const Comparison without = Pair("ttt", after, "spin");
    EXPECT_TRUE(without.series.empty()) << after;
    EXPECT_EQ(without.not_compared.size(), 1U) << after;
  }
}

TEST(PairUp, ErrorsOfEitherSideAreFaults) {
  for (const auto& [before, after, faults] : {std::tuple("ttt", "ett", true),
                                              {"ett", "ett", true},
                                              {"ett", "ttt", true},
                                              {"ett", "eet", true},
                                              {"eet", "ett", true},
                                              {"ttt", "ntt", false}}) {
    EXPECT_EQ(!Pair(before, after).series.at(0).faults.empty(), faults) << before << " " << after;
  }
  EXPECT_EQ(Pair("ett", "eet").series[0].faults, "error in 2 of 3 launches, in the baseline in 1 of 3: x");
}

// Three launches without a time and three with one have a chance of 1 in 20.
TEST(ControlWithoutTimes, NamesAControlThatLacksSignificantlyMore) {
  EXPECT_EQ(Pair("ttt", "nnn", "spin", 0.051).control_without_times, "spin");
  EXPECT_EQ(Pair("ttt", "nnn", "spin", 0.049).control_without_times, "");
  EXPECT_EQ(Pair("nnn", "ttt", "spin", 0.051).control_without_times, "");
  EXPECT_EQ(Pair("ttt", "nnn", "bcast", 0.051).control_without_times, "");
  EXPECT_EQ(Pair("   ", "nnn", "spin", 0.051).control_without_times, "");
}

}  // namespace
}  // namespace mpigauge
