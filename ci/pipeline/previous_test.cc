// Versions that are compared one after another, on a host that is played: which one is the one before, and what becomes
// of the baseline.
#include "ci/pipeline/previous.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "base/json.h"
#include "ci/launch/fake_launches.h"
#include "ci/pipeline/steps.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kShape = "1x2";

// "openmpi-3" of "3": its identity is as long as a real one where it is cut.
std::string Identity(const std::string& version) { return version + std::string(12 - version.size(), '0'); }

Update UpdateOf(const std::string& version) {
  Update update;
  update.name = "openmpi";
  update.identity = Identity(version);
  update.found_at = "2026-01-01T00:00:0" + version + "Z";
  update.baseline = "openmpi";
  update.library.mpi = "/opt/openmpi-" + version;
  update.library.label = "openmpi 5.0." + version;
  update.bench = "/bin/true";
  return update;
}

std::string IdOf(const std::string& version) { return UpdateOf(version).Id(); }

class PreviousTest : public testing::Test {
 protected:
  PreviousTest()
      : path_(NewFolder()), store_(Store::Open(path_ / "store.sqlite", Store::Access::kWrite)), folder_(path_ / "ci") {
    host_.medians = {{"allreduce/bytes:8/ranks:2", 2e-6}};
    config_.against = Against::kPrevious;
    config_.keep = 1;
    config_.shapes.emplace_back();
  }

  static std::filesystem::path NewFolder() {
    std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "previous";
    std::filesystem::remove_all(path);
    std::filesystem::create_directories(path);
    return path;
  }

  // A version that a pipeline has measured, with this verdict; returns its run.
  std::string Measured(const std::string& version, const std::string& verdict) {
    Update update = UpdateOf(version);
    update.state = "done";
    ShapeState& shape = update.shapes.emplace_back();
    shape.name = kShape;
    shape.plan.library = update.library;
    shape.baseline = update.baseline;
    const auto launches = host_.Make()({shape.plan}, "screen");
    launches->Launch(2, {}, std::nullopt);
    shape.run_id = launches->Runs()[0].run_id;
    shape.verdict = verdict;
    folder_.Write(update);
    return shape.run_id;
  }

  PipelineTools Tools() { return {config_, folder_, store_, progress_}; }

  // The shape of a version behind these, as the pipeline draws it up.
  ShapeState DrawnUp(const std::string& version, const std::vector<std::string>& before) {
    Update update = UpdateOf(version);
    for (const std::string& one : before) update.before.push_back(IdOf(one));
    BuildStep(Tools(), update);
    return update.shapes.at(0);
  }

  std::filesystem::path path_;
  Store store_;
  StateFolder folder_;
  FakeHost host_{store_};
  PipelineConfig config_;
  std::ostringstream progress_;
};

TEST_F(PreviousTest, AVersionIsComparedWithTheOneBeforeItWhateverTheVerdictOfThat) {
  Measured("1", "baseline");
  const std::string second = Measured("2", "fail");
  const ShapeState shape = DrawnUp("3", {"2", "1"});
  EXPECT_EQ(shape.previous_run, second);
  EXPECT_EQ(shape.previous, "openmpi 5.0.2");
  EXPECT_FALSE(shape.first);
}

TEST_F(PreviousTest, OneThatCouldNotBeMeasuredIsPassedOver) {
  const std::string first = Measured("1", "pass");
  host_.libraries["openmpi 5.0.2"].statuses = {LaunchStatus::kCrashed, LaunchStatus::kCrashed};
  Measured("2", "fail");
  Update given_up = UpdateOf("3");
  given_up.state = "given up";
  folder_.Write(given_up);
  EXPECT_EQ(DrawnUp("4", {"3", "2", "1"}).previous_run, first);
}

TEST_F(PreviousTest, FirstUpdateBeginsTheBaselineOrIsComparedWithIt) {
  EXPECT_TRUE(DrawnUp("1", {}).first);
  EXPECT_TRUE(DrawnUp("2", {"1"}).first);  // that was forgotten
  const std::string run = Measured("3", "pass");
  store_.baselines().Set("openmpi", {run}, "by hand");
  const ShapeState shape = DrawnUp("4", {});
  EXPECT_FALSE(shape.first);
  EXPECT_EQ(shape.previous_run, "");
}

TEST_F(PreviousTest, WithoutTheSettingTheBaselineIsWhatCounts) {
  Measured("1", "pass");
  config_.against = Against::kBaseline;
  EXPECT_EQ(DrawnUp("2", {"1"}).previous_run, "");
}

// A killed pipeline reads it back, and compares with the same run though another was measured since.
TEST_F(PreviousTest, ComparedRunIsKeptWithTheUpdate) {
  Update update = UpdateOf("3");
  update.before = {IdOf("2")};
  Measured("2", "pass");
  BuildStep(Tools(), update);
  const Update again = UpdateFromJson(ToJson(update), "update");
  EXPECT_EQ(again.before, update.before);
  EXPECT_EQ(again.shapes.at(0).previous_run, update.shapes[0].previous_run);
  EXPECT_EQ(again.shapes.at(0).previous, "openmpi 5.0.2");
}

