#include <gtest/gtest.h>

#include "harness/program/table.h"

namespace mpigauge {
namespace {

SeriesRecord Measured(const std::string& name, Parameters parameters, std::vector<double> seconds) {
  SeriesRecord series;
  series.case_name = name;
  series.parameters = std::move(parameters);
  series.name = SeriesName(series.case_name, series.parameters);
  series.method.mode = "loop";
  series.passes = {{seconds, seconds, 0}};
  Summarize(series);
  return series;
}

// Widths and words are OSU's: scripts split lines at blanks and leave those with '#' out.
TEST(OsuTables, HaveTheFormatOfOsu) {
  LaunchRecord record;
  record.series = {Measured("ping_pong", {{"bytes", 0}, {"ranks", 2}}, {1e-6, 2e-6, 6e-6}),
                   Measured("ping_pong", {{"bytes", 4096}, {"ranks", 2}}, {2.5e-6}),
                   Measured("bandwidth", {{"bytes", 1'000'000}, {"ranks", 2}}, {100e-6}),
                   Measured("barrier", {{"ranks", 4}}, {1.5e-6}),
                   Measured("scan", {{"bytes", 8}, {"ranks", 4}}, {1.25e-6})};
  record.series.push_back(record.series[1]);
  record.series.back().fault = Fault{FaultKind::kWrongData, 1, "element 0 is 1, should be 0"};
  std::swap(record.series[2], record.series[5]);
  std::swap(record.series[3], record.series[5]);
  EXPECT_EQ(OsuTables(record),
            "# ?; ? ranks on ? host(s); ?\n"
            "# ?; ?\n"
            "\n"
            "# OSU MPI Latency Test: ping_pong/ranks:2 of mpigauge\n"
            "# Size          Latency (us)\n"
            "0                       3.00\n"
            "4096                    2.50\n"
            "# ping_pong/bytes:4096/ranks:2: wrong-data on rank 1: element 0 is 1, should be 0\n"
            "\n"
            "# OSU MPI Bandwidth Test: bandwidth/ranks:2 of mpigauge\n"
            "# Size      Bandwidth (MB/s)\n"
            "1000000             10000.00\n"
            "\n"
            "# not a benchmark of OSU: scan/ranks:4 of mpigauge\n"
            "# Size       Avg Latency(us)\n"
            "8                       1.25\n"
            "\n"
            "# OSU MPI Barrier Latency Test: barrier/ranks:4 of mpigauge\n"
            "# Avg Latency(us)\n"
            "             1.50\n");
}

// osu_mbw_mr: both numbers are those of all pairs; a message of each of two pairs in 0.5 us are four million a second.
TEST(OsuTables, MessageRatesAreThoseOfAllPairs) {
  LaunchRecord record;
  record.series = {Measured("message_rate", {{"bytes", 8}, {"ranks", 4}}, {0.5e-6})};
  EXPECT_NE(
      OsuTables(record).find("# OSU MPI Multiple Bandwidth / Message Rate Test: message_rate/ranks:4 of mpigauge\n"
                             "# [ pairs: 2 ]\n"
                             "# Size                  MB/s        Messages/s\n"
                             "8                      32.00        4000000.00\n"),
      std::string::npos)
      << OsuTables(record);
}

LaunchRecord Example() {
  SeriesRecord series;
  series.case_name = "bcast";
  series.parameters = {{"bytes", 8}, {"ranks", 2}};
  series.name = SeriesName(series.case_name, series.parameters);
  series.method.mode = "call";
  series.passes = {{{1e-6, 2e-6, 3e-6, 4e-6, 5e-6, 6e-6, 7e-6, 8e-6}, std::vector<double>(8, 1e-6), 3}};
  series.passes[0].rank_seconds = {{1e-6}, {2e-6, 2e-6, 4e-6, 4e-6}};
  Summarize(series);
  SeriesRecord broken = series;
  broken.name = "bcast/bytes:64/ranks:2";
  broken.fault = Fault{FaultKind::kError, 1, "on purpose"};
  LaunchRecord record;
  record.series = {series, broken};
  return record;
}

TEST(MpiperfTables, ShowWhatThePaperLists) {
  EXPECT_EQ(MpiperfTables(Example()),
            "# ?; ? ranks on ? host(s); ?\n"
            "# ?; ?\n"
            "# SE and +-: as MPIPerf's paper has them, too small; trimmed SE: the standard error of this mean (Tukey, "
            "McLaughlin)\n"
            "\n"
            "# bcast, 2 ranks: time from the first start to the last end\n"
            "bytes  total  correct  kept  mean us  SE us  SE/mean  trimmed SE us  min us  max us  +- us at 0.90  "
            "+- us at 0.95  +- us at 0.99\n"
            "    8     11        8     4    4.500  0.456   10.14%          1.000   3.000   6.000          1.074  "
            "        1.453          2.666\n"
            "bcast/bytes:64/ranks:2: error on rank 1: on purpose\n");
}

TEST(RankTables, HaveALineForEachRank) {
  EXPECT_EQ(RankTables(Example()),
            "\n"
            "# bcast, 2 ranks: each rank's own times\n"
            "bytes  rank  total  correct  kept  mean us  SE us  SE/mean  trimmed SE us  min us  max us  "
            "+- us at 0.90  +- us at 0.95  +- us at 0.99\n"
            "    8     0      4        1     1    1.000  0.000     inf%              -   1.000   1.000  "
            "            -              -              -\n"
            "    8     1      7        4     2    3.000  0.707   23.57%          1.155   2.000   4.000  "
            "        4.464          8.985         45.012\n");
}

TEST(RankTables, AreEmptyWhereNobodyAsked) { EXPECT_EQ(RankTables(LaunchRecord()), ""); }

}  // namespace
}  // namespace mpigauge
