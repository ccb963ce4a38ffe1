#include "baselines/store/store.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <thread>

#include "base/error.h"
#include "baselines/store/store_fixture.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

TEST(MeansNewest, OnlyWhereItSaysLatest) {
  for (const char* one : {"latest", "latest~1"}) EXPECT_TRUE(MeansNewest(one)) << one;
  for (const char* one : {"", "latest1", "the latest", "1f2e"}) EXPECT_FALSE(MeansNewest(one)) << one;
}

TEST_P(StoreTest, ALaunchComesBackWithAllItsObservations) {
  LaunchRecord launch = ExampleLaunch("run", 0, {{kSeries, 1e-6}, {"bcast/bytes:8/ranks:2", 2e-6}});
  launch.series[1].fault = Fault{FaultKind::kWrongData, 1, "element 3"};
  launch.series[1].passes.clear();
  Summarize(launch.series[1]);
  EXPECT_TRUE(store_->runs().AddLaunch(launch));
  const auto back = store_->runs().Launches("run", LaunchDetail::kObservations);
  ASSERT_EQ(back.size(), 1u);
  EXPECT_EQ(back[0].environment.key, launch.environment.key);
  EXPECT_EQ(back[0].environment.context, launch.environment.context);
  EXPECT_EQ(back[0].settings, launch.settings);
  ASSERT_EQ(back[0].series.size(), 2u);
  EXPECT_EQ(back[0].series[0].Observations(), launch.series[0].Observations());
  EXPECT_EQ(back[0].series[0].LocalTimes(), launch.series[0].LocalTimes());
  EXPECT_EQ(back[0].series[0].parameters, launch.series[0].parameters);
  EXPECT_EQ(back[0].series[0].method, launch.series[0].method);
  EXPECT_EQ(back[0].series[0].passes[0].counters, launch.series[0].passes[0].counters);
  EXPECT_EQ(back[0].series[0].passes[0].references, launch.series[0].passes[0].references);
  EXPECT_NE(back[0].series[0].passes[0].references, VisitReferences());
  EXPECT_EQ(back[0].series[1].fault->message, "element 3");
}

// The overhead is subtracted from the figures and not from the observations, whichever are asked for.
TEST_P(StoreTest, TheOverheadOfASeriesIsKept) {
  LaunchRecord launch = ExampleLaunch("less", 0, {{"bcast/bytes:8/ranks:2", 2e-6}});
  launch.series[0].method.overhead = "subtracted";
  launch.series[0].overhead_seconds = 0.5e-6;
  Summarize(launch.series[0]);
  store_->runs().AddLaunch(launch);
  for (const auto detail : {LaunchDetail::kSummaries, LaunchDetail::kObservations}) {
    const SeriesRecord series = store_->runs().Launches("less", detail)[0].series[0];
    EXPECT_DOUBLE_EQ(series.summary.median, 1.5e-6);
    EXPECT_DOUBLE_EQ(series.overhead_seconds, 0.5e-6);
    EXPECT_EQ(series.method.overhead, "subtracted");
  }
}

// How fine the timer is counts in comparisons, which read summaries alone.
TEST_P(StoreTest, TheResolutionOfASeriesAndTheOperationsOfItsPassesAreKept) {
  LaunchRecord launch = ExampleLaunch("fine", 0, {{"bcast/bytes:8/ranks:2", 2e-6}});
  SeriesRecord& series = launch.series[0];
  series.tick_seconds = 1e-8;
  series.passes = {series.passes[0], series.passes[0], series.passes[0]};
  series.passes[0].operations = 1;  // a search that was disturbed
  series.passes[1].operations = 64;
  series.passes[2].operations = 32;
  Summarize(series);
  store_->runs().AddLaunch(launch);
  EXPECT_FALSE(store_->runs().AddLaunch(launch));
  for (const auto detail : {LaunchDetail::kSummaries, LaunchDetail::kObservations}) {
    const SeriesRecord back = store_->runs().Launches("fine", detail)[0].series[0];
    EXPECT_EQ(back.operations_per_observation, 32);
    EXPECT_DOUBLE_EQ(back.ResolutionSeconds(), 1e-8 / 32);
  }
  const SeriesRecord back = store_->runs().Launches("fine", LaunchDetail::kObservations)[0].series[0];
  EXPECT_EQ(back.passes[1].operations, 64);
  series.passes[1].operations = 65;
  EXPECT_THAT(ErrorOf([&] { store_->runs().AddLaunch(launch); }), HasSubstr("series bcast/bytes:8/ranks:2"));
}

