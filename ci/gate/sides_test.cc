#include "ci/gate/sides.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "record/record_json.h"
#include "record/testing.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class SidesTest : public testing::Test {
 protected:
  SidesTest() : folder_(std::filesystem::path(testing::TempDir()) / "sides"), store_(MakeStore()) {}

  Store MakeStore() {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "records");
    return Store::Open((folder_ / "store.sqlite").string(), Store::Access::kWrite);
  }

  std::string ErrorOf(const std::string& reference) {
    return mpigauge::ErrorOf([&] { FindSide(store_, reference); });
  }

  std::filesystem::path folder_;
  Store store_;
};

TEST_F(SidesTest, BaselinesRunsFilesAndFolders) {
  for (int i = 0; i < 3; ++i) {
    const LaunchRecord launch = ExampleLaunch("run-1", i, {{"barrier", 1e-6}});
    store_.runs().AddLaunch(launch);
    WriteFileAtomically(folder_ / "records" / (std::to_string(i) + ".json"), JsonText(ToJson(launch, {})));
  }
  store_.runs().AddLaunch(ExampleLaunch("run-2", 0, {{"barrier", 1e-6}}));
  store_.baselines().Set("release", {"run-1", "run-2"}, "");
  EXPECT_THAT(FindSide(store_, "release").launches, SizeIs(4));
  EXPECT_THAT(FindSide(store_, "run-1").launches, SizeIs(3));
  EXPECT_THAT(FindSide(store_, (folder_ / "records").string()).launches, SizeIs(3));
  EXPECT_THAT(FindSide(store_, (folder_ / "records" / "1.json").string()).launches, SizeIs(1));
}

// Works in the test's folder, in which it makes folders of records by these names.
class InFolderTest : public SidesTest {
 protected:
  InFolderTest() : before_(std::filesystem::current_path()) { std::filesystem::current_path(folder_); }
  InFolderTest(const InFolderTest&) = delete;
  InFolderTest& operator=(const InFolderTest&) = delete;
  ~InFolderTest() override { std::filesystem::current_path(before_); }

  // Two launches; the runs of the store have one.
  void MakeRecords(const std::string& name) {
    std::filesystem::create_directories(folder_ / name);
    for (int i = 0; i < 2; ++i) {
      const LaunchRecord launch = ExampleLaunch("elsewhere", i, {{"barrier", 1e-6}});
      WriteFileAtomically(folder_ / name / (std::to_string(i) + ".json"), JsonText(ToJson(launch, {})));
    }
  }

  std::size_t LaunchesOf(const std::string& reference) { return FindSide(store_, reference).launches.size(); }

 private:
  std::filesystem::path before_;
};

// A folder `latest` once made `compare release latest` compare the folder, without a word.
TEST_F(InFolderTest, FilesAreMeantWhereTheStoreKnowsNothingOfTheName) {
  store_.runs().AddLaunch(ExampleLaunch("3f2a77c1-run", 0, {{"barrier", 1e-6}}));
  store_.runs().SetTag("update", "3f2a77c1-run");
  store_.baselines().Set("release", {"3f2a77c1-run"}, "");
  for (const char* name : {"latest", "latest~0", "update", "release", "3f2a77c1-run"}) {
    MakeRecords(name);
    EXPECT_EQ(LaunchesOf(name), 1u) << name;
    EXPECT_FALSE(MeansFiles(store_, name)) << name;
    EXPECT_EQ(LaunchesOf(std::string("./") + name), 2u) << name;
    EXPECT_TRUE(MeansFiles(store_, std::string("./") + name)) << name;
  }
  MakeRecords("records");
  EXPECT_EQ(LaunchesOf("records"), 2u);
}

TEST_F(InFolderTest, AmbiguousNameOfARunOrAFolderIsRefused) {
  store_.runs().AddLaunch(ExampleLaunch("3f2a77c1-run", 0, {{"barrier", 1e-6}}));
  EXPECT_EQ(LaunchesOf("3f2a"), 1u);
  MakeRecords("3f2a");
  EXPECT_THAT(ErrorOf("3f2a"), testing::AllOf(HasSubstr("'3f2a' is the beginning of run 3f2a77c1-run, and a file"),
                                              HasSubstr("write ./3f2a for that")));
  EXPECT_EQ(LaunchesOf("./3f2a"), 2u);
  EXPECT_EQ(LaunchesOf("3f2a77"), 1u);
}

TEST_F(SidesTest, OnlyCompleteLaunchesCount) {
  LaunchRecord crashed = ExampleLaunch("run", 0, {{"barrier", 1e-6}});
  crashed.status = LaunchStatus::kCrashed;
  store_.runs().AddLaunch(crashed);
  EXPECT_THAT(ErrorOf("run"), HasSubstr("has no complete launch (of 1)"));
  store_.runs().AddLaunch(ExampleLaunch("run", 1, {{"barrier", 1e-6}}));
  EXPECT_THAT(FindSide(store_, "run").launches, SizeIs(1));
}

