#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "baselines/store/store.h"
#include "harness/record/testing.h"

namespace mpigauge {
namespace {

Store NewStore(const std::string& name) {
  const auto path = std::filesystem::path(testing::TempDir()) / name;
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path.string() + suffix);
  return Store::Open(path.string(), Store::Access::kWrite);
}

TEST(StoreMedians, AreThoseOfCompleteLaunchesKeptOrNot) {
  Store store = NewStore("medians");
  for (int i = 0; i < 3; ++i) store.AddLaunch(ExampleLaunch("a", i, {{"bcast/ranks:2", 1e-6 * (1 + i)}}));
  LaunchRecord crashed = ExampleLaunch("a", 3, {{"bcast/ranks:2", 9e-6}});
  crashed.status = "crashed";
  store.AddLaunch(crashed);
  const auto expect_median = [&](std::int64_t launches, double seconds) {
    const auto medians = store.Medians("a");
    ASSERT_EQ(medians.size(), 1u);
    EXPECT_EQ(medians[0].launches, launches);
    EXPECT_NEAR(medians[0].median_seconds, seconds, 1e-12);
    const auto series = store.AllSeries();
    ASSERT_EQ(series.size(), 1u);
    EXPECT_EQ(series[0].series_id, medians[0].series_id);
    EXPECT_EQ(series[0].description.name, "bcast/ranks:2");
  };
  expect_median(3, 2e-6);
  store.KeepMedians();
  expect_median(3, 2e-6);
  // What was kept is of another number of launches: it is not used, and then brought up to date.
  store.AddLaunch(ExampleLaunch("a", 4, {{"bcast/ranks:2", 4e-6}}));
  expect_median(4, 2.5e-6);
  store.KeepMedians();
  expect_median(4, 2.5e-6);
}

TEST(StoreMedians, TheEnvironmentIsThatOfTheFirstCompleteLaunch) {
  Store store = NewStore("environment");
  EXPECT_FALSE(store.RunEnvironment("a"));
  LaunchRecord crashed = ExampleLaunch("a", 0, {});
  crashed.status = "crashed";
  crashed.environment.context["kernel"] = "5.0";
  store.AddLaunch(crashed);
  store.AddLaunch(ExampleLaunch("a", 1, {}));
  const auto environment = store.RunEnvironment("a");
  ASSERT_TRUE(environment);
  EXPECT_EQ(environment->context.at("kernel"), "6.1");
  EXPECT_EQ(environment->key.at("ranks"), "2");
}

}  // namespace
}  // namespace mpigauge
