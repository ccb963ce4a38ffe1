// How often gates over launches that took turns err: drawn launches, the gate's own alignment and decision.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <random>
#include <utility>

#include "baselines/compare/turn_alignment.h"
#include "baselines/verdict/suite_decision.h"
#include "ci/gate/suite.h"
#include "stats/distribution.h"

namespace mpigauge {
namespace {

constexpr int kSeries = 12;
constexpr int kOneCircle = 1000;  // all launches of a look in one: 6, 2, 2, 4 and 6 of each side

// A machine that changes from pass to pass, and launches that differ. All are standard deviations of logarithms.
struct Machine {
  double circle = 0.3;   // from circle to circle
  double pass = 0.2;     // from pass to pass
  double launch = 0.02;  // what belongs to a launch
  double noise = 0.03;   // of one launch's pass
  int passes = 10;
  // Operations that take one of two times: the slower one takes longer by `mode`, and a launch has a share of them that
  // lies anywhere between these two.
  double mode = 0;
  std::pair<double, double> baseline_share = {0, 0.9};
  std::pair<double, double> candidate_share = {0, 0.9};
  int with_modes = 0;  // so many series, the first ones
  int operations = 1;  // of a pass
};

class Drawn {
 public:
  Drawn(const Machine& machine, std::uint64_t seed) : machine_(machine), random_(seed) {
    for (int i = 0; i < kSeries; ++i) suite_.push_back({"series " + std::to_string(i), 0.05, {}, {}});
  }

  const std::vector<SuiteSeries>& suite() const { return suite_; }

  struct Sides {
    std::vector<LaunchRecord> baseline;
    std::vector<LaunchRecord> candidate;
  };
  // Draws this number of launches of each side, in circles of at most `most` of each. The candidate's first series is
  // slower by this logarithm.
  Sides Draw(int launches, int most, double slower) {
    Sides sides;
    for (int left = launches; left > 0; left -= most) {
      Circle circle = DrawCircle(std::min(left, most), slower);
      std::move(circle.sides[0].begin(), circle.sides[0].end(), std::back_inserter(sides.baseline));
      std::move(circle.sides[1].begin(), circle.sides[1].end(), std::back_inserter(sides.candidate));
    }
    return sides;
  }

 private:
  struct Circle {
    std::vector<LaunchRecord> sides[2];
  };

  Circle DrawCircle(int launches, double slower) {
    const std::string name = std::to_string(circles_++);
    Circle circle;
    for (auto& side : circle.sides) {
      side.resize(static_cast<std::size_t>(launches));
      for (LaunchRecord& launch : side) launch.settings["circle"] = name;
    }
    for (int i = 0; i < kSeries; ++i) {
      std::vector<double> machine(static_cast<std::size_t>(machine_.passes), machine_.circle * Normal());
      for (double& pass : machine) pass += machine_.pass * Normal();
      for (int side = 0; side < 2; ++side) {
        for (LaunchRecord& launch : circle.sides[side]) {
          const auto [least, most] = side == 1 ? machine_.candidate_share : machine_.baseline_share;
          const double share = least + (most - least) * uniform_(random_);
          AddSeries(i, machine, side == 1 && i == 0 ? slower : 0, share, launch);
        }
      }
    }
    return circle;
  }

  double Normal() { return normal_(random_); }

  void AddSeries(int i, const std::vector<double>& machine, double slower, double share, LaunchRecord& launch) {
    SeriesRecord& series = launch.series.emplace_back();
    series.name = suite_[static_cast<std::size_t>(i)].name;
    const double own = slower + machine_.launch * Normal();
    for (const double pass : machine) {
      Pass& made = series.passes.emplace_back();
      for (int k = 0; k < machine_.operations; ++k) {
        const double mode = i < machine_.with_modes && uniform_(random_) < share ? machine_.mode : 0;
        made.observations_seconds.push_back(1e-6 * std::exp(own + pass + mode + machine_.noise * Normal()));
      }
      made.local_seconds = made.observations_seconds;
    }
    Summarize(series);
  }

