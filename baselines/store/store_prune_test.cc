#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "baselines/store/store_fixture.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class StorePruneTest : public StoreTest {};

TEST_P(StorePruneTest, ADeletedRunIsGoneWithAllThatIsOfIt) {
  AddRun("one", "2026-01-01", {1e-6, 2e-6});
  AddRun("two", "2026-01-02", {1e-6});
  AddRun("gone", "2026-01-03", {1e-6});
  store_->history().KeepMedians();
  store_->runs().SetNetworkModel("gone", {{"version", 1}});
  store_->baselines().Set("old", {"gone"}, "");
  store_->baselines().Remove("old");
  GateResult gate;
  gate.gate_id = "gate";
  gate.decided_at = "2026-01-03T00:00:00Z";
  gate.candidate_run_id = "gone";
  gate.comparison = Json::object();
  store_->gates().Add(gate);
  EXPECT_EQ(store_->upkeep().RunSizes().at("one").launches, 2);
  EXPECT_EQ(store_->upkeep().RunSizes().at("one").results, 2);
  EXPECT_EQ(store_->upkeep().RunSizes().at("one").bytes, 2 * store_->upkeep().RunSizes().at("two").bytes);
  EXPECT_EQ(store_->upkeep().GatesOfRuns().at("gone"), 1);
  store_->upkeep().DeleteRun("gone");
  store_->upkeep().GiveRoomBack();
  EXPECT_EQ(store_->runs().All().size(), 2u);
  EXPECT_FALSE(store_->upkeep().RunSizes().contains("gone"));
  EXPECT_THAT(store_->gates().Newest(10), IsEmpty());
  EXPECT_FALSE(store_->runs().NetworkModelOf("gone").has_value());
  EXPECT_THAT(store_->upkeep().Check().damages, IsEmpty());
  EXPECT_EQ(store_->history().Points(kSeries).size(), 2u);
  AddRun("gone", "2026-01-04", {1e-6});  // as if it had never been there
  EXPECT_EQ(store_->upkeep().RunSizes().at("gone").launches, 1);
}

TEST_P(StorePruneTest, RunsOfBaselinesAndThoseThatAreMeasuredCannotBeDeleted) {
  AddRun("one", "2026-01-01", {1e-6});
  AddRun("two", "2026-01-02", {1e-6});
  store_->baselines().Set("release", {"one"}, "");
  store_->baselines().Set("release", {"two"}, "");  // older versions are baselines, too
  EXPECT_THAT(ErrorOf([&] { store_->upkeep().DeleteRun("one"); }), HasSubstr("is of the baseline release"));
  store_->runs().Add({"now", "library", "2026-01-03", RunStatus::kRunning, Json::object()});
  EXPECT_THAT(ErrorOf([&] { store_->upkeep().DeleteRun("now"); }), HasSubstr("is measured now"));
  EXPECT_EQ(store_->runs().All().size(), 3u);
}

