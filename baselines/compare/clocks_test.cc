#include "baselines/compare/clocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/testing.h"
#include "record/timer_facts.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Side FourLaunches(const std::string& run) {
  Side side{run, {}};
  for (int i = 0; i < 4; ++i) {
    side.launches.push_back(ExampleLaunch(run, i, {{"bcast/bytes:8/ranks:2", 1e-6}}));
    side.launches.back().settings["circle"] = i < 2 ? "first" : "second";
    side.launches.back().environment.context[kTicksPerSecond] = i < 2 ? "2.4e9" : "2.42e9";
  }
  return side;
}

TEST(ClockDoubts, ThereAreNoneOfClocksThatAgree) {
  EXPECT_THAT(ClockDoubts(FourLaunches("old"), FourLaunches("new"), {}), IsEmpty());
  Side unknown = FourLaunches("new");
  for (LaunchRecord& launch : unknown.launches) launch.environment.context.erase(kTicksPerSecond);
  EXPECT_THAT(ClockDoubts(FourLaunches("old"), unknown, {}), IsEmpty());
}

TEST(ClockDoubts, TimersThatDisagreeInAnyLaunchOfEitherSide) {
  const std::string text = "rank 0: clock_monotonic_raw -20.0% beside the kernel's";
  Side lying = FourLaunches("x");
  lying.launches[2].environment.context[kTimersDisagree] = text;
  EXPECT_THAT(ClockDoubts(FourLaunches("old"), lying, {}),
              ElementsAre("timers disagree in 1 of 4 launches of the candidate: " + text));
  EXPECT_THAT(ClockDoubts(lying, FourLaunches("new"), {}),
              ElementsAre("timers disagree in 1 of 4 launches of the baseline: " + text));
}

// A clock of which every reading is 20% too small: all timers of that process may agree.
TEST(ClockDoubts, TicksInASecondThatDifferWithinACircle) {
  Side lying = FourLaunches("new");
  lying.launches[1].environment.context[kTicksPerSecond] = "3.0e9";
  EXPECT_THAT(ClockDoubts(FourLaunches("old"), lying, {}), ElementsAre(HasSubstr("has +25.0% ticks")));
  for (LaunchRecord& launch : lying.launches) launch.settings.erase("circle");  // perhaps another node
  EXPECT_THAT(ClockDoubts(FourLaunches("old"), lying, {}), IsEmpty());
}

TEST(ClockDoubts, ControlsThatAreApart) {
  ControlMovement movement;
  movement.controls = 3;
  movement.moved = true;
  movement.ratio = 0.801;
  EXPECT_THAT(ClockDoubts(FourLaunches("old"), FourLaunches("new"), movement), IsEmpty());
  movement.apart = true;
  EXPECT_THAT(ClockDoubts(FourLaunches("old"), FourLaunches("new"), movement),
              ElementsAre(HasSubstr("work without MPI takes -19.9% in the candidate's launches")));
}

}  // namespace
}  // namespace mpigauge
