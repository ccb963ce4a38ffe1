#include "baselines/store/database.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

#include "base/error.h"
#include "baselines/store/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

class DatabaseTest : public testing::TestWithParam<StoreKind> {
 protected:
  DatabaseTest() : name_(NewStoreName(GetParam())) {}

  std::unique_ptr<Database> Open(bool writable, double wait_seconds = kWaitSeconds) const {
    return GetParam() == StoreKind::kSqlite ? OpenSqlite(name_, writable, wait_seconds)
                                            : OpenPostgres(name_, writable, wait_seconds);
  }

  std::string name_;
};

TEST(Database, BothSpellingsAreUrlsAndPathsAreNot) {
  EXPECT_TRUE(IsPostgresUrl("postgresql://host/x"));
  EXPECT_TRUE(IsPostgresUrl("postgres://host/x"));
  EXPECT_FALSE(IsPostgresUrl("mpigauge.sqlite"));
  EXPECT_FALSE(IsPostgresUrl("./postgresql:/x"));
}

std::int64_t Count(Database& database) {
  std::int64_t count = -1;
  database.Query("SELECT count(*) FROM t", {}, [&](const SqlRow& row) { count = row.Integer(0); });
  return count;
}

TEST_P(DatabaseTest, ValuesOfEveryTypeComeBack) {
  const auto database = Open(true);
  const std::string blob(database->dialect().words.empty() ? "BLOB" : "BYTEA");
  database->Execute("CREATE TABLE t(a BIGINT, b DOUBLE PRECISION, c TEXT, d " + blob + ", e TEXT, f DOUBLE PRECISION)");
  const Blob bytes = {std::byte{0}, std::byte{255}, std::byte{'\\'}};
  const std::string text = "quote ' \\ $1 \n";
  database->Execute("INSERT INTO t VALUES($1, $2, $3, $4, $5, $6)",
                    {std::int64_t{1} << 60, 0.1, text, bytes, nullptr, std::numeric_limits<double>::quiet_NaN()});
  int rows = 0;
  database->Query("SELECT * FROM t WHERE a = $1", {std::int64_t{1} << 60}, [&](const SqlRow& row) {
    EXPECT_EQ(row.Integer(0), std::int64_t{1} << 60);
    EXPECT_EQ(row.Real(1), 0.1);
    EXPECT_EQ(row.Text(2), text);
    EXPECT_EQ(row.Bytes(3), bytes);
    EXPECT_TRUE(row.IsNull(4));
    EXPECT_TRUE(row.IsNull(5));
    ++rows;
  });
  EXPECT_EQ(rows, 1);
}

TEST_P(DatabaseTest, NumbersComeBackToTheLastBit) {
  const auto database = Open(true);
  database->Execute("CREATE TABLE t(a DOUBLE PRECISION)");
  const std::array<double, 6> values = {1e-300, 5e-324, 1.7976931348623157e308, 1.0 / 3, -0.1234567890123456789, 1e22};
  for (const double value : values) database->Execute("INSERT INTO t VALUES($1)", {value});
  std::size_t i = 0;
  database->Query("SELECT a FROM t", {}, [&](const SqlRow& row) { EXPECT_EQ(row.Real(0), values.at(i++)); });
  EXPECT_EQ(i, values.size());
}

