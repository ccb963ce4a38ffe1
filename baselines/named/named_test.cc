#include "baselines/named/named.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "base/error.h"
#include "baselines/named/stored_side.h"
#include "baselines/store/testing.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(BaselineName, NamesOfRunsAreRefused) {
  for (const char* name : {"latest", "latest~2", "3f2a", "a327adea-094e", "a327adea-094e-46dd-956c-f32e8550588e", "",
                           "a\nb", "a\x1b[31m"}) {
    EXPECT_THROW(CheckBaselineName(name, "name"), Error) << name;
  }
  for (const char* name : {"release", "latest-release", "5.0.7", "v5", "20261120", "beef", "a327adea-x",
                           "a327adea-094e-46dd-956c-f32e8550588e-5", "ompi-5.0.7/2x16"}) {
    EXPECT_NO_THROW(CheckBaselineName(name, "name")) << name;
  }
}

TEST(BaselineName, ARunOfTheStoreIsNotHidden) {
  Store store = Store::Open(NewStoreName(StoreKind::kSqlite), Store::Access::kWrite);
  store.runs().Add({"nightly-1", "library", "2026-01-01", RunStatus::kComplete, Json::object()});
  EXPECT_THROW(CheckBaselineName(store, "nightly"), Error);
  EXPECT_NO_THROW(CheckBaselineName(store, "nightlies"));
  store.baselines().Set("nightly", {"nightly-1"}, "");  // by whoever was first
  EXPECT_NO_THROW(CheckBaselineName(store, "nightly"));
}

TEST(BaselineName, ATagOfTheStoreIsNotHidden) {
  Store store = Store::Open(NewStoreName(StoreKind::kSqlite), Store::Access::kWrite);
  store.runs().Add({"run-1", "library", "2026-01-01", RunStatus::kComplete, Json::object()});
  store.runs().SetTag("update", "run-1");
  EXPECT_THAT(ErrorOf([&] { CheckBaselineName(store, "update"); }), HasSubstr("'update' is the tag of run run-1"));
  store.baselines().Set("update", {"run-1"}, "");  // by whoever was first
  EXPECT_NO_THROW(CheckBaselineName(store, "update"));
}

class NamedTest : public testing::TestWithParam<StoreKind> {
 protected:
  NamedTest() : store_(Store::Open(NewStoreName(GetParam()), Store::Access::kWrite)) {}

  // On day `day` of January, with so many ranks.
  void AddRun(const std::string& id, int day, const std::string& ranks = "2",
              LaunchStatus status = LaunchStatus::kComplete, const std::optional<Fault>& fault = std::nullopt) {
    store_.runs().Add({id, "library " + id, "2026-01-0" + std::to_string(day), RunStatus::kComplete, Json::object()});
    LaunchRecord launch = ExampleLaunch(id, 0, {{"barrier", 1e-6}});
    launch.environment.key["ranks"] = ranks;
    launch.status = status;
    launch.series[0].fault = fault;
    store_.runs().AddLaunch(launch);
  }

  std::vector<std::string> RunsOf(const std::string& name) { return store_.baselines().Find(name)->run_ids; }

  Store store_;
};

TEST_P(NamedTest, ARollingBaselineKeepsTheNewestOfEachEnvironment) {
  for (int i = 1; i <= 4; ++i) AddRun("two-" + std::to_string(i), i);
  AddRun("four-1", 1, "4");
  EXPECT_EQ(Roll(store_, "nightly", 0, {"two-1", "four-1"}, "").keep, 30);
  EXPECT_EQ(Roll(store_, "nightly", 2, {}, "").keep, 2);
  EXPECT_THAT(Promote(store_, "nightly", "two-3").baseline.run_ids, ElementsAre("four-1", "two-1", "two-3"));
  const Promotion last = Promote(store_, "nightly", "two-4");
  EXPECT_TRUE(last.added);
  EXPECT_EQ(last.baseline.version, 4);
  EXPECT_THAT(RunsOf("nightly"), ElementsAre("four-1", "two-3", "two-4"));  // the one of 4 ranks is not driven out
  EXPECT_EQ(Roll(store_, "nightly", 0, {}, "").keep, 2);
}

TEST_P(NamedTest, NewestRunsStayWhereMoreThanTheLimitAreAdded) {
  for (int i = 1; i <= 4; ++i) AddRun("two-" + std::to_string(i), i);
  Roll(store_, "nightly", 2, {"two-3", "two-1", "two-2"}, "");
  EXPECT_THAT(RunsOf("nightly"), ElementsAre("two-2", "two-3"));
  Roll(store_, "nightly", 1, {}, "");
  EXPECT_THAT(RunsOf("nightly"), ElementsAre("two-3"));
}

TEST_P(NamedTest, ARunIsPromotedOnce) {
  AddRun("one", 1);
  Roll(store_, "nightly", 5, {"one"}, "");
  const Promotion again = Promote(store_, "nightly", "one");
  EXPECT_FALSE(again.added);
  EXPECT_EQ(again.baseline.version, 1);
  EXPECT_EQ(store_.baselines().Find("nightly")->version, 1);
}

TEST_P(NamedTest, ARunOfAnotherEnvironmentIsNotPromoted) {
  AddRun("two", 1);
  AddRun("four", 2, "4");
  Roll(store_, "nightly", 5, {"two"}, "");
  EXPECT_THAT(ErrorOf([&] { Promote(store_, "nightly", "four"); }),
              AllOf(HasSubstr("it differs in: ranks '2' and '4'"), HasSubstr("mpigauge baseline roll nightly four")));
  EXPECT_EQ(store_.baselines().Find("nightly")->version, 1);
  Roll(store_, "nightly", 0, {"four"}, "");
  AddRun("four-more", 3, "4");
  EXPECT_TRUE(Promote(store_, "nightly", "four-more").added);
}