// Long as it is, it is there once.
TEST_P(StoreTest, EqualSelectionsOfLaunchesAreStoredOnce) {
  LaunchRecord launches[] = {ExampleLaunch("run", 0, {{kSeries, 1e-6}}), ExampleLaunch("run", 1, {{kSeries, 1e-6}}),
                             ExampleLaunch("run", 2, {{kSeries, 1e-6}}), ExampleLaunch("run", 3, {{kSeries, 1e-6}})};
  for (int i = 0; i < 300; ++i) launches[0].environment.selection["variable " + std::to_string(i)] = "\"a value\"\n";
  launches[1].environment.selection = launches[0].environment.selection;
  launches[2].environment.selection = {{"btl", "tcp"}};
  for (const LaunchRecord& launch : launches) store_->runs().AddLaunch(launch);
  const auto back = store_->runs().Launches("run", LaunchDetail::kSummaries);
  ASSERT_EQ(back.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(back[i].environment.selection, launches[i].environment.selection) << i;
  }
  std::int64_t kept = 0;
  OpenDatabase(name_, false)->Query("SELECT count(*) FROM selections", {}, [&](const SqlRow& row) {
    kept = row.Integer(0);
  });
  EXPECT_EQ(kept, 2);
}

TEST_P(StoreTest, SummariesAreThereWithoutTheObservations) {
  AddRun("run", "2026-01-01", {1e-6});
  const auto back = store_->runs().Launches("run", LaunchDetail::kSummaries);
  ASSERT_FALSE(back.empty());
  EXPECT_EQ(back[0].series[0].remeasured, 1);
  EXPECT_DOUBLE_EQ(back[0].series[0].Counters().at("overlap_percent"), 50 + 1e-6);
  EXPECT_DOUBLE_EQ(back[0].series[0].summary.median, 1e-6);
  EXPECT_DOUBLE_EQ(back[0].series[0].summary.minimum, 0.9e-6);
  EXPECT_EQ(back[0].series[0].summary.count, 3);
  EXPECT_EQ(back[0].series[0].Late(), 1);
  EXPECT_TRUE(back[0].series[0].Observations().empty());
}

// As many bytes as figures: how the observations lie, and not one of them.
TEST_P(StoreTest, ClassesComeWithoutThePasses) {
  AddRun("run", "2026-01-01", {1e-6});
  const auto back = store_->runs().Launches("run", LaunchDetail::kClasses);
  const auto whole = store_->runs().Launches("run", LaunchDetail::kObservations);
  EXPECT_EQ(back[0].series[0].classes, whole[0].series[0].classes);
  EXPECT_EQ(back[0].series[0].classes.size(), 3u);
  EXPECT_DOUBLE_EQ(back[0].series[0].summary.mean, whole[0].series[0].summary.mean);
  EXPECT_TRUE(back[0].series[0].Observations().empty());
  ASSERT_EQ(back[0].series[0].passes.size(), whole[0].series[0].passes.size());
  EXPECT_EQ(back[0].series[0].passes.back().references, whole[0].series[0].passes.back().references);
  EXPECT_NE(back[0].series[0].passes.back().references, VisitReferences());
  EXPECT_DOUBLE_EQ(back[0].series[0].Counters().at("overlap_percent"), 50 + 1e-6);
  EXPECT_EQ(back[0].series[0].Late(), 1);
  EXPECT_TRUE(store_->runs().Launches("run", LaunchDetail::kSummaries)[0].series[0].classes.empty());
}

