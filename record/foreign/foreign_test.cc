#include "record/foreign/foreign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "record/foreign/testing.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// "case/bytes:8/ranks:2: 1.5 us"
std::vector<std::string> Told(const LaunchRecord& launch) {
  std::vector<std::string> lines;
  for (const SeriesRecord& series : launch.series) {
    lines.push_back(series.name + ": " + std::to_string(series.summary.median * 1e6) + " us of " +
                    std::to_string(series.summary.count));
  }
  return lines;
}

LaunchRecord Imported(const std::string& tool, const std::string& text, std::int64_t ranks) {
  const ForeignTool& reader = FindForeignTool(tool);
  return ForeignLaunch(reader, text, reader.read(text, "file"), {"run", 3, "2026-11-20T16:05:00Z", ranks}, "file");
}

std::string IdOf(const std::string& text, const ForeignSource& source) {
  return ForeignLaunch(FindForeignTool("osu"), text, ReadOsu(text, "file"), source, "file").launch_id;
}

TEST(Foreign, OsuHasSizesAndMeansAndItsBandwidthsAreTimes) {
  const LaunchRecord launch = Imported("osu", kOsuText, 4);
  EXPECT_THAT(
      Told(launch),
      ElementsAre("allreduce/bytes:1/ranks:4: 28.460000 us of 1", "allreduce/bytes:1024/ranks:4: 64.220000 us of 1",
                  "bandwidth/bytes:1000000/ranks:4: 80.000000 us of 1",
                  "message_rate/bytes:1/ranks:4: 0.500000 us of 1", "message_rate/bytes:8/ranks:4: 1.000000 us of 1",
                  "barrier/ranks:4: 1.500000 us of 1"));
  EXPECT_THAT(ReadOsu(kOsuText, "file").left_out, ElementsAre("OSU MPI Many Things"));
}

// 4 million messages a second of two pairs are 2 million of each. The pairs say how many ranks there are.
TEST(Foreign, OsuMessageRatesAreTheTimeOfOnePairsMessage) {
  const LaunchRecord launch = Imported(
      "osu",
      "# OSU MPI Multiple Bandwidth / Message Rate Test v7.5\n# [ pairs: 3 ] [ window size: 64 ]\n8 24.00 3000000.0\n",
      0);
  EXPECT_THAT(Told(launch), ElementsAre("message_rate/bytes:8/ranks:6: 1.000000 us of 1"));
  EXPECT_EQ(launch.environment.key.at("ranks"), "6");
  EXPECT_EQ(launch.series[0].family, "bandwidth");
}

TEST(Foreign, ImbHasTheSlowestRankAndSaysHowManyThereAre) {
  const LaunchRecord launch = Imported("imb", kImbText, 0);
  EXPECT_THAT(Told(launch),
              ElementsAre("ping_pong/bytes:0/ranks:2: 0.500000 us of 1", "ping_pong/bytes:64/ranks:2: 0.750000 us of 1",
                          "allreduce/bytes:8/ranks:144: 18.590000 us of 1", "barrier/ranks:144: 5.000000 us of 1"));
  EXPECT_EQ(launch.environment.key.at("ranks"), "144");
  EXPECT_THAT(ReadImb(kImbText, "file").left_out, ElementsAre("IMB Uniband"));
}

// Two elements of four bytes; the repetition with an error code does not count, and the mock-up is not the library's.
TEST(Foreign, ReprompiHasTheMedianOfItsValidRepetitions) {
  EXPECT_THAT(Told(Imported("reprompi", kReprompiText, 0)), ElementsAre("bcast/bytes:8/ranks:4: 2.000000 us of 1"));
  EXPECT_THAT(ReadReprompi(kReprompiText, "file").left_out, ElementsAre("ReproMPI GL_Allgather"));
  const std::string summary =
      "#@nprocs=3\n      test  msize_bytes total_nrep valid_nrep   mean_sec median_sec\n"
      " MPI_Reduce           16         10         10   0.0000050000   0.0000040000\n";
  EXPECT_THAT(Told(Imported("reprompi", summary, 0)), ElementsAre("reduce/bytes:16/ranks:3: 4.000000 us of 1"));
}

