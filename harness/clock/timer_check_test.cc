#include "harness/clock/timer_check.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include "harness/agree/control.h"

namespace mpigauge {
namespace {

TimerReadings At(std::int64_t kernel, std::int64_t raw, std::int64_t wtime, std::int64_t taken_ns = 0) {
  return {{{"kernel", kernel}, {"raw", raw}, {"mpi_wtime", wtime}}, 3 * kernel, taken_ns};
}

TEST(CompareTimers, AShareOfOnePercentIsTheLimit) {
  const TimerReadings begin = At(0, 500, -70);
  EXPECT_EQ(CompareTimers(begin, At(1'000'000, 1'009'000, 991'000)).disagreement, "");
  EXPECT_EQ(CompareTimers(begin, At(1'000'000, 800'500, 999'930)).disagreement, "raw -20.0% beside the kernel's clock");
  EXPECT_EQ(CompareTimers(begin, At(1'000'000, 1'011'500, 979'930)).disagreement,
            "raw +1.1%, mpi_wtime -2.0% beside the kernel's clock");
  EXPECT_DOUBLE_EQ(CompareTimers(begin, At(1'000'000, 0, 0)).ticks_per_second, 3e9);
}

// The difference may be the time that the process lost between two timers.
TEST(CompareTimers, AnInterruptedReadingIsNoDisagreement) {
  EXPECT_EQ(CompareTimers(At(0, 0, 0, 45'000), At(1'000'000, 1'050'000, 1'000'000)).disagreement, "");
  EXPECT_EQ(CompareTimers(At(0, 0, 0, 30'000), At(1'000'000, 1'050'000, 1'000'000)).disagreement,
            "raw +5.0% beside the kernel's clock");
}

TEST(TimerCheck, TheTimersOfThisMachineAgree) {
  const Control control(MPI_COMM_WORLD);
  for (const Timer& used : {Timer(), Timer("other", [] { return static_cast<std::int64_t>(MPI_Wtime() * 1e9); })}) {
    const TimerCheck check(used);
    const TimerComparison mine = check.Compare();
    EXPECT_EQ(mine.disagreement, "");
    EXPECT_EQ(FirstDisagreement(control, mine), "");
  }
}

TEST(TimerCheck, ATimerThatIsSlowIsFound) {
  const TimerCheck check(Timer(InjectedError{.drift = -0.2}));
  EXPECT_EQ(check.Compare().disagreement, "injected -20.0% beside the kernel's clock");
}

TEST(FirstDisagreement, NamesTheRankAndCountsTheOthers) {
  const Control control(MPI_COMM_WORLD);
  const std::string text = FirstDisagreement(control, {control.rank() == 1 ? "raw +5.0%" : "", 0});
  EXPECT_EQ(text, control.root() ? "rank 1: raw +5.0%" : "");
  const std::string all = FirstDisagreement(control, {"raw +5.0%", 0});
  EXPECT_EQ(all, control.root() ? "rank 0: raw +5.0%, and so do 1 more ranks" : "");
}

}  // namespace
}  // namespace mpigauge