// Nobody looks again for observations that were cut as warm-up: the number of observations behind the summary says how
// much it was.
TEST_P(StoreTest, ClassesAreOfWhatFollowedTheWarmUp) {
  LaunchRecord launch = ExampleLaunch("run", 0, {{kSeries, 1e-6}});
  std::mt19937 random(3);
  std::vector<double>& times = launch.series[0].passes[0].observations_seconds;
  times.clear();
  for (int i = 0; i < 40; ++i) times.push_back(2e-6 - i * 2.5e-8);
  for (int i = 0; i < 160; ++i) times.push_back(1e-6 + 1e-9 * static_cast<double>(random() % 50));
  launch.series[0].passes[0].local_seconds = times;
  Summarize(launch.series[0]);
  ASSERT_GT(launch.series[0].warm_up_observations, 0);
  store_->runs().AddLaunch(launch);
  const auto back = store_->runs().Launches("run", LaunchDetail::kClasses);
  EXPECT_EQ(back[0].series[0].classes, launch.series[0].classes);
  EXPECT_DOUBLE_EQ(back[0].series[0].summary.mean, launch.series[0].summary.mean);
}

TEST_P(StoreTest, LaunchesAreReadFromAnIndexOn) {
  for (int i = 0; i < 3; ++i) store_->runs().AddLaunch(ExampleLaunch("run", i, {{"barrier/ranks:2", 1e-6}}));
  const auto later = store_->runs().Launches("run", LaunchDetail::kSummaries, 1);
  ASSERT_EQ(later.size(), 2u);
  EXPECT_EQ(later[0].launch_index, 1);
  EXPECT_EQ(later[0].series.size(), 1u);
  EXPECT_TRUE(store_->runs().Launches("run", LaunchDetail::kSummaries, 3).empty());
}

TEST_P(StoreTest, SecretsOfAPlanAreNotStored) {
  store_->runs().Add({"run",
                      "library",
                      "2026-01-01",
                      RunStatus::kComplete,
                      {{"label", "\xff"}, {"environment", {{"CI_JOB_TOKEN", "x7"}, {"UCX_TLS", "b"}}}}});
  const Json plan = store_->runs().All()[0].plan;
  EXPECT_EQ(plan.at("environment"), Json({{"UCX_TLS", "b"}}));
  EXPECT_EQ(plan.at("not_stored"), Json({"CI_JOB_TOKEN"}));
}

TEST_P(StoreTest, RunsAreFoundByIdByItsBeginningAndFromTheNewest) {
  AddRun("aaa1", "2026-01-01", {1e-6});
  AddRun("aab2", "2026-01-02", {1e-6});
  EXPECT_EQ(store_->runs().Find("aaa1").library, "library aaa1");
  EXPECT_EQ(store_->runs().Find("aab").run_id, "aab2");
  EXPECT_EQ(store_->runs().Find("latest").run_id, "aab2");
  EXPECT_EQ(store_->runs().Find("latest~1").run_id, "aaa1");
  EXPECT_EQ(store_->runs().Find("aaa1").plan.at("ranks"), 2);
  EXPECT_EQ(store_->runs().Find("aaa1").status, RunStatus::kComplete);
  EXPECT_THAT(ErrorOf([&] { store_->runs().Find("aa"); }), HasSubstr("begins the ids of 2 runs"));
  EXPECT_THAT(ErrorOf([&] { store_->runs().Find("zzz"); }), HasSubstr("no run 'zzz'; `mpigauge runs` lists them"));
  EXPECT_THAT(ErrorOf([&] { store_->runs().Find("latest~2"); }), HasSubstr("has 2 run(s) with a complete launch"));
  EXPECT_THAT(ErrorOf([&] { store_->runs().Find("latestx"); }), HasSubstr("write latest or latest~N"));
  store_->runs().SetTag("latest-release", "aaa1");
  EXPECT_EQ(store_->runs().Find("latest-release").run_id, "aaa1");
}

