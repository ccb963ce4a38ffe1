#include "harness/clock/timer_tsc.h"

#include <gtest/gtest.h>

#include "harness/clock/timer.h"

namespace mpigauge {
namespace {

TEST(TscScale, IsExactToTheNanosecondOverHours) {
  const TscScale scale{1000, 5, std::int64_t{3} << 31};  // 1.5 ns per tick
  EXPECT_EQ(scale.Nanoseconds(1000), 5);
  EXPECT_EQ(scale.Nanoseconds(1002), 8);
  EXPECT_EQ(scale.Nanoseconds(998), 2);
  EXPECT_EQ(scale.Nanoseconds(1000 + 100'000'000'000'000), 150'000'000'000'005);
}

TEST(Tsc, IsRefusedWithAReasonWhereItIsNoClock) {
  EXPECT_EQ(WhyNoTsc({.x86 = true, .rdtscp = true, .invariant = true}), "");
  EXPECT_NE(WhyNoTsc({.x86 = true, .rdtscp = true, .invariant = false}).find("not invariant"), std::string::npos);
  EXPECT_NE(WhyNoTsc({.x86 = true, .rdtscp = false, .invariant = true}).find("no RDTSCP"), std::string::npos);
  EXPECT_NE(WhyNoTsc({}).find("not x86"), std::string::npos);
}

// The rate is checked against the very clock that it came from, over another interval; both ends are bounded by
// readings before and after, so that being preempted between them does no harm.
TEST(Tsc, GoesAtTheRateOfTheClockThatItWasCalibratedBy) {
  if (!WhyNoTsc().empty()) GTEST_SKIP() << WhyNoTsc();
  const Timer tsc(CalibrateTsc(kTscCalibration));
  const Timer raw;
  const std::int64_t before_start = raw.Now();
  const std::int64_t start = tsc.Now();
  const std::int64_t after_start = raw.Now();
  while (raw.Now() - after_start < 20'000'000) {
  }
  const std::int64_t before_end = raw.Now();
  const std::int64_t end = tsc.Now();
  const std::int64_t after_end = raw.Now();
  const double slack = 0.001 * 20e6;  // ns: 1000 ppm, far more than a calibration of 50 ms is wrong
  EXPECT_GE(static_cast<double>(end - start), static_cast<double>(before_end - after_start) - slack);
  EXPECT_LE(static_cast<double>(end - start), static_cast<double>(after_end - before_start) * 1.001 + slack);
}

TEST(Tsc, NeverGoesBack) {
  if (!WhyNoTsc().empty()) GTEST_SKIP() << WhyNoTsc();
  const Timer tsc(CalibrateTsc(1'000'000));
  EXPECT_TRUE(MeasureTimer(tsc).monotonic);
  EXPECT_EQ(tsc.name(), "tsc");
}

}  // namespace
}  // namespace mpigauge