// SKaMPI 3.3 [SK12].
TEST_F(SidesTest, MeasurementsBeforeACrashAreTakenWhereAllowed) {
  LaunchRecord crashed = ExampleLaunch("run", 0, {{"barrier", 1e-6}});
  crashed.status = LaunchStatus::kCrashed;
  store_.runs().AddLaunch(crashed);
  LaunchRecord failed = ExampleLaunch("run", 1, {});
  failed.status = LaunchStatus::kFailed;
  store_.runs().AddLaunch(failed);
  const Side side = FindSide(store_, "run", LaunchDetail::kSummaries, Unfinished::kTake);
  EXPECT_TRUE(side.unfinished);
  EXPECT_THAT(side.label, HasSubstr("(unfinished)"));
  ASSERT_THAT(side.launches, SizeIs(1));
  EXPECT_EQ(side.launches[0].series[0].name, "barrier");
  EXPECT_THAT(side.lost, SizeIs(1));
  // One that finished is enough: the others are lost then, as always.
  store_.runs().AddLaunch(ExampleLaunch("run", 2, {{"barrier", 1e-6}}));
  const Side whole = FindSide(store_, "run", LaunchDetail::kSummaries, Unfinished::kTake);
  EXPECT_FALSE(whole.unfinished);
  EXPECT_THAT(whole.launches, SizeIs(1));
  EXPECT_THAT(whole.lost, SizeIs(2));
}

TEST_F(SidesTest, TheComparablePartIsOfTheCandidatesEnvironmentAndCases) {
  const auto launch = [](const std::string& run, const std::string& ranks, int version) {
    LaunchRecord record = ExampleLaunch(run, 0, {{"barrier", 1e-6}, {"scan", 1e-6}});
    record.environment.key["ranks"] = ranks;
    record.series[0].case_version = version;
    return record;
  };
  const Side baseline{"b", {launch("old", "2", 1), launch("new", "2", 2), launch("big", "4", 2)}};
  const Side part = ComparablePart(baseline, {"c", {launch("candidate", "2", 2)}}, {});
  ASSERT_THAT(part.launches, SizeIs(2));
  ASSERT_THAT(part.launches[0].series, SizeIs(1));  // its barrier is of another version
  EXPECT_EQ(part.launches[0].series[0].name, "scan");
  EXPECT_THAT(part.launches[1].series, SizeIs(2));
}

TEST_F(SidesTest, MissingBaselinesRunsAndRecordsAreNamed) {
  EXPECT_THAT(ErrorOf("nothing"), HasSubstr("no baseline, run or file 'nothing'; there is no baseline yet"));
  EXPECT_THAT(ErrorOf((folder_ / "records").string()), HasSubstr("holds no launch records"));
  WriteFileAtomically(folder_ / "records" / "x.json", "{\"mpigauge\": {");
  EXPECT_THAT(ErrorOf((folder_ / "records").string()), HasSubstr("x.json: parse error"));
}

TEST(Losses, TheStoreKnowsWhatBecameOfLaunches) {
  const std::string path = testing::TempDir() + "/losses.sqlite";
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
  Store store = Store::Open(path, Store::Access::kWrite);
  int index = 0;
  for (const LaunchStatus status : {LaunchStatus::kComplete, LaunchStatus::kCrashed, LaunchStatus::kHung,
                                    LaunchStatus::kInterrupted, LaunchStatus::kComplete}) {
    LaunchRecord launch = ExampleLaunch("run", index++, {{"barrier/ranks:2", 1e-6}});
    launch.status = status;
    store.runs().AddLaunch(launch);
  }
  const Losses losses = LossesOf(store, {"run"}, "candidate");
  EXPECT_THAT(losses.texts, testing::ElementsAre(HasSubstr("launch 2 of the candidate: crashed"),
                                                 HasSubstr("launch 3 of the candidate: hung")));
  EXPECT_EQ(losses.lost, 2);
  EXPECT_EQ(losses.launches, 4);
}

// One that never began counts, unless it was made again and finished.
TEST(Losses, ALaunchThatNeverBeganIsLostUntilItIsMadeAgain) {
  const std::string path = testing::TempDir() + "/made_again.sqlite";
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
  Store store = Store::Open(path, Store::Access::kWrite);
  LaunchRecord head = ExampleLaunch("run", 0, {});
  head.launch_id = "head";
  head.status = LaunchStatus::kFailed;
  head.environment = Environment();
  store.runs().AddLaunch(head);
  EXPECT_EQ(LossesOf(store, {"run"}, "candidate").lost, 1);
  store.runs().AddLaunch(ExampleLaunch("run", 0, {{"barrier/ranks:2", 1e-6}}));
  EXPECT_EQ(LossesOf(store, {"run"}, "candidate").lost, 0);
  EXPECT_EQ(LossesOf(store, {"run"}, "candidate").launches, 1);
}

TEST(BeganToMeasure, OneLaunchOfWhichAnythingIsKnownIsEnough) {
  struct Row {
    LaunchStatus status;
    bool has_environment;
    bool began;
    std::size_t lost;
  };
  const Row rows[] = {{LaunchStatus::kComplete, true, true, 0},     {LaunchStatus::kCrashed, true, true, 1},
                      {LaunchStatus::kHung, true, true, 1},         {LaunchStatus::kFailed, false, false, 1},
                      {LaunchStatus::kInterrupted, true, false, 0}, {LaunchStatus::kCrashed, false, false, 1}};
  for (const Row& row : rows) {
    LaunchRecord launch = ExampleLaunch("run", 0, {{"barrier", 1e-6}});
    launch.status = row.status;
    if (!row.has_environment) launch.environment = Environment();
    Side side{"side", {}};
    (row.status == LaunchStatus::kComplete ? side.launches : side.lost).push_back(launch);
    EXPECT_EQ(BeganToMeasure(side), row.began) << &row - rows;
    EXPECT_EQ(CountLost(side), row.lost) << &row - rows;
  }
  EXPECT_FALSE(BeganToMeasure({"side", {}}));
}

}  // namespace
}  // namespace mpigauge
