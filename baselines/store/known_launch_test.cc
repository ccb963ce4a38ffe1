// Launches that come a second time: equal, different, or whole where a part was saved.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "baselines/store/store_fixture.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

using KnownLaunchTest = StoreTest;

TEST_P(KnownLaunchTest, ALaunchAddedTwiceIsStoredOnce) {
  EXPECT_TRUE(store_->runs().AddLaunch(ExampleLaunch("run", 0, {{kSeries, 1e-6}})));
  EXPECT_FALSE(store_->runs().AddLaunch(ExampleLaunch("run", 0, {{kSeries, 1e-6}})));
  EXPECT_EQ(store_->runs().Launches("run", LaunchDetail::kSummaries).size(), 1u);
}

// The message about the second launch once said that it is stored already.
TEST_P(KnownLaunchTest, AKnownLaunchWithOtherContentIsRefused) {
  const LaunchRecord launch = ExampleLaunch("run", 0, {{kSeries, 1e-6}});
  store_->runs().AddLaunch(launch);
  LaunchRecord faster = ExampleLaunch("run", 0, {{kSeries, 0.5e-6}});
  EXPECT_THAT(ErrorOf([&] { store_->runs().AddLaunch(faster); }),
              HasSubstr("launch run-0 of run run is stored already, with"));
  LaunchRecord elsewhere = launch;
  elsewhere.run_id = "another";
  EXPECT_THAT(ErrorOf([&] { store_->runs().AddLaunch(elsewhere); }),
              HasSubstr("is stored already, with other content"));
  EXPECT_EQ(store_->runs().All().size(), 1u);
  // The part that is saved of a launch while it runs is less than what it writes in the end.
  LaunchRecord part = ExampleLaunch("run", 0, {});
  part.status = LaunchStatus::kInterrupted;
  EXPECT_FALSE(store_->runs().AddLaunch(part));
}

// Only the observations were once compared.
TEST_P(KnownLaunchTest, EveryDifferenceOfAKnownLaunchIsNamed) {
  const LaunchRecord launch = ExampleLaunch("run", 0, {{kSeries, 1e-6}});
  store_->runs().AddLaunch(launch);
  const auto error_with = [&](const std::function<void(LaunchRecord&)>& change) {
    LaunchRecord other = launch;
    change(other);
    return ErrorOf([&] { store_->runs().AddLaunch(other); });
  };
  const std::string series = "with other content (series " + kSeries + " v1 call round-time clock_monotonic_raw)";
  const std::vector<std::pair<std::string, std::function<void(LaunchRecord&)>>> changes = {
      {"(settings)", [](LaunchRecord& one) { one.settings["passes"] = "2"; }},
      {"(environment)", [](LaunchRecord& one) { one.environment.context["kernel"] = "6.2"; }},
      {"(environment)", [](LaunchRecord& one) { one.environment.selection["btl"] = "tcp"; }},
      {"(time)", [](LaunchRecord& one) { one.duration_seconds += 1; }},
      {series,
       [](LaunchRecord& one) {
         one.series[0].fault = Fault{FaultKind::kWrongData, 1, "element 3"};
       }},
      {series, [](LaunchRecord& one) { one.series[0].passes[0].counters["overlap_percent"] = 7; }},
      {series, [](LaunchRecord& one) { one.series[0].passes[0].late = 2; }},
      {series, [](LaunchRecord& one) { one.series[0].verified = false; }},
      {series, [](LaunchRecord& one) { one.series[0].cpu_seconds = 1; }},
  };
  for (const auto& [what, change] : changes) EXPECT_THAT(error_with(change), HasSubstr(what));
  EXPECT_EQ(error_with([](LaunchRecord&) {}), "no error");
  EXPECT_EQ(error_with([](LaunchRecord& one) { one.series[0].rank_reports.resize(1); }), "no error");  // not stored
}

// The store describes a series once: a record that said otherwise was once taken in, and came out as another one.
TEST_P(KnownLaunchTest, ASeriesThatIsDescribedOtherwiseIsRefused) {
  store_->runs().AddLaunch(ExampleLaunch("run", 0, {{kSeries, 1e-6}}));
  const auto error_with = [&](const std::function<void(SeriesRecord&)>& change) {
    LaunchRecord other = ExampleLaunch("run", 1, {{kSeries, 1e-6}});
    change(other.series[0]);
    return ErrorOf([&] { store_->runs().AddLaunch(other); });
  };
  EXPECT_THAT(error_with([](SeriesRecord& one) { one.family = "control"; }),
              HasSubstr("series " + kSeries + ": its family is \"control\", and the same series in "));
  EXPECT_THAT(error_with([](SeriesRecord& one) { one.parameters[0].second = 16; }), HasSubstr("its parameters is {"));
  EXPECT_THAT(error_with([](SeriesRecord& one) { one.bytes_per_operation = 7; }), HasSubstr("its bytes_per_operation"));
  EXPECT_EQ(store_->runs().Launches("run", LaunchDetail::kSummaries).size(), 1u);
  EXPECT_EQ(error_with([](SeriesRecord&) {}), "no error");
}

TEST_P(KnownLaunchTest, AWholeLaunchTakesThePlaceOfWhatWasSavedWhenItCrashed) {
  LaunchRecord part = ExampleLaunch("run", 0, {{kSeries, 1e-6}});
  part.status = LaunchStatus::kCrashed;
  part.status_text = "signal 11";
  EXPECT_TRUE(store_->runs().AddLaunch(part));
  EXPECT_FALSE(store_->runs().AddLaunch(part));
  const LaunchRecord whole = ExampleLaunch("run", 0, {{kSeries, 1e-6}, {"barrier/ranks:2", 2e-6}});
  EXPECT_TRUE(store_->runs().AddLaunch(whole));
  EXPECT_FALSE(store_->runs().AddLaunch(whole));
  EXPECT_FALSE(store_->runs().AddLaunch(part));
  const auto stored = store_->runs().Launches("run", LaunchDetail::kObservations);
  ASSERT_EQ(stored.size(), 1u);
  EXPECT_EQ(stored[0].status, LaunchStatus::kComplete);
  EXPECT_EQ(stored[0].series.size(), 2u);
}

TEST_P(KnownLaunchTest, AWholeLaunchOnABadNodeStaysWhatItWasJudgedToBe) {
  LaunchRecord bad = ExampleLaunch("run", 0, {{kSeries, 1e-6}});
  bad.status = LaunchStatus::kBadNode;
  store_->runs().AddLaunch(bad);
  EXPECT_FALSE(store_->runs().AddLaunch(ExampleLaunch("run", 0, {{kSeries, 1e-6}})));
  EXPECT_EQ(store_->runs().Launches("run", LaunchDetail::kHeads)[0].status, LaunchStatus::kBadNode);
}

INSTANTIATE_TEST_SUITE_P(Kinds, KnownLaunchTest, testing::ValuesIn(kStoreKinds),
                         [](const auto& kind) { return StoreKindName(kind.param); });

}  // namespace
}  // namespace mpigauge
