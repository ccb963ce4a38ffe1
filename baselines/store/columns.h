#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "baselines/store/database.h"

// Rows as structs. Such a struct names its columns once, in its function Columns, each with the member that holds it:
//
//   struct TagRow {
//     std::string tag;
//     std::optional<std::int64_t> checksum;
//
//     static void Columns(auto& row, auto&& each) {
//       each("tag", row.tag);
//       each("checksum", row.checksum);
//     }
//   };
//
// The SELECT, what is read and what is inserted follow from it. The type of a member is that of its column: a text, an
// std::int64_t, a double or a Blob; it is optional where the column may be NULL.

namespace mpigauge {

// "tag, checksum"
template <typename Row>
std::string ColumnNames() {
  std::string names;
  const Row row{};
  Row::Columns(row, [&](std::string_view name, const auto&) {
    if (!names.empty()) names += ", ";
    names += name;
  });
  return names;
}

inline void ReadColumn(const SqlRow& row, int column, std::int64_t& value) { value = row.Integer(column); }
inline void ReadColumn(const SqlRow& row, int column, double& value) { value = row.Real(column); }
inline void ReadColumn(const SqlRow& row, int column, std::string& value) { value = row.Text(column); }
inline void ReadColumn(const SqlRow& row, int column, Blob& value) { value = row.Bytes(column); }
template <typename Value>
void ReadColumn(const SqlRow& row, int column, std::optional<Value>& value) {
  value.reset();
  if (!row.IsNull(column)) ReadColumn(row, column, value.emplace());
}

// Reads an answer whose columns are those of ColumnNames.
template <typename Row>
Row FromRow(const SqlRow& answer) {
  Row row;
  int column = 0;
  Row::Columns(row, [&](std::string_view, auto& value) { ReadColumn(answer, column++, value); });
  return row;
}

template <typename Value>
SqlValue ToSql(Value value) {
  return SqlValue(std::move(value));
}
template <typename Value>
SqlValue ToSql(std::optional<Value> value) {
  return value ? SqlValue(std::move(*value)) : SqlValue(nullptr);
}

// The values of a row, in the order of ColumnNames.
template <typename Row>
SqlValues ValuesOf(Row row) {
  SqlValues values;
  Row::Columns(row, [&](std::string_view, auto& value) { values.push_back(ToSql(std::move(value))); });
  return values;
}

// Calls `each` with each row of "SELECT (its columns) `rest`"; `rest` begins with "FROM".
template <typename Row, typename Each>
void Select(Database& database, std::string_view rest, std::initializer_list<SqlValue> values, Each each) {
  database.Query(fmt::format("SELECT {} {}", ColumnNames<Row>(), rest), values,
                 [&](const SqlRow& answer) { each(FromRow<Row>(answer)); });
}

// The same where at most one row is expected; nothing where there is none.
template <typename Row>
std::optional<Row> SelectRow(Database& database, std::string_view rest, std::initializer_list<SqlValue> values) {
  std::optional<Row> found;
  Select<Row>(database, rest, values, [&](Row row) { found = std::move(row); });
  return found;
}

// "table(column, ...)", as Database::Insert takes it.
template <typename Row>
std::string IntoTable(std::string_view table) {
  return fmt::format("{}({})", table, ColumnNames<Row>());
}

template <typename Row>
void InsertRow(Database& database, std::string_view table, Row row, std::string_view on_conflict = "") {
  const SqlValues values = ValuesOf(std::move(row));
  database.Insert(IntoTable<Row>(table), {&values, 1}, on_conflict);
}

}  // namespace mpigauge
