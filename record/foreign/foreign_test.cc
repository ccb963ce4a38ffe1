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

// The same text is the same launch, wherever it is read; it is comparable with its own tool alone, and says so.
TEST(Foreign, LaunchesAreKnownAgainAndSayWhatTheyLack) {
  const LaunchRecord once = Imported("osu", kOsuText, 2);
  EXPECT_EQ(once.launch_id, Imported("osu", kOsuText, 2).launch_id);
  EXPECT_NE(once.launch_id, Imported("osu", std::string(kOsuText) + "\n", 2).launch_id);
  EXPECT_EQ(once.series[0].method.Text(), "osu its own its own");
  EXPECT_EQ(once.environment.key.at("measured_by"), "osu");
  EXPECT_THAT(once.environment.context.at("imported"),
              HasSubstr("library version and correctness of the data are not known"));
  EXPECT_EQ(once.launch_index, 3);
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
