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
  store_->KeepMedians();
  store_->SetNetworkModel("gone", {{"version", 1}});
  store_->SetBaseline("old", {"gone"}, "");
  store_->RemoveBaseline("old");
  GateResult gate;
  gate.gate_id = "gate";
  gate.decided_at = "2026-01-03T00:00:00Z";
  gate.candidate_run_id = "gone";
  gate.comparison = Json::object();
  store_->AddGate(gate);
  EXPECT_EQ(store_->RunSizes().at("one").launches, 2);
  EXPECT_EQ(store_->RunSizes().at("one").results, 2);
  EXPECT_EQ(store_->RunSizes().at("one").bytes, 2 * store_->RunSizes().at("two").bytes);
  EXPECT_EQ(store_->GatesOfRuns().at("gone"), 1);
  store_->DeleteRun("gone");
  store_->GiveRoomBack();
  EXPECT_EQ(store_->Runs().size(), 2u);
  EXPECT_FALSE(store_->RunSizes().contains("gone"));
  EXPECT_THAT(store_->Gates(10), IsEmpty());
  EXPECT_FALSE(store_->NetworkModel("gone").has_value());
  EXPECT_THAT(store_->Check().damages, IsEmpty());
  EXPECT_EQ(store_->History(kSeries).size(), 2u);
  AddRun("gone", "2026-01-04", {1e-6});  // as if it had never been there
  EXPECT_EQ(store_->RunSizes().at("gone").launches, 1);
}

TEST_P(StorePruneTest, RunsOfBaselinesAndThoseThatAreMeasuredCannotBeDeleted) {
  AddRun("one", "2026-01-01", {1e-6});
  AddRun("two", "2026-01-02", {1e-6});
  store_->SetBaseline("release", {"one"}, "");
  store_->SetBaseline("release", {"two"}, "");  // older versions are baselines, too
  EXPECT_THAT(ErrorOf([&] { store_->DeleteRun("one"); }), HasSubstr("is of the baseline release"));
  store_->AddRun({"now", "library", "2026-01-03", RunStatus::kRunning, Json::object()});
  EXPECT_THAT(ErrorOf([&] { store_->DeleteRun("now"); }), HasSubstr("is measured now"));
  EXPECT_EQ(store_->Runs().size(), 3u);
}

INSTANTIATE_TEST_SUITE_P(Kinds, StorePruneTest, testing::ValuesIn(kStoreKinds),
                         [](const auto& kind) { return StoreKindName(kind.param); });

}  // namespace
}  // namespace mpigauge
