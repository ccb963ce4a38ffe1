#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "baselines/store/blobs.h"
#include "baselines/store/store.h"
#include "baselines/store/testing.h"
#include "record/record_json.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<std::string> kRuns = {"first", "second"};

void Fill(Store& store) {
  for (const std::string& run : kRuns) {
    store.runs().Add({run, "Open MPI", "2026-01-01", RunStatus::kComplete, {{"ranks", 2}}});
    for (int i = 0; i < 2; ++i) {
      LaunchRecord launch = ExampleLaunch(run, i, {{"allreduce/bytes:8/ranks:2", 1e-6}, {"barrier/ranks:2", 2e-6}});
      launch.environment.selection = {{"btl", "tcp"}};
      launch.series[1].fault = Fault{FaultKind::kWrongData, 1, "element 3"};
      store.runs().AddLaunch(launch);
    }
  }
}

// Baselines with two versions and one, two gates, a calibration and a network model.
void FillWhatLooksBack(Store& store) {
  store.baselines().Set("release", {"first"}, "older");
  store.baselines().Set("release", {"first", "second"}, "newer");
  store.baselines().Change("nightly", [](Baseline& one) {
    one.run_ids = {"second"};
    one.keep = 30;
  });
  store.gates().Add({"g1", "2026-01-03T00:00:00Z", "second", "release", "fail", {{"x", 1}}});
  store.gates().Add({"g2", "2026-01-04T00:00:00Z", "second", "release", "pass", {{"x", 2}}});
  store.gates().AddCalibration({"c1", "2026-01-05T00:00:00Z", {{"equal_gates", 30}}});
  store.runs().SetNetworkModel("first", {{"launches", 2}});
  store.runs().SetTag("nightly-7", "second");
}

void ReadWhatLooksBack(Store& store) {
  store.baselines().All();
  store.gates().Newest(1);
  store.gates().Find("g1");
  store.gates().Calibrations(1);
  store.runs().NetworkModelOf("first");
  store.runs().Tags();
}

class StoreCheckTest : public testing::TestWithParam<StoreKind> {
 protected:
  StoreCheckTest() : name_(NewStoreName(GetParam())), store_(Store::Open(name_, Store::Access::kWrite)) {
    Fill(store_);
  }

  // Returns the answer of every reader of this table after a change that only damage makes.
  std::string After(const std::string& sql) {
    OpenDatabase(name_, true)->Execute(sql);
    Store store = Store::Open(name_, Store::Access::kRead);
    const std::string error = ErrorOf([&] { ReadAll(store); });
    EXPECT_THAT(store.upkeep().Check().damages, Not(IsEmpty())) << sql;
    return error;
  }

  static void ReadAll(Store& store) {
    for (const std::string& run : kRuns) {
      store.runs().Find(run);
      store.runs().Launches(run, LaunchDetail::kObservations);
    }
  }

  std::string name_;
  Store store_;
};

TEST_P(StoreCheckTest, UndamagedRowsAreCounted) {
  store_.runs().AddLaunch(ExampleLaunch("first", 2, {}));  // measured nothing
  const StoreUpkeep::Checked checked = store_.upkeep().Check();
  EXPECT_THAT(checked.damages, IsEmpty());
  EXPECT_EQ(checked.runs, 2u);
  EXPECT_EQ(checked.launches, 5u);
  EXPECT_EQ(checked.results, 8u);
}

TEST_P(StoreCheckTest, AResultThatChangedIsNamed) {
  const std::string error = After(
      "UPDATE results SET cpu_seconds = 7 WHERE launch_id = 'second-1' AND series_id = "
      "(SELECT series_id FROM series WHERE name = 'barrier/ranks:2')");
  EXPECT_THAT(error, HasSubstr("barrier/ranks:2 of launch second-1: is not as it was stored"));
  // Also where only the figures are read; what is whole stays readable.
  EXPECT_THAT(ErrorOf([&] { store_.runs().Launches("second", LaunchDetail::kSummaries); }),
              HasSubstr("launch second-1"));
  EXPECT_EQ(store_.runs().Launches("first", LaunchDetail::kObservations).size(), 2u);
  EXPECT_THAT(store_.upkeep().Check().damages, testing::SizeIs(1));
}

TEST_P(StoreCheckTest, EveryTableIsWatched) {
  const std::string kinds[] = {"UPDATE results SET reference_seconds = '[]' WHERE launch_id = 'first-0'",
                               "UPDATE results SET pass_operations = '[7]' WHERE launch_id = 'first-0'",
                               "UPDATE results SET tick_seconds = 1 WHERE launch_id = 'first-0'",
                               "UPDATE results SET tick_seconds = NULL WHERE launch_id = 'first-0'",
                               "DELETE FROM results WHERE launch_id = 'first-0'",
                               "UPDATE launches SET settings = '{}' WHERE launch_id = 'first-0'",
                               "UPDATE launches SET results_checksum = 7 WHERE launch_id = 'first-0'",
                               "UPDATE environments SET key = '{}'",
                               "UPDATE selections SET content = '{}'",
                               "UPDATE series SET description = replace(description, 'collective', 'control')",
                               "UPDATE runs SET plan = '{}' WHERE run_id = 'first'",
                               "UPDATE runs SET launch_count = 3 WHERE run_id = 'first'"};
  for (const std::string& sql : kinds) {
    name_ = NewStoreName(GetParam());
    Store store = Store::Open(name_, Store::Access::kWrite);
    Fill(store);
    EXPECT_NE(After(sql), "no error") << sql;
  }
}

