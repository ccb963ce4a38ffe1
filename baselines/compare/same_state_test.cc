#include "baselines/compare/same_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>

#include "baselines/compare/comparison_json.h"

namespace mpigauge {
namespace {

// Runs of eight launches whose time follows the square root of what a cache line takes.
std::vector<LaunchRecord> Runs(int first, int count, double factor, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<LaunchRecord> launches;
  for (int i = 0; i < 8 * count; ++i) {
    LaunchRecord& launch = launches.emplace_back();
    launch.run_id = std::to_string(first + i / 8);
    const double handover = 1e-7 * std::exp(normal(random));
    SeriesRecord& series = launch.series.emplace_back();
    series.name = "bcast";
    series.summary.count = 1;
    series.summary.median = factor * std::sqrt(handover) * std::exp(0.01 * normal(random));
    series.passes.resize(3);
    for (Pass& pass : series.passes) pass.references = {{.handover = handover}, {.handover = handover}};
  }
  return launches;
}

TEST(BringToOneState, ARunThatIsSlowerStaysSlowerByJustThat) {
  std::vector<LaunchRecord> stored[2] = {Runs(0, 5, 1, 1), Runs(0, 5, 1, 1)};
  std::vector<LaunchRecord> fresh[2] = {Runs(9, 1, 1, 2), Runs(9, 1, 1.3, 2)};
  SameState states[2];
  for (int i = 0; i < 2; ++i) states[i] = BringToOneState(stored[i], fresh[i]).at("bcast");
  EXPECT_TRUE(states[0].taken_out);
  EXPECT_GT(states[0].explained, 0.98);
  EXPECT_NEAR(states[1].explained, states[0].explained, 1e-9);
  for (std::size_t i = 0; i < fresh[0].size(); ++i) {
    const double ratio = fresh[1][i].series[0].summary.median / fresh[0][i].series[0].summary.median;
    EXPECT_NEAR(ratio, 1.3, 1e-9);
    EXPECT_NEAR(fresh[0][i].series[0].summary.median / stored[0][0].series[0].summary.median, 1, 0.1);
  }
}

TEST(BringToOneState, LaunchWithoutReferencesChangesNothing) {
  std::vector<LaunchRecord> stored = Runs(0, 5, 1, 1);
  std::vector<LaunchRecord> fresh = Runs(9, 1, 1, 2);
  const double median = fresh[3].series[0].summary.median;
  for (Pass& pass : stored[17].series[0].passes) pass.references = {};
  const SameState state = BringToOneState(stored, fresh).at("bcast");
  EXPECT_FALSE(state.known());
  EXPECT_FALSE(state.taken_out);
  EXPECT_FALSE(state.IsAnother());
  EXPECT_EQ(fresh[3].series[0].summary.median, median);
}

TEST(BringToOneState, CountsThePassesThatHaveACounterpart) {
  std::vector<LaunchRecord> stored = Runs(0, 1, 1, 1);
  std::vector<LaunchRecord> fresh = Runs(9, 1, 1, 2);
  for (auto* side : {&stored, &fresh}) {
    for (LaunchRecord& launch : *side) {
      for (Pass& pass : launch.series[0].passes) pass.references = {{.handover = 1e-7}, {.handover = 1e-7}};
    }
  }
  fresh[0].series[0].passes[0].references = {{.handover = 1.2e-7}, {.handover = 1.2e-7}};  // alike
  for (std::size_t i = 1; i < 7; ++i) {
    fresh[i].series[0].passes[0].references = {{.handover = 1.3e-7}, {.handover = 1.3e-7}};
  }
  const SameState state = BringToOneState(stored, fresh).at("bcast");
  EXPECT_DOUBLE_EQ(state.comparable, 18.0 / 24);
  EXPECT_TRUE(std::isnan(state.explained));  // 14 launches beyond one of each run
  EXPECT_EQ(state.most_changed, "");         // medians are the same
}

// A zero stands for a reference that was not measured.
TEST(BringToOneState, AReferenceThatWasMeasuredOnlyBeforeTheVisitIsNotKnown) {
  std::vector<LaunchRecord> stored = Runs(0, 5, 1, 1);
  std::vector<LaunchRecord> fresh = Runs(9, 1, 1, 2);
  for (Pass& pass : fresh[2].series[0].passes) pass.references.after.handover = 0;
  EXPECT_FALSE(BringToOneState(stored, fresh).at("bcast").known());
  for (Pass& pass : fresh[2].series[0].passes) std::swap(pass.references.before, pass.references.after);
  EXPECT_FALSE(BringToOneState(stored, fresh).at("bcast").known());
}

TEST(BringToOneState, NamesTheReferenceThatDiffersMost) {
  std::vector<LaunchRecord> stored = Runs(0, 1, 1, 1);
  std::vector<LaunchRecord> fresh = Runs(9, 1, 1, 2);
  for (auto* side : {&stored, &fresh}) {
    for (LaunchRecord& launch : *side) {
      ReferenceTimes times{1e-7, 3e-7, 2e-6, 1.5e-5};
      if (side == &fresh) times = {1.1e-7, 3e-7, 2.4e-6, 0.5e-5};
      for (Pass& pass : launch.series[0].passes) pass.references = {times, times};
    }
  }
  const SameState state = BringToOneState(stored, fresh).at("bcast");
  EXPECT_EQ(state.comparable, 0);
  EXPECT_EQ(state.most_changed, "network");
  EXPECT_NEAR(state.times, 1 / 3.0, 1e-9);
}

TEST(SameState, ComesBackFromJson) {
  Comparison comparison;
  for (const SameState& state : {SameState{0.75, -0.5, true, "block", 1.5}, SameState{0.75}, SameState()}) {
    comparison.series.emplace_back().same_state = state;
  }
  const Comparison back = ComparisonFromJson(ToJson(comparison), "text");
  const SameState& first = back.series.at(0).same_state;
  EXPECT_EQ(first.most_changed, "block");
  EXPECT_EQ(first.times, 1.5);
  EXPECT_EQ(first.comparable, 0.75);
  EXPECT_EQ(first.explained, -0.5);
  EXPECT_TRUE(first.taken_out);
  EXPECT_TRUE(std::isnan(back.series.at(1).same_state.explained));
  EXPECT_FALSE(back.series.at(2).same_state.known());
}

// Three runs and twenty launches beyond one of each are just enough.
TEST(BringToOneState, NeedsTwentyLaunchesBeyondOneOfEachRun) {
  for (const auto& [launches, enough] : {std::pair(7U, true), {6U, false}}) {
    std::vector<LaunchRecord> stored = Runs(0, 2, 1, 1);
    std::vector<LaunchRecord> fresh = Runs(9, 1, 1, 2);
    fresh.resize(launches);
    const SameState state = BringToOneState(stored, fresh).at("bcast");
    EXPECT_TRUE(state.known());
    EXPECT_EQ(state.taken_out, enough) << launches;
    EXPECT_EQ(!std::isnan(state.explained), enough) << launches;
  }
}

}  // namespace
}  // namespace mpigauge
