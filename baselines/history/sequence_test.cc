// Tests which runs follow each other, and what differs between them.
#include "baselines/history/sequence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "baselines/history/changes_text.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<HistoryRun> RunsOn(const std::string& machines) {
  std::vector<HistoryRun> runs;
  for (const char machine : machines) runs.push_back({"", "5.0", "", {{{"cpu_model", std::string(1, machine)}}, {}}});
  return runs;
}

TEST(TrackTest, AMachineThatFollowsAnotherContinuesItsTrack) {
  EXPECT_THAT(FindTracks(RunsOn("aaabbb")), ElementsAre(0, 0, 0, 0, 0, 0));
  EXPECT_THAT(FindTracks(RunsOn("abab")), ElementsAre(0, 1, 0, 1));
  // c comes when a has ended, and b has not.
  EXPECT_THAT(FindTracks(RunsOn("ababcbcb")), ElementsAre(0, 1, 0, 1, 0, 1, 0, 1));
  // Two keys have ended; the track continues the one that ended last.
  EXPECT_THAT(FindTracks(RunsOn("ababcc")), ElementsAre(0, 1, 0, 1, 1, 1));
  EXPECT_THAT(FindTracks({}), IsEmpty());
}

class EnvironmentChangeTest : public testing::Test {
 protected:
  EnvironmentChangeTest() {
    for (std::uint32_t i = 0; i < 8; ++i) {
      HistoryRun run{"", "5.0", "", {}};
      run.environment.key = {{"cpu_model", "CPU"}};
      run.environment.context = {{"kernel", "6.1"}, {"mpi_library_version", "5.0"}, {"load_average", "1"}};
      runs_.push_back(run);
      sequence_.push_back(i);
    }
  }

  void SetFrom(std::size_t first, const std::string& field, const std::string& value) {
    for (std::size_t i = first; i < runs_.size(); ++i) runs_[i].environment.context[field] = value;
  }

  std::vector<HistoryRun> runs_;
  std::vector<std::uint32_t> sequence_;
};

TEST_F(EnvironmentChangeTest, NothingWasExchanged) {
  const EnvironmentChange change = ChangedAt(runs_, sequence_, 4);
  EXPECT_FALSE(change.library);
  EXPECT_THAT(change.machine, IsEmpty());
}

TEST_F(EnvironmentChangeTest, FieldsOfLibraryAndMachineAreToldApart) {
  SetFrom(4, "kernel", "6.5");
  SetFrom(5, "mpi_library_version", "5.1");
  SetFrom(6, "preload", "libslow.so");
  EXPECT_FALSE(ChangedAt(runs_, sequence_, 4).library);
  EXPECT_THAT(ChangedAt(runs_, sequence_, 4).machine, ElementsAre("kernel: 6.1 -> 6.5"));
  EXPECT_TRUE(ChangedAt(runs_, sequence_, 5).library);
  EXPECT_THAT(ChangedAt(runs_, sequence_, 5).machine, IsEmpty());
  EXPECT_TRUE(ChangedAt(runs_, sequence_, 6).library);
  EXPECT_FALSE(ChangedAt(runs_, sequence_, 7).library);
  runs_[7].library = "another name";
  EXPECT_TRUE(ChangedAt(runs_, sequence_, 7).library);
}

TEST_F(EnvironmentChangeTest, FieldsThatVaryFromRunToRunAreNoChange) {
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    runs_[i].environment.context["host_names"] = "node" + std::to_string(i);
    runs_[i].environment.context["clock_error"] = i < 4 ? "1 us" : "2 us";
    runs_[i].environment.context["load_average"] = i < 4 ? "1" : "2";
    // Series that a slower library takes out of these lists.
    if (i < 4) {
      for (const char* field : {"times_too_short", "below_overhead", "needless_series"})
        runs_[i].environment.context[field] = "allreduce/bytes:8/ranks:2";
    }
  }
  EXPECT_THAT(ChangedAt(runs_, sequence_, 4).machine, IsEmpty());
  SetFrom(4, "governor", "powersave");
  EXPECT_THAT(ChangedAt(runs_, sequence_, 4).machine, ElementsAre("governor: (none) -> powersave"));
  // At the ends there are fewer neighbours.
  SetFrom(7, "governor", "performance");
  EXPECT_THAT(ChangedAt(runs_, sequence_, 7).machine, ElementsAre("governor: powersave -> performance"));
}

TEST(SizeRangesTest, SizesWithoutAGapAreDrawnTogether) {
  const std::vector<std::int64_t> all = {8, 64, 512, 4096, 32768};
  EXPECT_EQ(SizeRanges({}, all), "");
  EXPECT_EQ(SizeRanges({64}, all), "64 B");
  EXPECT_EQ(SizeRanges({64, 512, 4096}, all), "64 B to 4 KiB");
  EXPECT_EQ(SizeRanges({8, 512, 4096, 32768}, all), "8 B, 512 B to 32 KiB");
  EXPECT_EQ(SizeRanges({8, 512, 32768}, all), "8 B, 512 B, 32 KiB");
}

}  // namespace
}  // namespace mpigauge