// A program that was refused, and one that crashed in its only launch, leave runs that say nothing.
TEST_P(StoreTest, TheLatestRunHasACompleteLaunch) {
  AddRun("aaa1", "2026-01-01", {1e-6});
  store_->runs().Add({"refused", "library", "2026-01-02", RunStatus::kFailed, Json::object()});
  store_->runs().Add({"crashed", "library", "2026-01-03", RunStatus::kFailed, Json::object()});
  LaunchRecord crashed = ExampleLaunch("crashed", 0, {{"allreduce/bytes:8/ranks:2", 1e-6}});
  crashed.status = LaunchStatus::kCrashed;
  store_->runs().AddLaunch(crashed);
  EXPECT_EQ(store_->runs().Find("latest").run_id, "aaa1");
  EXPECT_EQ(store_->runs().Find("crash").run_id, "crashed");
  EXPECT_THAT(ErrorOf([&] { store_->runs().Find("latest~1"); }), HasSubstr("has 1 run(s) with a complete launch"));
}

TEST_P(StoreTest, ANewBaselineVersionLeavesTheOldOneAsItWas) {
  AddRun("one", "2026-01-01", {1e-6});
  AddRun("two", "2026-01-02", {1e-6});
  EXPECT_EQ(store_->baselines().Set("release", {"one"}, "first"), 1);
  EXPECT_EQ(store_->baselines().Set("release", {"one", "two"}, ""), 2);
  const auto baseline = store_->baselines().Find("release");
  ASSERT_TRUE(baseline.has_value());
  EXPECT_EQ(baseline->version, 2);
  EXPECT_THAT(baseline->run_ids, ElementsAre("one", "two"));
  store_->baselines().Remove("release");
  EXPECT_FALSE(store_->baselines().Find("release").has_value());
  EXPECT_THAT(ErrorOf([&] { store_->baselines().Remove("release"); }), HasSubstr("no baseline 'release'"));
  EXPECT_EQ(store_->baselines().Set("release", {"two"}, "again"), 3);
}

TEST_P(StoreTest, AChangeStartsFromTheNewestVersion) {
  for (const char* id : {"one", "two", "three"}) AddRun(id, "2026-01-01", {1e-6});
  const auto add = [&](const std::string& id) {
    return store_->baselines().Change("nightly", [&](Baseline& baseline) {
      baseline.run_ids.push_back(id);
      baseline.keep = 30;
    });
  };
  EXPECT_EQ(add("one").version, 1);
  EXPECT_EQ(add("two").version, 2);
  EXPECT_THAT(store_->baselines().Find("nightly")->run_ids, UnorderedElementsAre("one", "two"));
  EXPECT_EQ(store_->baselines().Find("nightly")->keep, 30);
  EXPECT_THROW(store_->baselines().Change("nightly", [](Baseline&) { throw UsageError("no"); }), Error);
  EXPECT_EQ(store_->baselines().Find("nightly")->version, 2);
  EXPECT_EQ(store_->baselines().Set("nightly", {"three"}, ""), 3);
  EXPECT_EQ(store_->baselines().Find("nightly")->keep, 0);
  store_->baselines().Remove("nightly");
  EXPECT_EQ(add("one").run_ids.size(), 1u);  // a removed one is not taken up again
}