// A look back over all runs reads medians alone: a damaged one is no other answer there either.
TEST_P(StoreCheckTest, LookingBackSeesItToo) {
  const auto open = [&] { return Store::Open(name_, Store::Access::kRead); };
  store_.history().KeepMedians();
  EXPECT_EQ(open().history().Points("barrier/ranks:2").size(), 2u);
  EXPECT_EQ(open().history().Medians("second").size(), 2u);
  const Blob other = EncodeMedians({{1, 2, 7e-6}, {2, 2, 2e-6}});
  OpenDatabase(name_, true)->Execute("UPDATE run_medians SET medians = $1 WHERE run_id = 'second'", {other});
  EXPECT_THAT(ErrorOf([&] { open().history().Medians("second"); }),
              HasSubstr("the medians of run second: is not as it was"));
  EXPECT_EQ(open().history().Medians("first").size(), 2u);
  OpenDatabase(name_, true)->Execute("DELETE FROM run_medians");
  EXPECT_EQ(open().history().Medians("second").size(), 2u);

  OpenDatabase(name_, true)->Execute("UPDATE results SET median_seconds = 7e-6 WHERE launch_id = 'second-1'");
  EXPECT_THAT(ErrorOf([&] { open().history().Points("barrier/ranks:2"); }),
              HasSubstr("of launch second-1 of run second"));
  EXPECT_THAT(ErrorOf([&] { open().history().Medians("second"); }), HasSubstr("launch second-1"));
  EXPECT_THAT(ErrorOf([&] { store_.history().KeepMedians(); }), HasSubstr("launch second-1"));

  EXPECT_TRUE(open().runs().EnvironmentOf("first"));
  OpenDatabase(name_, true)->Execute("UPDATE environments SET key = '{}'");
  EXPECT_THAT(ErrorOf([&] { open().runs().EnvironmentOf("first"); }),
              HasSubstr("launch first-0: is not as it was stored"));
  OpenDatabase(name_, true)->Execute("UPDATE series SET name = 'another' WHERE name = 'barrier/ranks:2'");
  EXPECT_THAT(ErrorOf([&] { open().history().Points("barrier/ranks:2"); }), HasSubstr("series barrier/ranks:2"));
}

// Each of these changes an answer that a pipeline acts on: which runs are the baseline, what failed, what is forgotten.
TEST_P(StoreCheckTest, DamagedBaselinesAndGatesAreFound) {
  const std::pair<std::string, std::string> kinds[] = {
      {"UPDATE baselines SET keep = 1 WHERE name = 'nightly'", "baseline nightly, version 1"},
      {"UPDATE baselines SET note = 'another' WHERE version = 2", "baseline release, version 2"},
      {"UPDATE baselines SET created_at = '2025-01-01' WHERE version = 2", "baseline release, version 2"},
      // The older version would be the newest.
      {"UPDATE baselines SET removed_at = '2026-01-02' WHERE version = 2", "baseline release, version 2"},
      {"UPDATE baselines SET runs_checksum = 7 WHERE version = 2", "baseline release, version 2"},
      {"DELETE FROM baseline_runs WHERE version = 2 AND run_id = 'second'", "the list of runs of baseline release"},
      {"UPDATE baseline_runs SET run_id = 'first' WHERE name = 'nightly'", "the list of runs of baseline nightly"},
      {"UPDATE gates SET verdict = 'pass' WHERE gate_id = 'g1'", "gate g1"},
      {"UPDATE gates SET baseline = 'nightly' WHERE gate_id = 'g1'", "gate g1"},
      {"UPDATE gates SET forgotten_at = '2026-01-05' WHERE gate_id = 'g1'", "gate g1"},
      {"UPDATE gates SET decided_at = '2027-01-01' WHERE gate_id = 'g1'", "gate g1"},
      {"UPDATE gates SET gate_id = 'g3' WHERE gate_id = 'g1'", "gate g3"},
      {"UPDATE gates SET comparison = '{\"x\":3}' WHERE gate_id = 'g1'", "the comparison of gate g1"},
      {"UPDATE calibrations SET content = '{\"equal_gates\":31}'", "calibration c1"},
      {"UPDATE calibrations SET made_at = '2026-01-06'", "calibration c1"},
      {"UPDATE network_models SET content = '{\"launches\":3}'", "the network model of run first"},
      {"UPDATE run_tags SET run_id = 'first'", "tag nightly-7"},
      {"UPDATE run_tags SET tag = 'nightly-8'", "tag nightly-8"}};
  for (const auto& [sql, named] : kinds) {
    name_ = NewStoreName(GetParam());
    Store store = Store::Open(name_, Store::Access::kWrite);
    Fill(store);
    FillWhatLooksBack(store);
    ReadWhatLooksBack(store);
    EXPECT_THAT(store.upkeep().Check().damages, IsEmpty());
    OpenDatabase(name_, true)->Execute(sql);
    const std::string error = ErrorOf([&] { ReadWhatLooksBack(store); });
    EXPECT_THAT(error, testing::AllOf(HasSubstr(named), HasSubstr("restore a backup"))) << sql;
    EXPECT_THAT(store.upkeep().Check().damages, testing::ElementsAre(HasSubstr(named))) << sql;
  }
}

