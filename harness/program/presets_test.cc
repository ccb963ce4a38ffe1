#include "harness/program/presets.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "harness/program/arguments.h"
#include "harness/program/options.h"

namespace mpigauge {
namespace {

Options Parse(const std::vector<std::string>& arguments) {
  std::optional<Help> help;
  return ParseOptions(ExpandArguments(arguments), help);
}

// The way in which a paper measures.
struct PapersWay {
  const char* preset;
  const char* synchronizer;
  const char* timer;
  const char* stopping;
  int passes;
  std::int64_t observations;
  const char* estimator;
  const char* report;
};

// mpptest: the minimum of averages over many passes, and ranks that nothing lines up [MP1, MP4]. MPIPerf: windows on a
// global clock that is MPI_Wtime's, until its own rule ends it [KU3, KU7, KU10]. COMMTEST: all repetitions that were
// asked for, after a barrier, and the largest of the ranks' times [CO5].
TEST(Presets, MeasureAsTheirPapersDo) {
  for (const PapersWay& paper : {
           PapersWay{"mpptest", "none", "clock_monotonic_raw", "budget", 30, 10, "minimum", "table"},
           PapersWay{"mpiperf", "mpiperf-window", "mpi_wtime", "mpiperf-1", 1, 1000, "trimmed-mean", "mpiperf"},
           PapersWay{"commtest", "mpi-barrier", "clock_monotonic_raw", "fixed", 1, 100, "mean", "commtest"},
       }) {
    SCOPED_TRACE(paper.preset);
    const Options options = Parse({"--preset", paper.preset});
    EXPECT_EQ(options.synchronizer, paper.synchronizer);
    EXPECT_EQ(options.timer, paper.timer);
    EXPECT_EQ(options.stopping, paper.stopping);
    EXPECT_EQ(options.passes, paper.passes);
    EXPECT_EQ(options.observations, paper.observations);
    EXPECT_EQ(options.estimator, paper.estimator);
    EXPECT_EQ(options.report, paper.report);
  }
}

// d = 100, k' = 4, k = 8, a quarter, gamma = 1.1, and Student's interval at 95% [KU1, KU2, KU4, KU5, KU8].
TEST(Presets, MpiperfsHasItsClocksAndWindows) {
  const Options options = Parse({"--preset=mpiperf"});
  EXPECT_EQ(options.clock_sync, "minimum-round-trip-ring");
  EXPECT_EQ(options.clock_exchanges, 100);
  EXPECT_EQ(options.window.first_launches, 4);
  EXPECT_EQ(options.window.launches, 8);
  EXPECT_EQ(options.window.most_incorrect, 0.25);
  EXPECT_EQ(options.window.factor, 1.1);
  EXPECT_EQ(options.confidence, 0.95);
}

// mpptest finds its sizes by halving [MP3].
TEST(Presets, MpptestsFindsItsSizes) {
  const Options options = Parse({"--preset=mpptest"});
  ASSERT_NE(options.planner, nullptr);
  EXPECT_TRUE(options.planner->adaptive());
  EXPECT_EQ(options.sizes, "bisection:0:64K");
}

// SKaMPI 2.1 [SK3].
TEST(Presets, SkampisMeasuresTheFarthestPair) { EXPECT_EQ(Parse({"--preset=skampi"}).pair, "farthest"); }

// SKaMPI 3.1 [SK7, SK8, SK10]: the error relative to the mean decides, and an empty measurement is taken off unless the
// command line says otherwise.
TEST(Presets, SkampisStopsByTheRelativeErrorAndTakesTheOverheadOff) {
  const Options options = Parse({"--preset=skampi"});
  EXPECT_EQ(options.stopping, "relative-standard-error");
  EXPECT_EQ(options.epsilon, 0.03);
  EXPECT_TRUE(options.subtract_overhead);
  EXPECT_FALSE(Parse({"--preset=skampi", "--subtract-overhead=false"}).subtract_overhead);
  EXPECT_FALSE(Parse({}).subtract_overhead);
}

TEST(Presets, AreValid) {
  for (const std::string& name : PresetNames()) EXPECT_NO_THROW(Parse({"--preset", name})) << name;
  EXPECT_THROW(ExpandArguments({"--preset=imb"}), Error);
}

}  // namespace
}  // namespace mpigauge