TEST_P(DatabaseTest, ManyRowsAreInsertedInTheirOrder) {
  const auto database = Open(true);
  database->Execute("CREATE TABLE t(a BIGINT, b TEXT)");
  std::vector<SqlValues> rows;
  for (std::int64_t i = 0; i < 70'000; ++i) rows.push_back({i, std::string(i % 1000 == 0 ? 100'000 : 3, 'x')});
  database->InTransaction([&] {
    database->Insert("t(a, b)", rows);
    database->Insert("t(a, b)", {});
  });
  database->Query("SELECT count(*), max(a), sum(length(b)) FROM t", {}, [&](const SqlRow& row) {
    EXPECT_EQ(row.Integer(0), 70'000);
    EXPECT_EQ(row.Integer(1), 69'999);
    EXPECT_EQ(row.Integer(2), 69'930 * 3 + 70 * 100'000);
  });
}

TEST_P(DatabaseTest, ARowThatIsThereStaysWhereTheInsertSaysSo) {
  const auto database = Open(true);
  database->Execute("CREATE TABLE t(a BIGINT PRIMARY KEY, b TEXT)");
  const auto insert = [&](const char* text, std::string_view on_conflict) {
    const std::vector<SqlValues> rows = {{std::int64_t{1}, std::string(text)}};
    database->Insert("t(a, b)", rows, on_conflict);
  };
  insert("first", "");
  insert("second", "ON CONFLICT DO NOTHING");
  EXPECT_THROW(insert("third", ""), Error);
  database->Query("SELECT b FROM t", {}, [](const SqlRow& row) { EXPECT_EQ(row.Text(0), "first"); });
}

TEST_P(DatabaseTest, ATransactionThatThrowsStoresNothing) {
  const auto database = Open(true);
  database->Execute("CREATE TABLE t(a BIGINT)");
  EXPECT_THROW(database->InTransaction([&] {
    database->Execute("INSERT INTO t VALUES($1)", {std::int64_t{1}});
    throw std::runtime_error("stop");
  }),
               std::runtime_error);
  EXPECT_EQ(Count(*database), 0);
  database->InTransaction([&] { database->Execute("INSERT INTO t VALUES($1)", {std::int64_t{1}}); });
  EXPECT_EQ(Count(*database), 1);
}

TEST_P(DatabaseTest, TwoWritersAtOnceLoseNothing) {
  Open(true)->Execute("CREATE TABLE t(a BIGINT)");
  const auto write = [&] {
    const auto database = Open(true);
    for (std::int64_t i = 0; i < 100; ++i) {
      database->InTransaction([&] { database->Execute("INSERT INTO t VALUES($1)", {i}); });
    }
  };
  std::thread one(write);
  std::thread two(write);
  one.join();
  two.join();
  EXPECT_EQ(Count(*Open(false)), 200);
}

TEST_P(DatabaseTest, ALockedStoreIsNamed) {
  const auto holder = Open(true);
  holder->Execute("CREATE TABLE t(a BIGINT)");
  holder->InTransaction([&] {
    const auto other = Open(true, 0.05);
    EXPECT_THAT(ErrorOf([&] { other->InTransaction([] {}); }), HasSubstr("another process has been writing"));
  });
}

TEST_P(DatabaseTest, AStoreOpenedForReadingCannotBeWritten) {
  Open(true)->Execute("CREATE TABLE t(a BIGINT)");
  EXPECT_THAT(ErrorOf([&] { Open(false)->Execute("INSERT INTO t VALUES(1)"); }), HasSubstr("may only be read"));
}

TEST_P(DatabaseTest, AStatementThatFailsIsAnErrorAndTheNextOneRuns) {
  const auto database = Open(true);
  EXPECT_THAT(ErrorOf([&] { database->Execute("INSERT INTO nowhere VALUES($1)", {std::int64_t{1}}); }),
              HasSubstr("nowhere"));
  EXPECT_THROW(database->InTransaction([&] { database->Execute("SELECT 1 FROM nowhere"); }), Error);
  database->Execute("CREATE TABLE t(a BIGINT)");
  EXPECT_EQ(Count(*database), 0);
}

INSTANTIATE_TEST_SUITE_P(Kinds, DatabaseTest, testing::ValuesIn(kStoreKinds),
                         [](const auto& kind) { return StoreKindName(kind.param); });

TEST(Sqlite, OtherFilesAndMissingStoresAreNamed) {
  const std::string path = NewStoreName(StoreKind::kSqlite);
  std::ofstream(path) << "this is not a database, but it is long enough to be looked at as one ..............";
  EXPECT_THAT(ErrorOf([&] { OpenSqlite(path, true); }), HasSubstr("is not a store"));
  EXPECT_THAT(ErrorOf([] { OpenSqlite("/no/such/folder/x.sqlite", true); }), HasSubstr("cannot be opened"));
  EXPECT_THAT(ErrorOf([] { OpenSqlite(NewStoreName(StoreKind::kSqlite), false); }),
              HasSubstr("there is no store yet; `mpigauge run` makes one"));
}

TEST(Sqlite, StoresInMemoryAreRefused) {
  for (const char* path : {":memory:", "", "file::memory:", "file:x?mode=memory"}) {
    EXPECT_THAT(ErrorOf([&] { OpenSqlite(path, true); }), HasSubstr("would keep nothing")) << path;
  }
}

TEST(Sqlite, AStoreIsItsOwnersAlone) {
  const std::string path = NewStoreName(StoreKind::kSqlite);
  const auto database = OpenSqlite(path, true);
  database->Execute("CREATE TABLE t(a)");
  using std::filesystem::perms;
  for (const char* suffix : {"", "-wal", "-shm"}) {
    EXPECT_EQ(std::filesystem::status(path + suffix).permissions(), perms::owner_read | perms::owner_write) << suffix;
  }
}

// Two first runs at once: the second one was told at once that another process had been writing for too long.
TEST(Sqlite, SecondProcessWaitsWhileTheStoreIsMade) {
  const std::string path = NewStoreName(StoreKind::kSqlite);
  SQLite::Database maker(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  maker.exec("BEGIN IMMEDIATE");
  EXPECT_THAT(ErrorOf([&] { OpenSqlite(path, true, 0.05); }), HasSubstr("another process has been writing"));
  std::thread ends([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    maker.exec("COMMIT");
  });
  EXPECT_NO_THROW(OpenSqlite(path, true));
  ends.join();
}

// As a network's disk does it: a limit of file sizes is no full disk.
TEST(Sqlite, ADiskThatDoesNotWriteIsNamed) {
  const std::string path = NewStoreName(StoreKind::kSqlite);
  const auto database = OpenSqlite(path, true);
  database->Execute("CREATE TABLE t(a)");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit smaller{std::filesystem::file_size(path + "-wal"), before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &smaller);
  const std::string error = ErrorOf([&] { database->Execute("INSERT INTO t VALUES($1)", {std::string(9999, 'x')}); });
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(error, testing::AllOf(HasSubstr(path), HasSubstr("the disk does not read or write")));
}

TEST(Sqlite, ConflictingRowUnderTheSameKeyIsNamed) {
  const auto database = OpenSqlite(NewStoreName(StoreKind::kSqlite), true);
  database->Execute("CREATE TABLE t(a PRIMARY KEY)");
  const auto add = [&] { database->Execute("INSERT INTO t VALUES($1)", {std::int64_t{1}}); };
  add();
  EXPECT_THAT(ErrorOf(add), HasSubstr("something else under the same key"));
}

TEST(Sqlite, ADamagedStoreIsNamed) {
  const std::string path = NewStoreName(StoreKind::kSqlite);
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

}  // namespace
}  // namespace mpigauge