// Eight at once, each with a run of its own: none is lost.
TEST_P(StoreTest, ChangesOfManyAreAllInTheResult) {
  for (int i = 0; i < 8; ++i) AddRun("run-" + std::to_string(i), "2026-01-01", {1e-6});
  std::vector<std::thread> writers;
  for (int i = 0; i < 8; ++i) {
    writers.emplace_back([&, i] {
      Store store = Store::Open(name_, Store::Access::kWrite);
      store.baselines().Change("nightly", [i](Baseline& one) { one.run_ids.push_back("run-" + std::to_string(i)); });
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(store_->baselines().Find("nightly")->version, 8);
  EXPECT_EQ(store_->baselines().Find("nightly")->run_ids.size(), 8u);
}

TEST_P(StoreTest, ABaselineOfAnUnknownRunIsRefusedWhole) {
  EXPECT_THROW(store_->baselines().Set("release", {"nowhere"}, ""), Error);
  EXPECT_FALSE(store_->baselines().Find("release").has_value());
}

TEST_P(StoreTest, HistoryIsOldestFirst) {
  AddRun("two", "2026-01-02", {2e-6, 3e-6});
  AddRun("one", "2026-01-01", {1e-6});
  const auto history = store_->history().Points(kSeries);
  ASSERT_EQ(history.size(), 2u);
  EXPECT_EQ(history[0].run_id, "one");
  EXPECT_THAT(history[1].medians_seconds, ElementsAre(2e-6, 3e-6));
  EXPECT_THAT(ErrorOf([&] { store_->history().Points("allreduce/bytes:9/ranks:2"); }), HasSubstr(kSeries));
  EXPECT_THAT(ErrorOf([&] { store_->history().Points("scan"); }), HasSubstr("no series 'scan'"));
}

TEST_P(StoreTest, GatesAreKept) {
  AddRun("run", "2026-01-01", {1e-6});
  store_->gates().Add({"g1", "2026-01-01T00:00:00Z", "run", "release", "fail", {{"x", 1}}});
  store_->gates().Add({"g2", "2026-01-02T00:00:00Z", "run", "release", "pass", {{"x", 2}}});
  store_->gates().AddCalibration({"c1", "2026-01-01T00:00:00Z", {{"x", 1}}});
  store_->gates().AddCalibration({"c2", "2026-01-02T00:00:00Z", {{"x", 2}}});
  store_->gates().AddCalibration({"c2", "2026-01-03T00:00:00Z", {{"x", 3}}});  // there already
  ASSERT_EQ(store_->gates().Calibrations(5).size(), 2u);
  EXPECT_EQ(store_->gates().Calibrations(1)[0].content.at("x"), 2);
  const auto gates = store_->gates().Newest(1);
  ASSERT_EQ(gates.size(), 1u);
  EXPECT_EQ(gates[0].gate_id, "g2");
  EXPECT_EQ(gates[0].comparison.at("x"), 2);
  EXPECT_EQ(store_->gates().Find("g1")->comparison.at("x"), 1);
  store_->gates().Forget("g1", "2026-01-03T00:00:00Z");
  EXPECT_EQ(store_->gates().Find("g1")->forgotten_at, "2026-01-03T00:00:00Z");
  EXPECT_EQ(store_->gates().Summaries()[1].forgotten_at, "2026-01-03T00:00:00Z");
  EXPECT_EQ(store_->gates().Summaries()[0].forgotten_at, "");
  EXPECT_FALSE(store_->gates().Find("g").has_value());
}

TEST_P(StoreTest, ARunHasOneNetworkModel) {
  AddRun("run", "2026-01-01", {1e-6});
  EXPECT_FALSE(store_->runs().NetworkModelOf("run").has_value());
  store_->runs().SetNetworkModel("run", {{"fits", {1}}});
  store_->runs().SetNetworkModel("run", {{"fits", {2.5e-7, nullptr}}});
  EXPECT_EQ(store_->runs().NetworkModelOf("run")->dump(), R"({"fits":[2.5e-07,null]})");
  EXPECT_FALSE(store_->runs().NetworkModelOf("other").has_value());
  EXPECT_THROW(store_->runs().SetNetworkModel("other", {{"fits", {1}}}), Error);  // no such run
}

// In the order of the bytes, whatever the language of the server.
TEST_P(StoreTest, NamesAreInTheSameOrderEverywhere) {
  store_->runs().AddLaunch(
      ExampleLaunch("run", 0, {{"b/x:1", 1e-6}, {"B/x:1", 1e-6}, {"a/x:1", 1e-6}, {"a_b/x:1", 1e-6}}));
  EXPECT_THAT(store_->history().SeriesNames(), ElementsAre("B/x:1", "a/x:1", "a_b/x:1", "b/x:1"));
}

TEST_P(StoreTest, ATextComesBackWhateverStandsInIt) {
  const std::string odd = "it's 5 \xc2\xb5s \\ \"$1\" \n ? %s";
  store_->runs().Add({"run", odd, "2026-01-01", RunStatus::kComplete, {{"note", odd}}});
  EXPECT_EQ(store_->runs().Find("run").library, odd);
  EXPECT_EQ(store_->runs().Find("run").plan.at("note"), odd);
}

TEST_P(StoreTest, ALaunchOfManyLargeSeriesComesBack) {
  std::map<std::string, double> medians;
  for (int i = 0; i < 300; ++i) medians[fmt::format("allreduce/bytes:{}", i)] = (i + 1) * 1e-6;
  LaunchRecord launch = ExampleLaunch("run", 0, medians);
  for (SeriesRecord& series : launch.series) {
    series.passes[0].observations_seconds.assign(1000, 0.1 + series.summary.median);
    series.passes[0].local_seconds.assign(1000, 0.1);
  }
  store_->runs().AddLaunch(launch);
  const auto back = store_->runs().Launches("run", LaunchDetail::kObservations);
  ASSERT_EQ(back[0].series.size(), 300u);
  for (std::size_t i = 0; i < 300; ++i) EXPECT_EQ(back[0].series[i].Observations(), launch.series[i].Observations());
}

TEST_P(StoreTest, AStoreOpenedForReadingCannotBeWritten) {
  Store reader = Store::Open(name_, Store::Access::kRead);
  EXPECT_THAT(ErrorOf([&] {
                reader.runs().Add({"run", "x", "2026", RunStatus::kComplete, {}});
              }),
              HasSubstr("may only be read"));
}

TEST_P(StoreTest, AnEmptyDatabaseIsNotReadAsAStore) {
  const std::string empty = NewStoreName(GetParam());
  if (GetParam() == StoreKind::kSqlite) OpenSqlite(empty, true);
  EXPECT_THAT(ErrorOf([&] { Store::Open(empty, Store::Access::kRead); }), HasSubstr("has schema version 0"));
}

// These rows have no checksum; they are from before there were any. The texts were once those of the libraries behind:
// "[json.exception.type_error.302]", "unordered_map::at".
TEST_P(StoreTest, DamagedRowsAreNamed) {
  AddRun("run", "2026-01-01", {1e-6});
  const auto damage = [&](const std::string& sql) { OpenDatabase(name_, true)->Execute(sql); };
  const auto error = [&] {
    Store store = Store::Open(name_, Store::Access::kRead);
    return ErrorOf([&] { store.runs().Launches("run", LaunchDetail::kSummaries); });
  };
  damage("UPDATE launches SET checksum = NULL, settings = '[1]'");
  EXPECT_THAT(error(), testing::AllOf(HasSubstr("launch run-0: "), testing::Not(HasSubstr("json.exception"))));
  damage("UPDATE launches SET settings = '{}'");
  damage("UPDATE series SET checksum = NULL, description = '{\"name\": 1}'");
  EXPECT_THAT(error(), HasSubstr("series " + kSeries));
}

INSTANTIATE_TEST_SUITE_P(Kinds, StoreTest, testing::ValuesIn(kStoreKinds),
                         [](const auto& kind) { return StoreKindName(kind.param); });

}  // namespace
}  // namespace mpigauge
