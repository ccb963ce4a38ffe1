#include "baselines/store/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "base/error.h"
#include "baselines/store/blobs.h"
#include "baselines/store/store.h"
#include "baselines/store/testing.h"
#include "record/record_json.h"
#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::Not;

class SchemaTest : public testing::TestWithParam<StoreKind> {
 protected:
  SchemaTest() : name_(NewStoreName(GetParam())), database_(OpenDatabase(name_, true)) {}

  std::string name_;
  std::unique_ptr<Database> database_;
};

TEST_P(SchemaTest, AnEmptyDatabaseBecomesAStore) {
  EXPECT_EQ(StoredVersion(*database_), 0);
  Migrate(*database_, SchemaSteps());
  EXPECT_EQ(StoredVersion(*database_), SchemaVersion());
  Migrate(*database_, SchemaSteps());
  EXPECT_EQ(StoredVersion(*database_), SchemaVersion());
}

TEST_P(SchemaTest, LaterStepsKeepWhatIsThere) {
  constexpr std::array<std::string_view, 1> kOld = {"CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (7)"};
  constexpr std::array<std::string_view, 2> kNew = {kOld[0], "ALTER TABLE t ADD COLUMN b INTEGER DEFAULT 3"};
  Migrate(*database_, kOld);
  Migrate(*database_, kNew);
  database_->Query("SELECT a, b FROM t", {}, [](const SqlRow& row) {
    EXPECT_EQ(row.Integer(0), 7);
    EXPECT_EQ(row.Integer(1), 3);
  });
  EXPECT_THAT(ErrorOf([&] { Migrate(*database_, kOld); }), HasSubstr("has schema version 2, this mpigauge knows 1"));
}

TEST_P(SchemaTest, AStepThatFailsLeavesTheVersionBefore) {
  constexpr std::array<std::string_view, 2> kBroken = {"CREATE TABLE t(a INTEGER)",
                                                       "INSERT INTO t VALUES (1); INSERT INTO nowhere VALUES (1)"};
  EXPECT_THROW(Migrate(*database_, kBroken), Error);
  EXPECT_EQ(StoredVersion(*database_), 1);
  database_->Query("SELECT count(*) FROM t", {}, [](const SqlRow& row) { EXPECT_EQ(row.Integer(0), 0); });
}

TEST_P(SchemaTest, AnotherProgramsDatabaseIsRefused) {
  database_->Execute("CREATE TABLE photographs(a INTEGER)");
  EXPECT_THAT(ErrorOf([&] { Migrate(*database_, SchemaSteps()); }), HasSubstr("not a store of mpigauge"));
}

// Writes a database with the statements of version 1.
void FillVersion1(Database& database, const LaunchRecord& launch) {
  const SeriesRecord& series = launch.series[0];
  database.Execute("INSERT INTO runs VALUES('run', 'Open MPI', '2026-01-01', 'complete', '{\"ranks\":2}')");
  database.Execute("INSERT INTO environments(key) VALUES($1)", {Json(launch.environment.key).dump()});
  database.Execute("INSERT INTO launches VALUES($1, 'run', 0, '2026-01-01', 1.5, 'complete', '', 1, $2, $3)",
                   {launch.launch_id, Json(launch.environment.context).dump(), Json(launch.settings).dump()});
  database.Execute("INSERT INTO series(name, identity, description) VALUES($1, $2, $3)",
                   {series.name, series.name + " v1 " + series.method.Text(), DescriptionToJson(series).dump()});
  database.Execute("INSERT INTO results VALUES($1, 1, 3, 1, 1e-6, 0.9e-6, NULL, NULL, 3e-6, 1e-6, 0, 1, 1, NULL, $2)",
                   {launch.launch_id, EncodePasses(series.passes)});
  database.Execute("INSERT INTO baselines VALUES('release', 1, '2026-01-02', 'first', NULL)");
  database.Execute("INSERT INTO baseline_runs VALUES('release', 1, 'run')");
  database.Execute("INSERT INTO gates VALUES('g1', '2026-01-03', 'run', 'release', 'pass', '{\"x\":1}')");
}

// Told to write to it, so that it would be brought up to date, people would only be refused once more.
TEST_P(SchemaTest, ANewerStoreIsRefusedWithoutAdviceThatDoesNotHelp) {
  const std::string name = NewStoreName(GetParam());
  { Store::Open(name, Store::Access::kWrite); }
  OpenDatabase(name, true)->Execute("UPDATE mpigauge_store SET version = 99");
  for (const auto access : {Store::Access::kRead, Store::Access::kWrite}) {
    const std::string error = ErrorOf([&] { Store::Open(name, access); });
    EXPECT_THAT(error, HasSubstr("has schema version 99"));
    EXPECT_THAT(error, HasSubstr("a newer mpigauge wrote it"));
    EXPECT_THAT(error, Not(HasSubstr("up to date")));
  }
}

