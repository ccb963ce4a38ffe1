#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

#include "baselines/store/database.h"
#include "baselines/store/store.h"
#include "baselines/store/testing.h"
#include "record/record_json.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

const std::string kSeries = "allreduce/bytes:8/ranks:2";

// From each kind of database to each.
class StoreCopyTest : public testing::TestWithParam<std::tuple<StoreKind, StoreKind>> {
 protected:
  StoreCopyTest()
      : from_(Store::Open(NewStoreName(std::get<0>(GetParam())), Store::Access::kWrite)),
        to_name_(NewStoreName(std::get<1>(GetParam()))),
        to_(Store::Open(to_name_, Store::Access::kWrite)) {
    for (const char* id : {"one", "two"}) {
      from_.runs().Add({id, "library " + std::string(id), "2026-01-01", RunStatus::kInterrupted, {{"ranks", 2}}});
      for (int i = 0; i < 2; ++i) from_.runs().AddLaunch(ExampleLaunch(id, i, {{kSeries, (1 + i) * 1e-6}}));
    }
    from_.baselines().Set("old", {"one"}, "");
    from_.baselines().Remove("old");
    from_.baselines().Set("release", {"one"}, "first");
    from_.baselines().Set("release", {"one", "two"}, "second");
    from_.baselines().Change("nightly", [](Baseline& one) {
      one.run_ids = {"two"};
      one.keep = 30;
    });
    from_.gates().Add({"g1", "2026-01-01T00:00:00Z", "two", "release", "fail", {{"x", 1}}});
    from_.gates().Forget("g1", "2026-01-03T00:00:00Z");
    from_.gates().AddCalibration({"c1", "2026-01-02T00:00:00Z", {{"equal_gates", 30}}});
    from_.runs().SetNetworkModel("two", {{"fits", {1, 2}}});
  }

  Store from_;
  std::string to_name_;
  Store to_;
};

Json AllOf(Store& store) {
  Json all = Json::array();
  for (const Run& run : store.runs().All()) {
    all.push_back({run.run_id, run.library, run.started_at, RunStatusName(run.status), run.plan});
    all.push_back(store.runs().NetworkModelOf(run.run_id).value_or(Json()));
    for (const LaunchRecord& launch : store.runs().Launches(run.run_id, LaunchDetail::kObservations)) {
      all.push_back(ToJson(launch, Json::object()));
    }
  }
  for (const Baseline& one : store.baselines().All()) {
    all.push_back({one.name, one.version, one.created_at, one.note, one.run_ids, one.keep});
  }
  for (const GateResult& gate : store.gates().Newest(100)) {
    all.push_back({gate.gate_id, gate.decided_at, gate.candidate_run_id, gate.baseline, gate.verdict, gate.comparison,
                   gate.forgotten_at});
  }
  for (const Calibration& one : store.gates().Calibrations(100)) {
    all.push_back({one.calibration_id, one.made_at, one.content});
  }
  return all;
}

TEST_P(StoreCopyTest, EverythingIsThereAndCopyingAgainAddsNothing) {
  const StoreUpkeep::Copied first = from_.upkeep().CopyTo(to_);
  EXPECT_EQ(first.runs, 2u);
  EXPECT_EQ(first.launches, 4u);
  EXPECT_EQ(first.baselines, 4u);
  EXPECT_EQ(first.gates, 1u);
  EXPECT_EQ(first.calibrations, 1u);
  EXPECT_EQ(first.network_models, 1u);
  EXPECT_EQ(AllOf(to_), AllOf(from_));
  EXPECT_FALSE(to_.baselines().Find("old").has_value());
  const StoreUpkeep::Copied second = from_.upkeep().CopyTo(to_);
  EXPECT_EQ(second.launches, 0u);
  EXPECT_EQ(second.launches_there, 4u);
  EXPECT_EQ(second.network_models, 0u);
  EXPECT_EQ(AllOf(to_), AllOf(from_));
  EXPECT_EQ(to_.baselines().Set("old", {"two"}, ""), 2);  // a removed one keeps its number
}

TEST_P(StoreCopyTest, BaselinesThatDifferAreNotMixed) {
  to_.runs().Add({"three", "x", "2026-01-01", RunStatus::kComplete, Json::object()});
  to_.baselines().Set("release", {"three"}, "");
  EXPECT_THAT(ErrorOf([&] { from_.upkeep().CopyTo(to_); }), HasSubstr("baseline 'release' version 1 differs"));
  EXPECT_EQ(to_.runs().All().size(), 1u);
}

// Kept medians name series by ids, which are others in another store.
TEST_P(StoreCopyTest, MediansAreDerivedAnew) {
  to_.runs().AddLaunch(ExampleLaunch("three", 0, {{"barrier/ranks:2", 5e-6}}));  // has the first id there
  from_.history().KeepMedians();
  from_.upkeep().CopyTo(to_);
  const std::int64_t id_there = to_.history().AllSeries().back().series_id;
  ASSERT_EQ(to_.history().AllSeries().back().description.name, kSeries);
  ASSERT_NE(from_.history().Medians("one").at(0).series_id, id_there);
  OpenDatabase(to_name_, true)->Execute("DELETE FROM results");  // looking back at a copy reads no launches
  const std::vector<SeriesMedian> medians = to_.history().Medians("one");
  ASSERT_EQ(medians.size(), 1u);
  EXPECT_EQ(medians[0].series_id, id_there);
  EXPECT_EQ(medians[0].launches, 2);
  EXPECT_DOUBLE_EQ(medians[0].median_seconds, 1.5e-6);
}

INSTANTIATE_TEST_SUITE_P(Kinds, StoreCopyTest,
                         testing::Combine(testing::ValuesIn(kStoreKinds), testing::ValuesIn(kStoreKinds)),
                         [](const auto& kinds) {
                           return StoreKindName(std::get<0>(kinds.param)) + "To" +
                                  StoreKindName(std::get<1>(kinds.param));
                         });

}  // namespace
}  // namespace mpigauge