TEST_P(StorePruneTest, ObservationsGoAndWhatIsMadeOfThemStays) {
  AddRun("one", "2026-01-01", {1e-6, 2e-6});
  AddRun("two", "2026-01-02", {1e-6});
  const auto of_one = [&](LaunchDetail detail) { return store_->runs().Launches("one", detail).at(1).series.at(0); };
  const SeriesRecord before = of_one(LaunchDetail::kObservations);
  EXPECT_FALSE(before.LacksObservations());
  const auto medians = store_->history().Medians("one");
  const auto history = store_->history().Points(kSeries);
  store_->upkeep().RemoveObservations("one");
  store_->upkeep().GiveRoomBack();
  EXPECT_THAT(store_->upkeep().Check().damages, IsEmpty());
  EXPECT_EQ(store_->upkeep().RunSizes().at("one").bytes, 0);
  EXPECT_EQ(store_->upkeep().RunSizes().at("one").results, 2);
  EXPECT_GT(store_->upkeep().RunSizes().at("two").bytes, 0);
  EXPECT_EQ(store_->history().Medians("one"), medians);
  EXPECT_EQ(store_->history().Points(kSeries).at(0).medians_seconds, history.at(0).medians_seconds);
  const SeriesRecord after = of_one(LaunchDetail::kObservations);
  EXPECT_TRUE(after.LacksObservations());
  EXPECT_EQ(after.summary.count, before.summary.count);
  EXPECT_EQ(after.summary.median, before.summary.median);
  EXPECT_EQ(after.summary.p99, before.summary.p99);
  EXPECT_EQ(after.local_summary.median, before.local_summary.median);
  EXPECT_EQ(after.Late(), before.Late());
  EXPECT_EQ(after.Counters(), before.Counters());
  ASSERT_EQ(after.passes.size(), before.passes.size());
  EXPECT_EQ(after.passes.back().references, before.passes.back().references);
  EXPECT_TRUE(of_one(LaunchDetail::kClasses).classes.empty());
  EXPECT_FALSE(store_->runs().Launches("two", LaunchDetail::kClasses).at(0).series.at(0).classes.empty());
  store_->upkeep().RemoveObservations("one");  // again: nothing is left to remove
  EXPECT_FALSE(
      store_->runs().AddLaunch(ExampleLaunch("one", 1, {{kSeries, 2e-6}})));  // it is there, without observations
}

TEST_P(StorePruneTest, ARunWithoutObservationsIsCopied) {
  AddRun("one", "2026-01-01", {1e-6, 2e-6});
  store_->upkeep().RemoveObservations("one");
  Store copy = Store::Open(NewStoreName(GetParam()), Store::Access::kWrite);
  EXPECT_EQ(store_->upkeep().CopyTo(copy).launches, 2u);
  EXPECT_EQ(store_->upkeep().CopyTo(copy).launches_there, 2u);
  EXPECT_THAT(copy.upkeep().Check().damages, IsEmpty());
  EXPECT_EQ(copy.upkeep().RunSizes().at("one").bytes, 0);
  EXPECT_EQ(copy.history().Points(kSeries).at(0).medians_seconds,
            store_->history().Points(kSeries).at(0).medians_seconds);
  EXPECT_TRUE(copy.runs().Launches("one", LaunchDetail::kObservations).at(0).series.at(0).LacksObservations());
}

// A new checksum must not bless damaged rows, and nobody removed observations that a disk lost.
TEST_P(StorePruneTest, RemovingObservationsHidesNoDamage) {
  AddRun("one", "2026-01-01", {1e-6});
  AddRun("two", "2026-01-02", {1e-6});
  OpenDatabase(name_, true)->Execute("UPDATE results SET reference_seconds = '[]' WHERE launch_id = 'one-0'");
  EXPECT_THAT(ErrorOf([&] { store_->upkeep().RemoveObservations("one"); }),
              HasSubstr("of launch one-0: is not as it was"));
  OpenDatabase(name_, true)->Execute("UPDATE results SET passes = $1 WHERE launch_id = 'two-0'", {Blob()});
  EXPECT_THAT(ErrorOf([&] { store_->runs().Launches("two", LaunchDetail::kObservations); }), HasSubstr("launch two-0"));
}

TEST_P(StorePruneTest, RunsOfBaselinesKeepTheirObservations) {
  AddRun("one", "2026-01-01", {1e-6});
  store_->baselines().Set("release", {"one"}, "");
  EXPECT_THAT(ErrorOf([&] { store_->upkeep().RemoveObservations("one"); }), HasSubstr("is of the baseline release"));
  EXPECT_GT(store_->upkeep().RunSizes().at("one").bytes, 0);
}

INSTANTIATE_TEST_SUITE_P(Kinds, StorePruneTest, testing::ValuesIn(kStoreKinds),
                         [](const auto& kind) { return StoreKindName(kind.param); });

}  // namespace
}  // namespace mpigauge
