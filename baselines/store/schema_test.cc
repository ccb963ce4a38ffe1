#include "baselines/store/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

std::string Path(const std::string& name) {
  const auto path = std::filesystem::path(testing::TempDir()) / name;
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path.string() + suffix);
  return path.string();
}

std::string ErrorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Schema, AnEmptyFileBecomesAStore) {
  const auto database = OpenSqlite(Path("empty"), true);
  EXPECT_EQ(StoredVersion(*database), 0);
  Migrate(*database, SchemaSteps());
  EXPECT_EQ(StoredVersion(*database), SchemaVersion());
  Migrate(*database, SchemaSteps());
  EXPECT_EQ(StoredVersion(*database), SchemaVersion());
}

TEST(Schema, LaterStepsKeepWhatIsThere) {
  constexpr std::array<std::string_view, 1> kOld = {"CREATE TABLE t(a); INSERT INTO t VALUES (7)"};
  constexpr std::array<std::string_view, 2> kNew = {kOld[0], "ALTER TABLE t ADD COLUMN b DEFAULT 3"};
  const auto database = OpenSqlite(Path("later"), true);
  Migrate(*database, kOld);
  Migrate(*database, kNew);
  database->Query("SELECT a, b FROM t", {}, [](const SqlRow& row) {
    EXPECT_EQ(row.Integer(0), 7);
    EXPECT_EQ(row.Integer(1), 3);
  });
  EXPECT_THAT(ErrorOf([&] { Migrate(*database, kOld); }), HasSubstr("has schema version 2, this mpigauge knows 1"));
}

TEST(Schema, AStepThatFailsLeavesTheVersionBefore) {
  constexpr std::array<std::string_view, 2> kBroken = {"CREATE TABLE t(a)",
                                                       "INSERT INTO t VALUES (1); INSERT INTO nowhere VALUES (1)"};
  const auto database = OpenSqlite(Path("broken"), true);
  EXPECT_THROW(Migrate(*database, kBroken), Error);
  EXPECT_EQ(StoredVersion(*database), 1);
  database->Query("SELECT count(*) FROM t", {}, [](const SqlRow& row) { EXPECT_EQ(row.Integer(0), 0); });
}

TEST(Schema, AnotherProgramsDatabaseIsRefused) {
  const auto database = OpenSqlite(Path("other"), true);
  database->Execute("CREATE TABLE photographs(a)");
  EXPECT_THAT(ErrorOf([&] { Migrate(*database, SchemaSteps()); }), HasSubstr("not a store of mpigauge"));
}

}  // namespace
}  // namespace mpigauge
