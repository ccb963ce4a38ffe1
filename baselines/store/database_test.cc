#include "baselines/store/database.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

std::string Path(const std::string& name) {
  const auto path = std::filesystem::path(testing::TempDir()) / name;
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path.string() + suffix);
  return path.string();
}

std::int64_t Count(Database& database) {
  std::int64_t count = -1;
  database.Query("SELECT count(*) FROM t", {}, [&](const SqlRow& row) { count = row.Integer(0); });
  return count;
}

std::string ErrorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Database, ValuesOfEveryTypeComeBack) {
  const auto database = OpenSqlite(Path("types"), true);
  database->Execute("CREATE TABLE t(a, b, c, d, e)");
  const Blob bytes = {std::byte{0}, std::byte{255}};
  database->Execute("INSERT INTO t VALUES($1, $2, $3, $4, $5)",
                    {std::int64_t{1} << 60, 0.1, std::string("quote ' and \0 nul", 16), bytes, nullptr});
  database->Query("SELECT * FROM t WHERE a = $1", {std::int64_t{1} << 60}, [&](const SqlRow& row) {
    EXPECT_EQ(row.Integer(0), std::int64_t{1} << 60);
    EXPECT_EQ(row.Real(1), 0.1);
    EXPECT_THAT(row.Text(2), HasSubstr("quote ' and"));
    EXPECT_EQ(row.Bytes(3), bytes);
    EXPECT_TRUE(row.IsNull(4));
  });
}

TEST(Database, ATransactionThatThrowsStoresNothing) {
  const auto database = OpenSqlite(Path("transaction"), true);
  database->Execute("CREATE TABLE t(a)");
  EXPECT_THROW(database->InTransaction([&] {
    database->Execute("INSERT INTO t VALUES($1)", {std::int64_t{1}});
    throw std::runtime_error("stop");
  }),
               std::runtime_error);
  EXPECT_EQ(Count(*database), 0);
  database->InTransaction([&] { database->Execute("INSERT INTO t VALUES($1)", {std::int64_t{1}}); });
  EXPECT_EQ(Count(*database), 1);
}

TEST(Database, TwoWritersAtOnceLoseNothing) {
  const std::string path = Path("writers");
  OpenSqlite(path, true)->Execute("CREATE TABLE t(a)");
  const auto write = [&] {
    const auto database = OpenSqlite(path, true);
    for (std::int64_t i = 0; i < 100; ++i) {
      database->InTransaction([&] { database->Execute("INSERT INTO t VALUES($1)", {i}); });
    }
  };
  std::thread one(write);
  std::thread two(write);
  one.join();
  two.join();
  EXPECT_EQ(Count(*OpenSqlite(path, false)), 200);
}

TEST(Database, ALockedStoreIsNamed) {
  const std::string path = Path("locked");
  const auto holder = OpenSqlite(path, true);
  holder->Execute("CREATE TABLE t(a)");
  holder->InTransaction([&] {
    const auto other = OpenSqlite(path, true, 0.05);
    EXPECT_THAT(ErrorOf([&] { other->InTransaction([] {}); }), HasSubstr("another process has been writing"));
  });
}

TEST(Database, WhatIsNoStoreIsNamed) {
  const std::string path = Path("text");
  std::ofstream(path) << "this is not a database, but it is long enough to be looked at as one ..............";
  EXPECT_THAT(ErrorOf([&] { OpenSqlite(path, true); }), HasSubstr("is not a store"));
  EXPECT_THAT(ErrorOf([] { OpenSqlite("/no/such/folder/x.sqlite", true); }), HasSubstr("cannot be opened"));
  EXPECT_THAT(ErrorOf([] { OpenSqlite(Path("missing"), false); }), HasSubstr("cannot be opened"));
}

TEST(Database, ADamagedStoreIsNamed) {
  const std::string path = Path("damaged");
  {
    const auto database = OpenSqlite(path, true);
    database->Execute("CREATE TABLE t(a)");
    for (std::int64_t i = 0; i < 2000; ++i) database->Execute("INSERT INTO t VALUES($1)", {std::string(100, 'x')});
  }
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(4096);
  file << std::string(8192, '\x55');
  file.close();
  EXPECT_THAT(ErrorOf([&] { Count(*OpenSqlite(path, false)); }), HasSubstr("is damaged"));
}

TEST(Database, AStoreOpenedForReadingCannotBeWritten) {
  const std::string path = Path("readonly");
  OpenSqlite(path, true)->Execute("CREATE TABLE t(a)");
  EXPECT_THAT(ErrorOf([&] { OpenSqlite(path, false)->Execute("INSERT INTO t VALUES(1)"); }),
              HasSubstr("may only be read"));
}

}  // namespace
}  // namespace mpigauge