// A launch is comparable with its own tool alone, and says so.
TEST(Foreign, LaunchesSayWhatTheyLack) {
  const LaunchRecord once = Imported("osu", kOsuText, 2);
  EXPECT_EQ(once.series[0].method.Text(), "osu (MPI_CHAR) its own its own");
  EXPECT_EQ(once.series[2].method.Text(), "osu its own its own");
  EXPECT_EQ(once.series[3].method.Text(), "osu (window 64) its own its own");
  EXPECT_EQ(once.environment.key.at("measured_by"), "osu");
  EXPECT_THAT(once.environment.context.at("imported"),
              HasSubstr("library version and correctness of the data are not known"));
  EXPECT_EQ(once.launch_index, 3);
}

// When a file was changed does not belong to its launch: a copy is the same one.
TEST(Foreign, LaunchIsKnownByTextPlaceRunLabelAndDate) {
  const ForeignSource source{"", 0, "2026-11-20T16:05:00Z", 2, "4.1", ""};
  const std::string id = IdOf(kOsuText, source);
  EXPECT_EQ(id, IdOf(kOsuText, {"", 0, "2026-11-21T00:00:00Z", 2, "4.1", ""}));
  EXPECT_NE(id, IdOf(std::string(kOsuText) + "\n", source));
  EXPECT_NE(id, IdOf(kOsuText, {"", 1, "", 2, "4.1", ""}));
  EXPECT_NE(id, IdOf(kOsuText, {"", 0, "", 2, "5.0", ""}));
  EXPECT_NE(id, IdOf(kOsuText, {"run", 0, "", 2, "4.1", ""}));
  EXPECT_NE(id, IdOf(kOsuText, {"", 0, "", 2, "4.1", "2026-11-21T00:00:00Z"}));
}

constexpr const char* kHead = "# OSU MPI Allreduce Latency Test v7.4\n# Datatype: MPI_CHAR.\n# Size  Avg Latency(us)\n";

TEST(Foreign, ValidationThatFailedIsWrongData) {
  const LaunchRecord launch = Imported("osu", std::string(kHead) + "8  1.51  Pass\n16  1.52  Fail\n", 2);
  EXPECT_THAT(Told(launch), ElementsAre("allreduce/bytes:8/ranks:2: 1.510000 us of 1",
                                        "allreduce/bytes:16/ranks:2: 1.520000 us of 1"));
  EXPECT_FALSE(launch.series[0].fault);
  ASSERT_TRUE(launch.series[1].fault);
  EXPECT_EQ(launch.series[1].fault->kind, FaultKind::kWrongData);
  const std::string imb =
      "# Benchmarking Allreduce\n# #processes = 2\n#bytes #repetitions t_min[usec] t_max[usec] t_avg[usec] defects\n"
      "0 1000 0.1 0.2 0.1 0.00\n4 1000 1.5 4.6 2.4 0.93\n";
  const LaunchRecord defective = Imported("imb", imb, 0);
  EXPECT_FALSE(defective.series[0].fault);
  ASSERT_TRUE(defective.series[1].fault);
  EXPECT_EQ(defective.series[1].fault->message, "IMB counted 0.93 defects");
}

TEST(Foreign, TableThatWasCutIsALostLaunch) {
  const std::string told = "mpirun noticed that process rank 1 with PID 4242 on node n1 exited on signal 11 (Seg).";
  const LaunchRecord launch = Imported("osu", std::string(kHead) + "8  1.51\n" + told + "\n", 2);
  EXPECT_EQ(launch.status, LaunchStatus::kCrashed);
  EXPECT_EQ(launch.status_text, told);
  EXPECT_EQ(launch.series.size(), 1u);
  EXPECT_TRUE(Imported("osu", told + "\n", 2).series.empty());
  EXPECT_EQ(Imported("osu", std::string(kHead) + "8  1.51\n", 2).status, LaunchStatus::kComplete);
}

TEST(Foreign, RanksThatALauncherPutsBeforeLinesAreNoPartOfThem) {
  const std::vector<std::string> lines = {"", "# OSU MPI Allreduce Latency Test v7.4", "# Size  Avg Latency(us)",
                                          "8  1.51", "rank 1 exited on signal 11"};
  for (const char* prefix : {"[1,0]<stdout>:", "[0] "}) {
    std::string text;
    for (const std::string& line : lines) text += prefix + line + "\n";
    const LaunchRecord launch = Imported("osu", text, 2);
    EXPECT_THAT(Told(launch), ElementsAre("allreduce/bytes:8/ranks:2: 1.510000 us of 1")) << prefix;
    EXPECT_EQ(launch.status, LaunchStatus::kCrashed);
  }
}