TEST_F(PreviousTest, ADryRunCountsVersionsThatWillBeMeasuredBefore) {
  Measured("1", "pass");
  Update update = UpdateOf("3");
  update.before = {IdOf("2"), IdOf("1")};
  config_.store = (path_ / "store.sqlite").string();
  DrawUpShapes(config_, folder_, {UpdateOf("2")}, update);
  EXPECT_EQ(update.shapes.at(0).previous, "openmpi 5.0.2");
  EXPECT_FALSE(update.shapes[0].first);
}

TEST_F(PreviousTest, TheBaselineMovesOnWithEachVersionAlsoWithOneThatFailed) {
  const std::string first = Measured("1", "baseline");
  EXPECT_THAT(MoveOn(store_, "openmpi", 1, first), HasSubstr("moved on: baseline openmpi, version 1: 1 run"));
  store_.runs().Add({"later", "openmpi 5.0.2", "2026-02-01T00:00:00Z", RunStatus::kComplete, Json::object()});
  for (LaunchRecord launch : store_.runs().Launches(first, LaunchDetail::kObservations)) {
    launch.run_id = "later";
    launch.launch_id = "later-" + std::to_string(launch.launch_index);
    store_.runs().AddLaunch(launch);
  }
  Update failed = UpdateOf("2");
  ShapeState& shape = failed.shapes.emplace_back();
  shape.baseline = "openmpi";
  shape.verdict = "fail";
  shape.run_id = "later";
  PromoteStep(Tools(), failed);
  EXPECT_THAT(store_.baselines().Find("openmpi")->run_ids, ElementsAre("later"));
  PromoteStep(Tools(), failed);  // it was killed before its state was written
  EXPECT_EQ(store_.baselines().Find("openmpi")->version, 2);
  EXPECT_THAT(failed.notes,
              ElementsAre(HasSubstr("moved on: baseline openmpi, version 2"), HasSubstr("moved on before")));
}

TEST_F(PreviousTest, APinnedBaselineStays) {
  const std::string first = Measured("1", "pass");
  store_.baselines().Set("openmpi", {first}, "by hand");
  EXPECT_THAT(MoveOn(store_, "openmpi", 1, Measured("2", "pass")), HasSubstr("pinned"));
  EXPECT_THAT(store_.baselines().Find("openmpi")->run_ids, ElementsAre(first));
}

class VersionsBeforeTest : public testing::Test {
 protected:
  void Add(const LibrarySource& source, const std::string& version) {
    present_.push_back({&source, UpdateOf(version)});
    present_.back().update.name = source.name;
  }

  std::vector<std::string> Before(const PresentLibrary& library, const std::vector<Update>& known) const {
    return VersionsBefore(present_, library.update.Id(), known);
  }

  static LibrarySource Source() {
    LibrarySource source;
    source.name = "openmpi";
    return source;
  }

  LibrarySource source_ = Source();
  std::vector<PresentLibrary> present_;
};

TEST_F(VersionsBeforeTest, TheListSaysTheOrderAndTheDateDoesNot) {
  for (const char* version : {"3", "1", "2"}) Add(source_, version);
  EXPECT_THAT(Before(present_[0], {}), IsEmpty());
  EXPECT_THAT(Before(present_[2], {UpdateOf("1"), UpdateOf("3")}), ElementsAre(IdOf("1"), IdOf("3")));
}

TEST_F(VersionsBeforeTest, OnesOfAnotherBaselineAreNotBeforeIt) {
  Add(source_, "1");
  Add(source_, "2");
  Add(source_, "3");
  present_[1].update.baseline = "mpich";
  EXPECT_THAT(Before(present_[2], {}), ElementsAre(IdOf("1")));
}

TEST_F(VersionsBeforeTest, ReplacedVersionComesFirst) {
  Add(source_, "1");
  Add(source_, "3");
  Update replaced = UpdateOf("2");
  replaced.library.mpi = present_[1].update.library.mpi;
  EXPECT_THAT(Before(present_[1], {UpdateOf("1"), replaced}), ElementsAre(IdOf("2"), IdOf("1")));
}

TEST_F(VersionsBeforeTest, ACommitReplacesTheOneBeforeThoughItLiesInAnotherFolder) {
  LibrarySource repository = Source();
  repository.git = "https://example.org/openmpi.git";
  Add(source_, "1");
  Add(repository, "3");
  EXPECT_THAT(Before(present_[1], {UpdateOf("1"), UpdateOf("2")}), ElementsAre(IdOf("2"), IdOf("1")));
}

TEST_F(VersionsBeforeTest, RemovedVersionsComeLast) {
  Add(source_, "3");
  EXPECT_THAT(Before(present_[0], {UpdateOf("1"), UpdateOf("2"), UpdateOf("3")}), ElementsAre(IdOf("2"), IdOf("1")));
}

}  // namespace
}  // namespace mpigauge
