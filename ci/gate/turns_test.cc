// How often gates over launches that took turns err.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "ci/gate/drawn_gates.h"
#include "stats/distribution.h"

namespace mpigauge {
namespace {

TEST(Turns, EqualLibrariesPassOnAMachineThatChangesAllTheTime) {
  const GateCounts counts = Gates(300, {});
  EXPECT_LE(counts.fail, 31);  // at most 5% may: of 300, more than 31 have a chance below 1e-4
  EXPECT_GE(counts.pass, 270);
}

// Launches that differ so much that nothing passes and every look is taken. Where the chance of a fail is 5%, 999 of
// 1000 such tests see no more fails than are allowed here (binomial distribution, exact).
class FalseFails : public testing::TestWithParam<int> {};

TEST_P(FalseFails, AreAtMostFiveOfAHundredGates) {
  DrawnGate gate;
  gate.machine.launch = 0.2;
  gate.machine.passes = 2;
  gate.most = GetParam();
  constexpr int kGates = 2000;
  const GateCounts counts = Gates(kGates, gate);
  RecordProperty("failed", counts.fail);
  EXPECT_EQ(counts.pass, 0);
  EXPECT_LT(BinomialCdf(counts.fail - 1, kGates, 0.05), 0.999) << counts.fail << " of " << kGates;
}

INSTANTIATE_TEST_SUITE_P(Turns, FalseFails, testing::Values(1, 2, 3, kOneCircle));

TEST(Turns, ASlowdownOfTwiceTheToleranceIsFound) {
  DrawnGate gate;
  gate.slower = std::log(1.10);
  EXPECT_EQ(Gates(100, gate).fail, 100);
}

// A slowdown of the tolerance itself, on a machine where launches differ by 4%: measured are 61 of 100, allowed is what
// is three standard deviations below.
TEST(Turns, ASlowdownOfTheToleranceIsFoundAsOftenAsPromised) {
  DrawnGate gate;
  gate.machine.launch = 0.04;
  gate.machine.passes = 3;
  gate.slower = std::log(1.05);
  const int found = Gates(300, gate).fail;
  RecordProperty("found", found);
  EXPECT_GE(found, 155);
}

// One launch of each side takes longer in all of its passes, say because its memory lies badly.
TEST(Turns, ABadLaunchOfEachSideDoesNotDecide) {
  DrawnGate gate;
  gate.machine.bad = std::log(1.30);
  gate.most = 6;
  const GateCounts counts = Gates(100, gate);
  RecordProperty("passed", counts.pass);
  EXPECT_EQ(counts.fail, 0);
  EXPECT_GE(counts.pass, 95);
}

// As collective operations of 64 B were on a virtual machine: 520 or 740 ns, and each launch has its own share of them.
DrawnGate OfTwoModes() {
  DrawnGate gate;
  gate.machine.mode = std::log(1.4);
  gate.machine.with_modes = 4;
  gate.machine.operations = 40;
  gate.machine.noise = 0.02;
  gate.machine.passes = 6;
  gate.most = 6;
  return gate;
}

TEST(Turns, EqualLibrariesOfTwoModesPassByTheirFloors) {
  DrawnGate gate = OfTwoModes();
  const GateCounts counts = Gates(30, gate);
  EXPECT_LE(counts.fail, 6);  // at most 5% may: of 30, more than 6 have a chance below 1e-3
  EXPECT_GE(counts.pass, 24);
  gate.floors = false;
  EXPECT_LE(Gates(10, gate).pass, 1);
}

// All operations of the candidate's first series take 5% longer, in either mode: 1.5% and 0.3% may pass, and of 60 more
// than 6 have a chance below 1e-3.
TEST(Turns, ASlowdownOfTheToleranceDoesNotPassByFloors) {
  DrawnGate gate = OfTwoModes();
  gate.slower = std::log(1.05);
  EXPECT_LE(Gates(60, gate).pass, 6);
}

// The fastest operations are as fast as ever, and the floors would pass. The medians know better.
TEST(Turns, ALibraryThatGetsASlowerModeDoesNotPass) {
  DrawnGate gate = OfTwoModes();
  gate.machine.baseline_share = {0, 0};
  gate.machine.candidate_share = {0.6, 0.9};
  EXPECT_EQ(Gates(10, gate).fail, 10);
}

// The same in every other operation, more or less: medians flip between the modes.
TEST(Turns, ALibraryThatGetsASlowerModeInHalfOfItsOperationsDoesNotPass) {
  DrawnGate gate = OfTwoModes();
  gate.machine.baseline_share = {0, 0};
  gate.machine.candidate_share = {0.4, 0.7};
  EXPECT_EQ(Gates(10, gate).pass, 0);
}

// Ranks of all circles together, as if their launches could be exchanged: that errs far more often than it says.
TEST(Turns, WithoutTheCirclesTheErrorRateDoesNotHold) {
  DrawnGate gate;
  gate.machine.launch = 0.2;
  gate.machine.passes = 2;
  gate.most = 1;
  gate.pooled = true;
  const GateCounts counts = Gates(500, gate);
  RecordProperty("failed", counts.fail);
  EXPECT_GT(BinomialCdf(counts.fail - 1, 500, 0.05), 0.99999);
}

// This test shows why there are circles: its launches are as they would be one after the other.
TEST(Turns, WithoutTurnsNothingIsDecidedOnSuchAMachine) {
  DrawnGate gate;
  gate.aligned = false;
  gate.pooled = true;
  gate.most = 1;
  EXPECT_EQ(Gates(50, gate).pass, 0);
}

}  // namespace
}  // namespace mpigauge
