#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mpigauge {

using Blob = std::vector<std::byte>;
// What goes into a statement. nullptr is SQL's NULL.
using SqlValue = std::variant<std::nullptr_t, std::int64_t, double, std::string, Blob>;

// One row of an answer. Columns count from 0.
class SqlRow {
 public:
  virtual ~SqlRow() = default;
  virtual bool IsNull(int column) const = 0;
  virtual std::int64_t Integer(int column) const = 0;
  virtual double Real(int column) const = 0;
  virtual std::string Text(int column) const = 0;
  virtual Blob Bytes(int column) const = 0;
};

// The little of SQL that the store needs; $1, $2, ... stand for values, numbered in the order in which they
// first appear. All functions throw Error: usage where the file is no store of ours or cannot be opened, not
// measured where it is locked, full or damaged; the text names it and says what to do.
class Database {
 public:
  virtual ~Database() = default;
  virtual void Execute(std::string_view sql, std::initializer_list<SqlValue> values = {}) = 0;
  virtual void Query(std::string_view sql, std::initializer_list<SqlValue> values,
                     const std::function<void(const SqlRow&)>& each) = 0;
  // Runs `action` in one transaction: all of it is stored or, where it throws, nothing.
  virtual void InTransaction(const std::function<void()>& action) = 0;
  // What errors call it.
  virtual const std::string& name() const = 0;
};

// A SQLite file. Several processes may read and write it at once (WAL; a writer waits up to `wait_seconds`).
// `writable`: it is created where it does not exist.
std::unique_ptr<Database> OpenSqlite(const std::string& path, bool writable, double wait_seconds = 20);

}  // namespace mpigauge
