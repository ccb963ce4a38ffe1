#include "harness/clock/timer_choice.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "harness/agree/control.h"

namespace mpigauge {
namespace {

// One after the other over the ranks, every timer goes on: the readings of one clock are in the order of time.
TEST(ChooseTimer, EveryTimerIsNamedGoesForwardAndSaysWhichClockItReads) {
  const Control control(MPI_COMM_WORLD);
  for (const std::string& name : kTimerNames) {
    if (name == Timer::kTsc && !WhyNoTsc().empty()) continue;
    const ChosenTimer chosen = ChooseTimer(control, name);
    EXPECT_EQ(chosen.timer.name(), name);
    const TimerQuality quality = MeasureTimer(chosen.timer);
    EXPECT_GT(quality.cost_seconds, 0) << name;
    EXPECT_GT(quality.resolution_seconds, 0) << name;
    std::string of_root = chosen.identity;
    control.Broadcast(of_root);
    EXPECT_EQ(of_root == chosen.identity, control.root() || name != "mpi_wtime") << name;
  }
}

TEST(ChooseTimer, TheCountersOfOneHostAreOneClock) {
  if (!WhyNoTsc().empty()) GTEST_SKIP() << WhyNoTsc();
  const Control control(MPI_COMM_WORLD);
  const ChosenTimer chosen = ChooseTimer(control, "tsc");
  // Rank 0's time goes round; whoever has it is later, though by less than a minute.
  std::int64_t time = chosen.timer.Now();
  control.Broadcast(time);
  const std::int64_t now = chosen.timer.Now();
  EXPECT_GE(now, time);
  EXPECT_LT(now, time + 60'000'000'000);
}

// One rank's counter is no clock: no rank uses it, and all name that rank.
TEST(ChooseTimer, ACounterThatIsNotInvariantOnOneRankIsRefusedByAll) {
  const Control control(MPI_COMM_WORLD);
  const int last = control.size() - 1;
  const TscFeatures features{.x86 = true, .rdtscp = true, .invariant = control.rank() != last};
  try {
    ChooseTimer(control, "tsc", features);
    ADD_FAILURE() << "the counter was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    EXPECT_EQ(std::string(error.what())
                  .find("--timer=tsc does not work on rank " + std::to_string(last) +
                        ": the processor's time stamp counter is not invariant"),
              0u)
        << error.what();
  }
  EXPECT_NO_THROW(ChooseTimer(control, "clock_monotonic_raw", features));
}

TEST(ChooseTimer, AnUnknownNameIsAUsageError) {
  const Control control(MPI_COMM_WORLD);
  EXPECT_THROW(ChooseTimer(control, "sundial"), Error);
}

TEST(WorstQuality, IsTheWorstRanks) {
  const Control control(MPI_COMM_WORLD);
  const bool last = control.rank() == control.size() - 1;
  const Timer standing(
      "standing", +[] { return std::int64_t{42}; });
  const TimerQuality quality = WorstQuality(control, last ? standing : Timer());
  static std::int64_t time = 0;
  const Timer backwards(
      "backwards", +[] { return time += time % 2 == 0 ? 3 : -1; });
  const TimerQuality broken = WorstQuality(control, last ? backwards : Timer());
  if (control.root()) {
    EXPECT_GE(quality.resolution_seconds, 1e-3);
    EXPECT_TRUE(quality.monotonic);
    EXPECT_FALSE(broken.monotonic);
  }
}

}  // namespace
}  // namespace mpigauge