TEST_P(NamedTest, RefusedPromotionsNameTheReason) {
  for (int i = 1; i <= 3; ++i) AddRun("run-" + std::to_string(i), i);
  AddRun("crashed", 4, "2", LaunchStatus::kCrashed);
  Roll(store_, "nightly", 2, {"run-2", "run-3"}, "");
  EXPECT_THAT(ErrorOf([&] { Promote(store_, "nightly", "run-1"); }), HasSubstr("older than the 2 runs that baseline"));
  EXPECT_THAT(ErrorOf([&] { Promote(store_, "nightly", "crashed"); }), HasSubstr("has no complete launch"));
  EXPECT_THAT(ErrorOf([&] { Roll(store_, "nightly", 0, {"crashed"}, ""); }), HasSubstr("has no complete launch"));
  EXPECT_THAT(ErrorOf([&] { Roll(store_, "empty", 0, {}, ""); }), HasSubstr("it holds no run yet"));
  EXPECT_THAT(ErrorOf([&] { Promote(store_, "nothing", "run-1"); }), HasSubstr("no baseline 'nothing'"));
  Pin(store_, "release", {"run-1"}, "");
  EXPECT_THAT(ErrorOf([&] { Promote(store_, "release", "run-2"); }), HasSubstr("baseline 'release' is pinned"));
  EXPECT_EQ(store_.baselines().Find("nightly")->version, 1);
}

// Such a run once became a baseline without a word.
TEST_P(NamedTest, ARunWithWrongDataIsInNoBaseline) {
  AddRun("well", 1);
  AddRun("wrong", 2, "2", LaunchStatus::kComplete, Fault{FaultKind::kWrongData, 1, "element 3 is 0, should be 7"});
  Roll(store_, "nightly", 5, {"well"}, "");
  const auto refused =
      AllOf(HasSubstr("run wrong computed wrong data, so it cannot be a baseline: barrier: wrong data in "
                      "1 of 1 launches (rank 1: element 3 is 0, should be 7)"),
            HasSubstr("--filter='-^(barrier)/'"));
  EXPECT_THAT(ErrorOf([&] { Pin(store_, "release", {"well", "wrong"}, ""); }), refused);
  EXPECT_THAT(ErrorOf([&] { Roll(store_, "nightly", 0, {"wrong"}, ""); }), refused);
  EXPECT_THAT(ErrorOf([&] { Promote(store_, "nightly", "wrong"); }), refused);
  EXPECT_FALSE(store_.baselines().Find("release").has_value());
  EXPECT_THAT(RunsOf("nightly"), ElementsAre("well"));
}

TEST_P(NamedTest, ARunWithErrorsMayBeABaseline) {
  AddRun("errors", 1, "2", LaunchStatus::kComplete, Fault{FaultKind::kError, 0, "no memory"});
  EXPECT_NO_THROW(Pin(store_, "release", {"errors"}, ""));
}

TEST_P(NamedTest, PinningLeavesOtherEnvironmentsAsTheyAre) {
  AddRun("two-old", 1);
  AddRun("four", 2, "4");
  AddRun("two-new", 3);
  Roll(store_, "release", 9, {"two-old", "four"}, "");
  const Baseline pinned = Pin(store_, "release", {"two-new"}, "as shipped");
  EXPECT_THAT(RunsOf("release"), ElementsAre("four", "two-new"));
  EXPECT_EQ(pinned.keep, 0);
  EXPECT_EQ(pinned.note, "as shipped");
}

TEST_P(NamedTest, TheNearestHasTheFewestDifferences) {
  const EnvironmentKey wanted = ExampleLaunch("x", 0, {}).environment.key;
  EXPECT_FALSE(FindNearest(store_, wanted, "").has_value());
  AddRun("far", 5, "4");
  EXPECT_EQ(FindNearest(store_, wanted, "")->name, "far");
  EXPECT_EQ(FindNearest(store_, wanted, "")->differences.at(0).field, "ranks");
  AddRun("near", 1);
  AddRun("newer", 2);
  AddRun("candidate", 3);
  EXPECT_EQ(FindNearest(store_, wanted, "candidate")->name, "newer");
  EXPECT_THAT(FindNearest(store_, wanted, "candidate")->differences, IsEmpty());
  Pin(store_, "release", {"near"}, "");  // what was accepted is taken before what was merely measured
  EXPECT_EQ(FindNearest(store_, wanted, "candidate")->name, "release");
  EXPECT_TRUE(FindNearest(store_, wanted, "candidate")->is_baseline);
  Pin(store_, "big", {"far"}, "");
  EXPECT_EQ(FindNearest(store_, wanted, "candidate")->name, "release");
  EnvironmentKey other = wanted;
  other["ranks"] = "8";
  EXPECT_EQ(FindNearest(store_, other, "")->name, "far");  // one of its runs: a baseline may hold others too
  EXPECT_FALSE(FindNearest(store_, other, "")->is_baseline);
}

INSTANTIATE_TEST_SUITE_P(Kinds, NamedTest, testing::ValuesIn(kStoreKinds),
                         [](const auto& kind) { return StoreKindName(kind.param); });

}  // namespace
}  // namespace mpigauge
