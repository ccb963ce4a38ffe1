#include <gtest/gtest.h>

#include "ci/launch/launch_in_turns.h"

namespace mpigauge {
namespace {

// The record's arguments have 71 bytes with their zeros, the program has 3.
TurnLaunch Example(MpiInstall::Kind kind) {
  TurnLaunch launch;
  launch.plan.bench = "/b";
  launch.plan.bench_arguments = {"--x"};
  launch.install.kind = kind;
  launch.id = {"r", 0};
  launch.folder = "/f";
  return launch;
}

// By hand: the kernel keeps the name of the program twice; Open MPI's launcher adds the whole command line once more.
TEST(LengthOf, CountsArgumentsAndVariablesWithTheirZeros) {
  TurnLaunch launch = Example(MpiInstall::Kind::kMpich);
  EXPECT_EQ(LengthOf(launch), 2 * 3U + 71 + 4);
  EXPECT_EQ(LengthOf(Example(MpiInstall::Kind::kIntel)), 2 * 3U + 71 + 4);
  EXPECT_EQ(LengthOf(Example(MpiInstall::Kind::kOpenMpi)), 3 * 3U + 2 * (71 + 4));
  launch.install.environment = {{"A", "of the install"}, {"P", "q"}};
  launch.plan.library.environment = {{"A", "bc"}};  // this one counts
  EXPECT_EQ(LengthOf(launch), 81U + 5 + 4);
  launch.plan.library.preload = {"/l", "/m"};
  EXPECT_EQ(LengthOf(launch),
            90U + std::string("--expect-loaded=/l:/m").size() + 1 + std::string("LD_PRELOAD=/l:/m").size() + 1);
}

TEST(PadEnvironments, OnlyTheLongestLaunchHasAnEmptyPadding) {
  std::vector<TurnLaunch> launches(3, Example(MpiInstall::Kind::kMpich));
  launches[1].plan.library.environment = {{"NAME", "value"}};
  launches[2].plan.bench = "/opt/a/longer/name";
  PadEnvironments(launches);
  EXPECT_EQ(LengthOf(launches[0]), LengthOf(launches[2]));
  EXPECT_EQ(LengthOf(launches[1]), LengthOf(launches[2]));
  const auto padding = [&](std::size_t i) { return launches[i].plan.library.environment.at("MPIGAUGE_PADDING"); };
  EXPECT_EQ(padding(0), std::string(2 * 16, 'x'));
  EXPECT_EQ(padding(1), std::string(2 * 16 - 11, 'x'));
  EXPECT_EQ(padding(2), "");
}

TEST(CircleIsUndone, OneLaunchThatNeverBeganUndoesIt) {
  const auto undone = [](const std::vector<LaunchStatus>& statuses) {
    std::vector<LaunchOutcome> outcomes;
    for (const LaunchStatus status : statuses) outcomes.emplace_back().status = status;
    return CircleIsUndone(outcomes);
  };
  EXPECT_FALSE(undone({}));
  EXPECT_FALSE(undone({LaunchStatus::kComplete, LaunchStatus::kCrashed, LaunchStatus::kHung}));
  EXPECT_TRUE(undone({LaunchStatus::kFailed, LaunchStatus::kComplete}));
  EXPECT_TRUE(undone({LaunchStatus::kComplete, LaunchStatus::kFailed}));
}

}  // namespace
}  // namespace mpigauge
