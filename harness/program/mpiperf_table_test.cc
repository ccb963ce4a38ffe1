#include "harness/program/mpiperf_table.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

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