TEST_P(StoreCheckTest, AllDamagedGatesAreNamed) {
  FillWhatLooksBack(store_);
  OpenDatabase(name_, true)->Execute("UPDATE gates SET verdict = 'inconclusive'");
  EXPECT_THAT(store_.upkeep().Check().damages,
              testing::UnorderedElementsAre(HasSubstr("gate g1"), HasSubstr("gate g2")));
}

// A baseline of which a damaged list has lost a run does not give that run away.
TEST_P(StoreCheckTest, ARunOfADamagedBaselineIsNotDeleted) {
  FillWhatLooksBack(store_);
  OpenDatabase(name_, true)->Execute("DELETE FROM baseline_runs WHERE run_id = 'second'");
  EXPECT_THAT(ErrorOf([&] { store_.upkeep().DeleteRun("second"); }), HasSubstr("the list of runs of baseline"));
  EXPECT_THAT(ErrorOf([&] { store_.upkeep().RunsToPrune({0, ""}); }), HasSubstr("the list of runs of baseline"));
  EXPECT_EQ(store_.runs().All().size(), 2u);
}

TEST_P(StoreCheckTest, OwnChangesAreNoDamage) {
  FillWhatLooksBack(store_);
  store_.gates().Forget("g1", "2026-01-05T00:00:00Z");
  store_.runs().SetNetworkModel("first", {{"launches", 3}});
  store_.baselines().Remove("nightly");
  EXPECT_THAT(store_.upkeep().Check().damages, IsEmpty());
  store_.baselines().Remove("release");
  store_.upkeep().DeleteRun("second");
  EXPECT_THAT(store_.upkeep().Check().damages, IsEmpty());
  EXPECT_EQ(store_.baselines().Set("release", {"first"}, ""), 3);
}

INSTANTIATE_TEST_SUITE_P(Kinds, StoreCheckTest, testing::ValuesIn(kStoreKinds),
                         [](const auto& kind) { return StoreKindName(kind.param); });

// All that was stored, or the error.
std::string AnswerOf(const std::string& path) {
  std::string answer;
  const std::string error = ErrorOf([&] {
    Store store = Store::Open(path, Store::Access::kRead);
    std::string text;
    for (const std::string& id : kRuns) {
      const Run run = store.runs().Find(id);
      text += run.library + run.started_at + RunStatusName(run.status) + run.plan.dump();
      for (const LaunchRecord& launch : store.runs().Launches(id, LaunchDetail::kObservations)) {
        text += ToJson(launch, {}).dump();
      }
    }
    answer = text;
  });
  return answer.empty() ? "error: " + error : answer;
}

// Bytes of a disk that became others: the answer is the same, or there is none.
TEST(StoreDamage, NoByteThatChangedChangesTheAnswer) {
  const std::string path = NewStoreName(StoreKind::kSqlite);
  {
    Store store = Store::Open(path, Store::Access::kWrite);
    Fill(store);
  }
  std::ifstream in(path, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const std::string answer = AnswerOf(path);
  ASSERT_GT(answer.size(), 1000u);
  int errors = 0;
  const std::string damaged = NewStoreName(StoreKind::kSqlite);
  // Every place of what is written, about, in turn with a bit, another one, and all of them changed.
  const std::size_t step = std::max<std::size_t>(1, whole.size() / 3000);
  for (std::size_t place = 0, turn = 0; place < whole.size(); place += step, ++turn) {
    std::string bytes = whole;
    bytes[place] = static_cast<char>(bytes[place] ^ "\x01\x20\xff"[turn % 3]);
    std::ofstream(damaged, std::ios::binary | std::ios::trunc) << bytes;
    const std::string said = AnswerOf(damaged);
    if (said == answer) continue;
    ++errors;
    ASSERT_THAT(said, testing::StartsWith("error: ")) << "byte " << place << ", turn " << turn % 3;
  }
  EXPECT_GT(errors, 100);
}

}  // namespace
}  // namespace mpigauge
