#include "ci/launch/keep_models.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "baselines/store/database.h"
#include "baselines/store/testing.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::SizeIs;

class KeepModelsTest : public testing::TestWithParam<StoreKind> {
 protected:
  KeepModelsTest() : name_(NewStoreName(GetParam())), store_(Store::Open(name_, Store::Access::kWrite)) {}

  void AddLaunch(int index, const std::string& series = "network_one_way") {
    std::map<std::string, double> medians;
    for (int bytes = 1; bytes <= 4096; bytes *= 2) {
      const double seconds = (1 + 0.01 * index) * (1e-6 + 1e-10 * bytes);
      medians[fmt::format("{}/bytes:{}/distance:1/ranks:2", series, bytes)] = seconds;
    }
    store_.runs().AddLaunch(ExampleLaunch("run", index, medians));
  }

  std::string name_;
  Store store_;
};

TEST_P(KeepModelsTest, KeptModelsAreOfAllLaunchesOfTheRun) {
  AddLaunch(0);
  EXPECT_FALSE(KeptModels(store_, "run"));
  KeepNetworkModels(store_, "run");
  ASSERT_TRUE(KeptModels(store_, "run"));
  EXPECT_EQ(KeptModels(store_, "run")->at(0).launches, 1);  // one pass
  AddLaunch(1);
  AddLaunch(2);
  EXPECT_FALSE(KeptModels(store_, "run"));  // of fewer launches than there are
  KeepNetworkModels(store_, "run");
  const auto models = KeptModels(store_, "run");
  ASSERT_THAT(*models, SizeIs(1));
  EXPECT_EQ(models->at(0).distance, "same-host");
  EXPECT_EQ(models->at(0).launches, 3);
  EXPECT_NEAR(models->at(0).Find("hockney")->pieces[0].seconds.value, 1.01e-6, 1e-10);
  EXPECT_THAT(models->at(0).Find("piecewise")->resampled, SizeIs(200));
}

TEST_P(KeepModelsTest, RefittingReplacesWhatIsThere) {
  AddLaunch(0);
  store_.runs().SetNetworkModel("run", {{"version", 1}, {"launches", 1}, {"fits", Json::array()}});
  KeepNetworkModels(store_, "run");
  EXPECT_THAT(*KeptModels(store_, "run"), SizeIs(0));
  KeepNetworkModels(store_, "run", true);
  EXPECT_THAT(*KeptModels(store_, "run"), SizeIs(1));
}

TEST_P(KeepModelsTest, RunsWithoutANetworkHaveNone) {
  AddLaunch(0, "ping_pong");
  KeepNetworkModels(store_, "run");
  EXPECT_FALSE(store_.runs().NetworkModelOf("run"));
  EXPECT_THAT(FitNetworks(store_.runs().Launches("run", LaunchDetail::kObservations)), SizeIs(1));
  KeepNetworkModels(store_, "no such run");
}

TEST_P(KeepModelsTest, MediansAndModelsAreKeptAndDamageIsNotTheRunsEnd) {
  AddLaunch(0);
  KeepDerived(store_, "run");
  EXPECT_TRUE(KeptModels(store_, "run"));
  OpenDatabase(name_, true)->Execute("DELETE FROM results");
  EXPECT_THAT(store_.history().Medians("run"), SizeIs(13));
  OpenDatabase(name_, true)->Execute("DELETE FROM run_medians");
  EXPECT_THROW(store_.history().Medians("run"), Error);
  KeepDerived(store_, "run");
}

INSTANTIATE_TEST_SUITE_P(Kinds, KeepModelsTest, testing::ValuesIn(kStoreKinds),
                         [](const auto& kind) { return StoreKindName(kind.param); });

}  // namespace
}  // namespace mpigauge