TEST(Foreign, TableWithTwoDatatypesHasTwoSeries) {
  const LaunchRecord launch = Imported("osu", std::string(kHead) + "4  1.53\n# Datatype: MPI_INT.\n4  1.93\n", 2);
  EXPECT_THAT(Told(launch), ElementsAre("allreduce_char/bytes:4/ranks:2: 1.530000 us of 1",
                                        "allreduce_int/bytes:4/ranks:2: 1.930000 us of 1"));
}

TEST(Foreign, RowWithoutATimeIsASeriesWithoutOne) {
  const std::string head =
      "# Date                  : Mon Oct  2 21:18:40 2023\n# IMB-MPI1 Allreduce -off_cache -1\n"
      "# MPI_Datatype for reductions    :   MPI_FLOAT\n# Benchmarking Allreduce\n# #processes = 4\n"
      "#bytes #repetitions t_min[usec] t_max[usec] t_avg[usec]\n4 1000 1.5 4.6 2.4\n";
  for (const char* reason : {"out-of-mem.; needed X=   1.234 GB", "time-out.; Time limit (secs_per_sample) is over"}) {
    const LaunchRecord launch = Imported("imb", head + "1048576 " + reason + "\n", 0);
    ASSERT_EQ(launch.series.size(), 2u);
    EXPECT_EQ(launch.series[0].method.Text(), "imb (MPI_FLOAT, off_cache -1) its own its own");
    EXPECT_TRUE(launch.series[1].passes.empty());
    ASSERT_TRUE(launch.series[1].fault);
    EXPECT_THAT(launch.series[1].fault->message, HasSubstr(std::string(reason).substr(0, 9)));
  }
  EXPECT_EQ(ReadImb(head, "file").started_at, "2023-10-02T21:18:40.000Z");
}

TEST(Foreign, ReprompiNamesOperationDatatypeAndSynchronization) {
  const std::string text =
      "#@operation=MPI_SUM\n#@datatype=MPI_DOUBLE\n#@sync=dissemination\n#@nprocs=4\n"
      "test nrep msize_bytes runtime_sec\nMPI_Allreduce 0 8 0.000004\nMPI_Bcast 0 8 0.000003\n";
  const LaunchRecord launch = Imported("reprompi", text, 0);
  EXPECT_EQ(launch.series[0].method.Text(), "reprompi (MPI_SUM, MPI_DOUBLE) dissemination its own");
  EXPECT_EQ(launch.series[1].method.Text(), "reprompi (MPI_DOUBLE) dissemination its own");
}

std::string ErrorOf(const std::string& tool, const std::string& text, std::int64_t ranks) {
  return mpigauge::ErrorOf([&] { Imported(tool, text, ranks); });
}

TEST(Foreign, MistakesNameFileAndLine) {
  EXPECT_THAT(ErrorOf("osu", kOsuText, 0),
              HasSubstr("file: osu does not print the number of ranks; give it with --ranks"));
  EXPECT_THAT(ErrorOf("osu", "# OSU MPI Latency Test v7\n8  x\n", 2), HasSubstr("file, line 2: 'x' is not a number"));
  EXPECT_THAT(ErrorOf("osu", "# OSU MPI Latency Test v7\n8  1\n8  2\n", 2),
              HasSubstr("has ping_pong/bytes:8/ranks:2 twice"));
  EXPECT_THAT(ErrorOf("osu", "# OSU MPI Multiple Bandwidth / Message Rate Test v7\n8 24.0 3e6\n", 2),
              HasSubstr("file, line 2: a message rate, and no line '# [ pairs: N ]' above it"));
  const std::string pairs =
      "# OSU MPI Multiple Bandwidth / Message Rate Test v7\n# [ pairs: 9223372036854775807 ] [ x\n";
  EXPECT_THAT(ErrorOf("osu", pairs + "8 24.0 3e6\n", 2),
              HasSubstr("file, line 3: 2 times 9223372036854775807 is impossible"));
  EXPECT_THAT(ErrorOf("osu", "# OSU MPI Multiple Bandwidth / Message Rate Test v7\n# [ pairs: 1 ]\n8 24.0 0\n", 2),
              HasSubstr("file, line 3: a message rate of zero"));
  EXPECT_THAT(ErrorOf("imb", "hello\n", 2), HasSubstr("file: holds no results of imb"));
  EXPECT_THAT(ErrorOf("reprompi", "#@nprocs=2\ntest runtime_sec\nMPI_Bcast 0.1\n", 0),
              HasSubstr("file, line 3: has no count"));
  EXPECT_THROW(FindForeignTool("hpl"), Error);
}

}  // namespace
}  // namespace mpigauge
