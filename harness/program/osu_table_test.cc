#include "harness/program/osu_table.h"

#include <gtest/gtest.h>

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
TEST(OsuTables, AreThoseOfOsu) {
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

}  // namespace
}  // namespace mpigauge
