#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