// Each was once an index into the steps, or 0 when it was made an int.
TEST_P(SchemaTest, AVersionThatCannotBeIsRefused) {
  const std::string name = NewStoreName(GetParam());
  { Store::Open(name, Store::Access::kWrite); }
  const auto database = OpenDatabase(name, true);
  const auto refused = [&](const std::string& why) {
    for (const auto access : {Store::Access::kRead, Store::Access::kWrite}) {
      EXPECT_THAT(ErrorOf([&] { Store::Open(name, access); }), HasSubstr(why));
    }
    EXPECT_THAT(ErrorOf([&] { Store::VersionsOf(name); }), HasSubstr(why));
  };
  for (const std::int64_t version : {-10000, -1, 0}) {
    database->Execute("UPDATE mpigauge_store SET version = $1", {version});
    refused(std::to_string(version) + ", which no mpigauge writes");
  }
  for (const std::int64_t version : {std::int64_t{1} << 32, (std::int64_t{1} << 32) + 1, std::int64_t{99}}) {
    database->Execute("UPDATE mpigauge_store SET version = $1", {version});
    refused("has schema version " + std::to_string(version) + ", this mpigauge knows");
  }
  database->Execute("INSERT INTO mpigauge_store VALUES (18)");
  refused("has 2 schema versions");
  database->Execute("DELETE FROM mpigauge_store");
  refused("has 0 schema versions");
}

TEST_P(SchemaTest, AStoreOfEveryOlderVersionIsBroughtUpToDateWithAllThatIsInIt) {
  const LaunchRecord launch = ExampleLaunch("run", 0, {{"allreduce/bytes:8/ranks:2", 1e-6}});
  for (int version = 1; version < SchemaVersion(); ++version) {
    const std::string name = NewStoreName(GetParam());
    const bool knew_handovers = version >= 10 && version < 16;
    {
      const auto old = OpenDatabase(name, true);
      Migrate(*old, SchemaSteps().first(1));
      FillVersion1(*old, launch);
      Migrate(*old, SchemaSteps().first(static_cast<std::size_t>(version)));
      ASSERT_EQ(StoredVersion(*old), version);
      if (knew_handovers) old->Execute("UPDATE results SET handover_seconds = '[[1e-8, 2e-8]]'");
    }
    EXPECT_THAT(ErrorOf([&] { Store::Open(name, Store::Access::kRead); }),
                HasSubstr("brings an older store up to date"));
    Store store = Store::Open(name, Store::Access::kWrite);
    const auto back = store.runs().Launches("run", LaunchDetail::kObservations);
    ASSERT_EQ(back.size(), 1u);
    EXPECT_EQ(back[0].environment.key, launch.environment.key);
    EXPECT_EQ(back[0].series[0].Observations(), launch.series[0].Observations());
    EXPECT_EQ(back[0].series[0].remeasured, 0);
    const VisitReferences handovers{{.handover = 1e-8}, {.handover = 2e-8}};
    EXPECT_EQ(back[0].series[0].passes[0].references, knew_handovers ? handovers : VisitReferences());
    EXPECT_TRUE(back[0].series[0].Counters().empty());
    EXPECT_TRUE(store.runs().Tags().empty());
    EXPECT_EQ(store.baselines().Find("release")->run_ids, std::vector<std::string>{"run"});
    EXPECT_EQ(store.baselines().Find("release")->keep, 0);
    EXPECT_EQ(store.gates().Newest(1)[0].comparison.at("x"), 1);
    EXPECT_FALSE(store.runs().AddLaunch(back[0]));  // known
    EXPECT_TRUE(store.runs().AddLaunch(ExampleLaunch("run", 1, {{"allreduce/bytes:8/ranks:2", 1e-6}})));
    EXPECT_EQ(store.history().Points("allreduce/bytes:8/ranks:2")[0].medians_seconds.size(), 2u);
    store.history().KeepMedians();
    EXPECT_EQ(store.history().Medians("run").at(0).launches, 2);
  }
}

TEST_P(SchemaTest, ManyThatOpenANewStoreAtOnceMakeItOnce) {
  database_.reset();
  std::vector<std::thread> openers;
  for (int i = 0; i < 4; ++i) openers.emplace_back([&] { Store::Open(name_, Store::Access::kWrite); });
  for (std::thread& opener : openers) opener.join();
  const auto database = OpenDatabase(name_, false);
  EXPECT_EQ(StoredVersion(*database), SchemaVersion());
  database->Query("SELECT count(*) FROM mpigauge_store", {}, [](const SqlRow& row) { EXPECT_EQ(row.Integer(0), 1); });
}

INSTANTIATE_TEST_SUITE_P(Kinds, SchemaTest, testing::ValuesIn(kStoreKinds),
                         [](const auto& kind) { return StoreKindName(kind.param); });

// The schema of SQLite stores stays as it is, byte by byte.
TEST(Dialect, OnlyWholeWordsAreTranslated) {
  const std::string sql = "CREATE TABLE INTEGERS(a INTEGER PRIMARY KEY, b INTEGER NOT NULL, c BLOB, MYTEXT TEXT)";
  EXPECT_EQ(Translated(sql, SqliteDialect()), sql);
  EXPECT_EQ(Translated(sql, PostgresDialect()),
            "CREATE TABLE INTEGERS(a BIGSERIAL PRIMARY KEY, b BIGINT NOT NULL, c BYTEA, MYTEXT TEXT COLLATE \"C\")");
}

}  // namespace
}  // namespace mpigauge