  Machine machine_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
  std::vector<SuiteSeries> suite_;
  int circles_ = 0;
};

struct Counts {
  int pass = 0;
  int fail = 0;
  int inconclusive = 0;
};

struct Gate {
  Machine machine = {};
  double slower = 0;
  int most = kOneCircle;  // launches of each side in a circle
  bool aligned = true;
  bool floors = true;
  bool pooled = false;  // as if no launch had taken turns
};

Counts Gates(int gates, const Gate& of) {
  const SuiteSettings settings;
  const auto tables = std::make_shared<DecisionTables>(settings);
  Counts counts;
  for (int gate = 0; gate < gates; ++gate) {
    Drawn drawn(of.machine, static_cast<std::uint64_t>(gate) + 1);
    SuiteDecision decision(drawn.suite(), settings, tables);
    TurnAlignment alignment;
    for (LaunchRequest request = decision.Next(); !request.series.empty(); request = decision.Next()) {
      Drawn::Sides sides = drawn.Draw(request.launches_a_side, of.most, of.slower);
      if (of.aligned) alignment.Align(sides.baseline, sides.candidate);
      const auto names = NamesOf(drawn.suite(), request.series);
      decision.Add(LogsOf(sides.baseline, names), LogsOf(sides.candidate, names),
                   of.pooled ? Circles{} : CirclesOf(sides.baseline, sides.candidate),
                   of.floors ? FloorsOf(sides.baseline, sides.candidate, names) : Floors{});
    }
    const Decision verdict = decision.Gate();
    ++(verdict == Decision::kPass ? counts.pass : verdict == Decision::kFail ? counts.fail : counts.inconclusive);
  }
  return counts;
}

TEST(Turns, EqualLibrariesPassOnAMachineThatChangesAllTheTime) {
  const Counts counts = Gates(300, {});
  EXPECT_LE(counts.fail, 31);  // at most 5% may: of 300, more than 31 have a chance below 1e-4
  EXPECT_GE(counts.pass, 270);
}

// Launches that differ so much that nothing passes and every look is taken. Where the chance of a fail is 5%, 999 of
// 1000 such tests see no more fails than are allowed here (binomial distribution, exact).
class FalseFails : public testing::TestWithParam<int> {};

TEST_P(FalseFails, AreAtMostFiveOfAHundredGates) {
  Gate gate;
  gate.machine.launch = 0.2;
  gate.machine.passes = 2;
  gate.most = GetParam();
  constexpr int kGates = 2000;
  const Counts counts = Gates(kGates, gate);
  RecordProperty("failed", counts.fail);
  EXPECT_EQ(counts.pass, 0);
  EXPECT_LT(BinomialCdf(counts.fail - 1, kGates, 0.05), 0.999) << counts.fail << " of " << kGates;
}

INSTANTIATE_TEST_SUITE_P(Turns, FalseFails, testing::Values(1, 2, 3, kOneCircle));

TEST(Turns, ASlowdownOfTwiceTheToleranceIsFound) {
  Gate gate;
  gate.slower = std::log(1.10);
  EXPECT_EQ(Gates(100, gate).fail, 100);
}

// A slowdown of the tolerance itself, on a machine where launches differ by 4%: measured are 61 of 100, allowed is what
// is three standard deviations below.
TEST(Turns, ASlowdownOfTheToleranceIsFoundAsOftenAsPromised) {
  Gate gate;
  gate.machine.launch = 0.04;
  gate.machine.passes = 3;
  gate.slower = std::log(1.05);
  const int found = Gates(300, gate).fail;
  RecordProperty("found", found);
  EXPECT_GE(found, 155);
}

// As collective operations of 64 B were on a virtual machine: 520 or 740 ns, and each launch has its own share of them.
Gate OfTwoModes() {
  Gate gate;
  gate.machine.mode = std::log(1.4);
  gate.machine.with_modes = 4;
  gate.machine.operations = 40;
  gate.machine.noise = 0.02;
  gate.machine.passes = 6;
  gate.most = 6;
  return gate;
}

TEST(Turns, EqualLibrariesOfTwoModesPassByTheirFloors) {
  Gate gate = OfTwoModes();
  const Counts counts = Gates(30, gate);
  EXPECT_LE(counts.fail, 6);  // at most 5% may: of 30, more than 6 have a chance below 1e-3
  EXPECT_GE(counts.pass, 24);
  gate.floors = false;
  EXPECT_LE(Gates(10, gate).pass, 1);
}

// All operations of the candidate's first series take 5% longer, in either mode: 1.5% and 0.3% may pass, and of 60 more
// than 6 have a chance below 1e-3.
TEST(Turns, ASlowdownOfTheToleranceDoesNotPassByFloors) {
  Gate gate = OfTwoModes();
  gate.slower = std::log(1.05);
  EXPECT_LE(Gates(60, gate).pass, 6);
}

// The fastest operations are as fast as ever, and the floors would pass. The medians know better.
TEST(Turns, ALibraryThatGetsASlowerModeDoesNotPass) {
  Gate gate = OfTwoModes();
  gate.machine.baseline_share = {0, 0};
  gate.machine.candidate_share = {0.6, 0.9};
  EXPECT_EQ(Gates(10, gate).fail, 10);
}

// The same in every other operation, more or less: medians flip between the modes.
TEST(Turns, ALibraryThatGetsASlowerModeInHalfOfItsOperationsDoesNotPass) {
  Gate gate = OfTwoModes();
  gate.machine.baseline_share = {0, 0};
  gate.machine.candidate_share = {0.4, 0.7};
  EXPECT_EQ(Gates(10, gate).pass, 0);
}

// Ranks of all circles together, as if their launches could be exchanged: that errs far more often than it says.
TEST(Turns, WithoutTheCirclesTheErrorRateDoesNotHold) {
  Gate gate;
  gate.machine.launch = 0.2;
  gate.machine.passes = 2;
  gate.most = 1;
  gate.pooled = true;
  const Counts counts = Gates(500, gate);
  RecordProperty("failed", counts.fail);
  EXPECT_GT(BinomialCdf(counts.fail - 1, 500, 0.05), 0.99999);
}

// This test shows why there are circles: its launches are as they would be one after the other.
TEST(Turns, WithoutTurnsNothingIsDecidedOnSuchAMachine) {
  Gate gate;
  gate.aligned = false;
  gate.pooled = true;
  gate.most = 1;
  EXPECT_EQ(Gates(50, gate).pass, 0);
}

}  // namespace
}  // namespace mpigauge
