#include "baselines/store/columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "baselines/store/testing.h"

namespace mpigauge {
namespace {

struct Figures {
  std::optional<double> seconds;
  std::optional<std::string> fault;

  static void Columns(auto& row, auto&& each) {
    each("seconds", row.seconds);
    each("fault", row.fault);
  }
};

struct Result {
  std::string name;
  std::int64_t count = 0;
  Figures figures;
  Blob bytes;

  static void Columns(auto& row, auto&& each) {
    each("results.name", row.name);
    each("count", row.count);
    Figures::Columns(row.figures, each);
    each("bytes", row.bytes);
  }
};

struct StoredResult : Result {
  static void Columns(auto& row, auto&& each) {
    each("name", row.name);
    each("count", row.count);
    Figures::Columns(row.figures, each);
    each("bytes", row.bytes);
  }
};

TEST(Columns, ColumnsOfARowWithinARowAreAmongThem) {
  EXPECT_EQ(ColumnNames<Result>(), "results.name, count, seconds, fault, bytes");
  EXPECT_EQ(IntoTable<Figures>("figures"), "figures(seconds, fault)");
}

TEST(Columns, InsertedRowIsReadAgain) {
  const auto database = OpenSqlite(NewStoreName(StoreKind::kSqlite), true);
  database->Execute(
      "CREATE TABLE results(name TEXT PRIMARY KEY, count INTEGER, seconds DOUBLE, fault TEXT, bytes BLOB)");
  InsertRow(*database, "results", StoredResult{{"a", 3, {1.5, std::nullopt}, {std::byte{7}}}});
  InsertRow(*database, "results", StoredResult{{"b", 4, {std::nullopt, "wrong"}, {}}});
  InsertRow(*database, "results", StoredResult{{"b", 5, {}, {}}}, "ON CONFLICT DO NOTHING");
  std::vector<Result> rows;
  Select<Result>(*database, "FROM results ORDER BY name", {}, [&](Result row) { rows.push_back(std::move(row)); });
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].name, "a");
  EXPECT_EQ(rows[0].figures.seconds, 1.5);
  EXPECT_EQ(rows[0].figures.fault, std::nullopt);
  EXPECT_EQ(rows[0].bytes, Blob{std::byte{7}});
  EXPECT_EQ(rows[1].count, 4);
  EXPECT_EQ(rows[1].figures.seconds, std::nullopt);
  EXPECT_EQ(rows[1].figures.fault, "wrong");
  EXPECT_TRUE(rows[1].bytes.empty());
  EXPECT_EQ(SelectRow<Result>(*database, "FROM results WHERE name = $1", {std::string("b")})->count, 4);
  EXPECT_FALSE(SelectRow<Result>(*database, "FROM results WHERE name = $1", {std::string("c")}).has_value());
}

}  // namespace
}  // namespace mpigauge
