// How often gates over launches that took turns err: drawn launches, the gate's own alignment and decision.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>

#include "baselines/compare/turn_alignment.h"
#include "baselines/verdict/suite_decision.h"
#include "ci/gate/suite.h"

namespace mpigauge {
namespace {

constexpr int kSeries = 12;
constexpr int kPasses = 10;

// A machine that changes from pass to pass, and launches that differ. All are standard deviations of logarithms.
struct Machine {
  double circle = 0.3;   // from circle to circle
  double pass = 0.2;     // from pass to pass
  double launch = 0.02;  // what belongs to a launch
  double noise = 0.03;   // of one launch's pass
};

class Drawn {
 public:
  Drawn(const Machine& machine, std::uint64_t seed) : machine_(machine), random_(seed) {
    for (int i = 0; i < kSeries; ++i) suite_.push_back({"series " + std::to_string(i), 0.05, {}, {}});
  }

  const std::vector<SuiteSeries>& suite() const { return suite_; }

  struct Circle {
    std::vector<LaunchRecord> sides[2];
  };
  // The candidate's first series is slower by this logarithm.
  Circle Draw(int launches, double slower) {
    const std::string name = std::to_string(circles_++);
    Circle circle;
    for (auto& side : circle.sides) {
      side.resize(static_cast<std::size_t>(launches));
      for (LaunchRecord& launch : side) launch.settings["circle"] = name;
    }
    for (int i = 0; i < kSeries; ++i) {
      std::vector<double> machine(kPasses, machine_.circle * Normal());
      for (double& pass : machine) pass += machine_.pass * Normal();
      for (int side = 0; side < 2; ++side) {
        for (LaunchRecord& launch : circle.sides[side]) {
          AddSeries(i, machine, side == 1 && i == 0 ? slower : 0, launch);
        }
      }
    }
    return circle;
  }

 private:
  double Normal() { return normal_(random_); }

  void AddSeries(int i, const std::vector<double>& machine, double slower, LaunchRecord& launch) {
    SeriesRecord& series = launch.series.emplace_back();
    series.name = suite_[static_cast<std::size_t>(i)].name;
    const double own = slower + machine_.launch * Normal();
    for (const double pass : machine) {
      Pass& made = series.passes.emplace_back();
      made.observations_seconds = {1e-6 * std::exp(own + pass + machine_.noise * Normal())};
      made.local_seconds = made.observations_seconds;
    }
    Summarize(series);
  }

  Machine machine_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::vector<SuiteSeries> suite_;
  int circles_ = 0;
};

struct Counts {
  int pass = 0;
  int fail = 0;
  int inconclusive = 0;
};

Counts Gates(int gates, const Machine& machine, double slower, bool aligned = true) {
  const SuiteSettings settings;
  const auto tables = std::make_shared<DecisionTables>(settings);
  Counts counts;
  for (int gate = 0; gate < gates; ++gate) {
    Drawn drawn(machine, static_cast<std::uint64_t>(gate) + 1);
    SuiteDecision decision(drawn.suite(), settings, tables);
    TurnAlignment alignment;
    for (LaunchRequest request = decision.Next(); !request.series.empty(); request = decision.Next()) {
      Drawn::Circle circle = drawn.Draw(request.launches_a_side, slower);
      if (aligned) alignment.Align(circle.sides[0], circle.sides[1]);
      const auto names = NamesOf(drawn.suite(), request.series);
      decision.Add(LogsOf(circle.sides[0], names), LogsOf(circle.sides[1], names));
    }
    const Decision verdict = decision.Gate();
    ++(verdict == Decision::kPass ? counts.pass : verdict == Decision::kFail ? counts.fail : counts.inconclusive);
  }
  return counts;
}

// At most 5% may fail: of 300, more than 31 have a chance below 1e-4.
TEST(Turns, EqualLibrariesPassOnAMachineThatChangesAllTheTime) {
  const Counts counts = Gates(300, {}, 0);
  EXPECT_LE(counts.fail, 31);
  EXPECT_GE(counts.pass, 270);
}

TEST(Turns, TheErrorRateHoldsWhereLaunchesDifferMuch) {
  Machine machine;
  machine.launch = 0.2;
  EXPECT_LE(Gates(300, machine, 0).fail, 31);
}

TEST(Turns, ASlowdownOfTwiceTheToleranceIsFound) { EXPECT_EQ(Gates(100, {}, std::log(1.10)).fail, 100); }

// What the alignment is for.
TEST(Turns, WithoutAlignmentNothingIsDecidedOnSuchAMachine) { EXPECT_EQ(Gates(50, {}, 0, false).pass, 0); }

}  // namespace
}  // namespace mpigauge
