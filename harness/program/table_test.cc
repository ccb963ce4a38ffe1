#include "harness/program/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace mpigauge {
namespace {

SeriesRecord Series(std::int64_t bytes, double seconds) {
  SeriesRecord series;
  series.case_name = "ping_pong";
  series.parameters = {{"bytes", bytes}, {"ranks", 2}};
  series.name = SeriesName(series.case_name, series.parameters);
  series.method.mode = "loop";
  series.bytes_per_operation = bytes;
  series.verified = true;
  series.passes = {{{seconds, seconds, seconds}, {seconds, seconds, seconds}, 2}};
  series.first_call_seconds = 2e-6;
  series.second_call_seconds = 1e-6;
  Summarize(series);
  return series;
}

TEST(LaunchTable, ReadsLikeOsu) {
  LaunchRecord record;
  record.environment.key = {
      {"ranks", "2"}, {"hosts", "1"}, {"binding", "bound"}, {"cpu_model", "CPU"}, {"host_shape", "2 cores"}};
  record.environment.context = {{"mpi_library_version", "Open MPI v4.1.4"}};
  record.series = {Series(8, 0.32e-6), Series(65536, 4.5e-6)};
  record.series.push_back(Series(1048576, 1));
  record.series.back().fault = Fault{FaultKind::kWrongData, 1, "element 0 is 1, should be 0"};
  EXPECT_EQ(LaunchTable(record),
            "# Open MPI v4.1.4; 2 ranks on 1 host(s); bound\n"
            "# CPU; 2 cores\n"
            "\n"
            "# ping_pong, 2 ranks: averages over loops, data verified\n"
            "bytes  median us  min us  mean us  p99 us     MB/s  observations  late  first/second\n"
            "    8      0.320   0.320    0.320   0.320     25.0             3     2           2.0\n"
            "65536      4.500   4.500    4.500   4.500  14563.6             3     2           2.0\n"
            "ping_pong/bytes:1048576/ranks:2: wrong-data on rank 1: element 0 is 1, should be 0\n");
}

TEST(LaunchTable, UnknownValuesAreDashes) {
  LaunchRecord record;
  record.series = {Series(8, 0)};
  record.series[0].second_call_seconds = 0;
  EXPECT_THAT(LaunchTable(record), testing::ContainsRegex(" - +3 +2 +-\n"));
}

TEST(TableTitle, SaysHowTheTimesWereMeasured) {
  SeriesRecord series = Series(8, 1e-6);
  for (const auto& [mode, what] :
       {std::pair("call", "time from the first start to the last end"),
        std::pair("calls", "averages over several, as one is too short for the timer"),
        std::pair("part", "a part of each operation"), std::pair("adopted", "as the function times itself")}) {
    series.method.mode = mode;
    EXPECT_EQ(TableTitle(series), "ping_pong, 2 ranks: " + std::string(what) + ", data verified");
  }
  series.parameters = {{"ranks", 1}};
  series.verified = false;
  series.method.overhead = "subtracted";
  series.overhead_seconds = 50e-9;
  EXPECT_EQ(TableTitle(series), "ping_pong, 1 rank: as the function times itself, less 50.0 ns of overhead");
  series.parameters.clear();
  series.method.overhead.clear();
  EXPECT_EQ(TableTitle(series), "ping_pong: as the function times itself");
}

// COMMTEST's report [CO5]: the longest of the ranks' own times stands first, the global time beside it, and a line says
// where they disagree. The largest bandwidth follows from the least time [CO7].
TEST(LaunchTable, HasBothTimesOfCommtestAndItsLargestBandwidth) {
  LaunchRecord record;
  record.settings = {{"report", "commtest"}, {"estimator", "mean"}};
  SeriesRecord together = Series(100'000, 0);
  together.case_name = "swap_1_0";
  together.parameters = {{"bytes", 100'000}, {"packets", 1}, {"ranks", 2}};
  together.passes = {{{50e-6, 100e-6, 150e-6}, {50e-6, 100e-6, 150e-6}, 0}};
  SeriesRecord apart = together;
  apart.parameters[1].second = 2;
  apart.passes = {{{60e-6, 80e-6, 100e-6}, {40e-6, 50e-6, 60e-6}, 0}};
  for (SeriesRecord* series : {&together, &apart}) {
    series->name = SeriesName(series->case_name, series->parameters);
    Summarize(*series);
  }
  record.series = {together, apart};
  const std::string text = LaunchTable(record);
  EXPECT_THAT(text, testing::HasSubstr(" bytes  packets  longest us  first to last us  median us"));
  EXPECT_THAT(text, testing::ContainsRegex("100000 +1 +100.000 +100.000 .* 1000.0 +2000.0 "));
  EXPECT_THAT(text, testing::ContainsRegex("100000 +2 +50.000 +80.000 .* 1250.0 +1666.7 "));
  EXPECT_THAT(text,
              testing::HasSubstr("swap_1_0/bytes:100000/packets:2/ranks:2: the two times disagree: 80.0 us from"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("packets:1/ranks:2: the two times disagree")));
}

}  // namespace
}  // namespace mpigauge
