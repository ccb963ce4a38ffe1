#include "harness/program/clock_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::HasSubstr;

SeriesRecord Series(const std::string& name, const std::string& mode, double seconds) {
  SeriesRecord series;
  series.name = name;
  series.family = "collective";
  series.method = {mode, "round-time", "tsc"};
  series.passes = {{{seconds, seconds, seconds}, {seconds, seconds, seconds}, 0}};
  Summarize(series);
  return series;
}

TEST(RecordChecks, BothLooksAreInTheContextInSeconds) {
  LaunchRecord record;
  RecordChecks({120, 0, 0}, {2500, 0, 0}, {2500, 0, 0}, record);
  EXPECT_EQ(record.environment.context.at("clock_error_start_seconds"), "0.000000120");
  EXPECT_EQ(record.environment.context.at("clock_error_end_seconds"), "0.000002500");
}

// 1 us is five per cent of 20 us: shorter times across two clocks are wrong, longer ones and those on one clock are
// not.
TEST(RecordChecks, SeriesThatAreShortAgainstTheClocksErrorAreInvalid) {
  LaunchRecord record;
  record.series = {Series("short", "call", 19e-6), Series("long", "call", 21e-6), Series("loop", "loop", 1e-6)};
  RecordChecks({}, {}, {5000, 1000, 3}, record);
  ASSERT_TRUE(record.series[0].fault.has_value());
  EXPECT_EQ(record.series[0].fault->kind, FaultKind::kClocksApart);
  EXPECT_NE(record.series[0].fault->message.find("more than 5% of the median"), std::string::npos);
  EXPECT_EQ(record.series[0].fault->rank, 3);
  EXPECT_THAT(record.series[0].fault->message, HasSubstr("at least 1.00 us, more than 5% of the median 19.0 us"));
  EXPECT_FALSE(record.series[1].fault.has_value());
  EXPECT_FALSE(record.series[2].fault.has_value());
}

// If several operations are measured together, the whole observation is between two clocks.
TEST(RecordChecks, WholeTimeOfSeveralOperationsCounts) {
  LaunchRecord record;
  record.series = {Series("many", "calls", 1e-6), Series("few", "calls", 1e-6)};
  record.series[0].operations_per_observation = 21;
  record.series[1].operations_per_observation = 19;
  RecordChecks({}, {}, {5000, 1000, 3}, record);
  EXPECT_FALSE(record.series[0].fault.has_value());
  EXPECT_TRUE(record.series[1].fault.has_value());
}

TEST(RecordChecks, AnEarlierFaultStays) {
  LaunchRecord record;
  record.series = {Series("short", "call", 1e-6)};
  record.series[0].fault = Fault{FaultKind::kWrongData, 1, "x"};
  RecordChecks({}, {}, {5000, 1000, 3}, record);
  EXPECT_EQ(record.series[0].fault->kind, FaultKind::kWrongData);
}

TEST(WarnOfShortTimes, NamesThoseBelowTenTimesTheTimersCostOrStep) {
  LaunchRecord record;
  record.series = {Series("short", "call", 9e-7), Series("long", "call", 1.1e-6), Series("batch", "loop", 1e-8)};
  record.series[2].operations_per_observation = 1000;
  WarnOfShortTimes({20e-9, 100e-9, true}, record);
  EXPECT_EQ(record.environment.context.at("times_too_short"), "short");
}

// Adopted functions time themselves, self-tests are no operations, and 0.9 us less 0.2 us of overhead was measured
// as 1.1.
TEST(WarnOfShortTimes, NamesFiveAndCountsTheOthers) {
  LaunchRecord record;
  for (int i = 0; i < 7; ++i) record.series.push_back(Series("s" + std::to_string(i), "call", 9e-7));
  record.series.push_back(Series("adopted", "adopted", 1e-8));
  record.series.push_back(Series("finalize", "once", 0));
  record.series.push_back(Series("self-test", "call", 1e-8));
  record.series.back().family = "self-test";
  record.series.push_back(Series("corrected", "call", 9e-7));
  record.series.back().overhead_seconds = 2e-7;
  WarnOfShortTimes({20e-9, 100e-9, true}, record);
  EXPECT_EQ(record.environment.context.at("times_too_short"), "s0, s1, s2, s3, s4 and 2 more");
}

TEST(WarnOfShortTimes, NothingToSay) {
  LaunchRecord record;
  record.series = {Series("long", "call", 1e-3)};
  WarnOfShortTimes({20e-9, 1e-9, true}, record);
  EXPECT_TRUE(record.environment.context.empty());
}

}  // namespace
}  // namespace mpigauge
