#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "baselines/store/database.h"
#include "baselines/store/store.h"
#include "baselines/store/testing.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

class StoreMediansTest : public testing::TestWithParam<StoreKind> {
 protected:
  Store store_ = Store::Open(NewStoreName(GetParam()), Store::Access::kWrite);
};

TEST_P(StoreMediansTest, AreThoseOfCompleteLaunchesKeptOrNot) {
  for (int i = 0; i < 3; ++i) store_.runs().AddLaunch(ExampleLaunch("a", i, {{"bcast/ranks:2", 1e-6 * (1 + i)}}));
  LaunchRecord crashed = ExampleLaunch("a", 3, {{"bcast/ranks:2", 9e-6}});
  crashed.status = LaunchStatus::kCrashed;
  store_.runs().AddLaunch(crashed);
  const auto expect_median = [&](std::int64_t launches, double seconds) {
    const auto medians = store_.history().Medians("a");
    ASSERT_EQ(medians.size(), 1u);
    EXPECT_EQ(medians[0].launches, launches);
    EXPECT_NEAR(medians[0].median_seconds, seconds, 1e-12);
    const auto series = store_.history().AllSeries();
    ASSERT_EQ(series.size(), 1u);
    EXPECT_EQ(series[0].series_id, medians[0].series_id);
    EXPECT_EQ(series[0].description.name, "bcast/ranks:2");
  };
  expect_median(3, 2e-6);
  store_.history().KeepMedians();
  expect_median(3, 2e-6);
  // The kept median is that of another number of launches: it is not used, and then brought up to date.
  store_.runs().AddLaunch(ExampleLaunch("a", 4, {{"bcast/ranks:2", 4e-6}}));
  expect_median(4, 2.5e-6);
  store_.history().KeepMedians();
  expect_median(4, 2.5e-6);
}

// Looking back reads no launch of a run whose medians were kept: they may even be gone.
TEST_P(StoreMediansTest, KeptMediansNeedNoLaunches) {
  const std::string name = NewStoreName(GetParam());
  Store store = Store::Open(name, Store::Access::kWrite);
  for (const char* run : {"a", "b"}) store.runs().AddLaunch(ExampleLaunch(run, 0, {{"bcast/ranks:2", 1e-6}}));
  store.history().KeepMedians("a");
  store.history().KeepMedians("no such run");
  OpenDatabase(name, true)->Execute("DELETE FROM results");
  ASSERT_EQ(store.history().Medians("a").size(), 1u);
  EXPECT_DOUBLE_EQ(store.history().Medians("a")[0].median_seconds, 1e-6);
  EXPECT_THROW(store.history().Medians("b"), Error);  // its launch once had results
}

// More runs than are stored in one transaction, and with each size of a run's part.
TEST_P(StoreMediansTest, ManyRunsAreKeptTogether) {
  for (int run = 0; run < 130; ++run) {
    store_.runs().AddLaunch(ExampleLaunch("run" + std::to_string(run), 0, {{"bcast/ranks:2", 1e-6 * (1 + run)}}));
  }
  store_.history().KeepMedians();
  for (int run = 0; run < 130; ++run) {
    const auto medians = store_.history().Medians("run" + std::to_string(run));
    ASSERT_EQ(medians.size(), 1u);
    EXPECT_DOUBLE_EQ(medians[0].median_seconds, 1e-6 * (1 + run));
  }
}

TEST_P(StoreMediansTest, EnvironmentsOfManyRunsAreThoseOfEach) {
  for (const char* run : {"a", "b", "c"}) {
    for (int i = 2; i >= 0; --i) {
      LaunchRecord launch = ExampleLaunch(run, i, {});
      if (i == 0) launch.status = LaunchStatus::kCrashed;
      launch.environment.context["kernel"] = std::string(run) + std::to_string(i);
      launch.environment.selection = {{"btl", "vader"}};
      store_.runs().AddLaunch(launch);
    }
  }
  LaunchRecord crashed = ExampleLaunch("d", 0, {});
  crashed.status = LaunchStatus::kCrashed;
  store_.runs().AddLaunch(crashed);
  auto runs = store_.runs().All();
  std::erase_if(runs, [](const auto& run) { return run.run_id == "c"; });
  const auto environments = store_.runs().EnvironmentsOf(runs);
  ASSERT_EQ(environments.size(), 2u);
  EXPECT_EQ(environments.at("a").context.at("kernel"), "a1");
  EXPECT_EQ(environments.at("b").context, store_.runs().EnvironmentOf("b")->context);
  EXPECT_EQ(environments.at("b").key, store_.runs().EnvironmentOf("b")->key);
  EXPECT_TRUE(environments.at("b").selection.empty());
}

TEST_P(StoreMediansTest, TheEnvironmentIsThatOfTheFirstCompleteLaunch) {
  EXPECT_FALSE(store_.runs().EnvironmentOf("a"));
  LaunchRecord crashed = ExampleLaunch("a", 0, {});
  crashed.status = LaunchStatus::kCrashed;
  crashed.environment.context["kernel"] = "5.0";
  store_.runs().AddLaunch(crashed);
  store_.runs().AddLaunch(ExampleLaunch("a", 1, {}));
  const auto environment = store_.runs().EnvironmentOf("a");
  ASSERT_TRUE(environment);
  EXPECT_EQ(environment->context.at("kernel"), "6.1");
  EXPECT_EQ(environment->key.at("ranks"), "2");
}

INSTANTIATE_TEST_SUITE_P(Kinds, StoreMediansTest, testing::ValuesIn(kStoreKinds),
                         [](const auto& kind) { return StoreKindName(kind.param); });

}  // namespace
}  // namespace mpigauge
