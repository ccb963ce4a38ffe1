#pragma once

#include <exception>
#include <optional>
#include <pqxx/pqxx>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "baselines/store/database.h"
#include "baselines/store/postgres_url.h"

namespace mpigauge {

// The values of a statement as libpq takes them: text, and nothing for NULL.
class PostgresParameters {
 public:
  // Throws Error (usage) that names `database` where a text has a NUL byte: PostgreSQL cannot keep it.
  void Add(const SqlValue& value, const std::string& database);
  std::size_t count() const { return texts_.size(); }
  std::size_t bytes() const { return bytes_; }
  // Valid as long as nothing is added.
  std::vector<const char*> Pointers() const;

 private:
  std::vector<std::optional<std::string>> texts_;
  std::size_t bytes_ = 0;
};

class PostgresRow : public SqlRow {
 public:
  explicit PostgresRow(const pqxx::row& row) : row_(row) {}
  bool IsNull(int column) const override { return row_[column].is_null(); }
  std::int64_t Integer(int column) const override { return row_[column].as<std::int64_t>(0); }
  double Real(int column) const override;
  std::string Text(int column) const override { return row_[column].c_str(); }
  Blob Bytes(int column) const override;

 private:
  const pqxx::row& row_;
};

// These errors say in our words what went wrong with a PostgreSQL database, and what to do about it. Without the
// password.

// A connection that could not be made.
Error ConnectError(const PostgresUrl& url, const std::exception& error);

// A statement or a transaction that failed; `lost`: because the connection is gone.
Error StatementError(const PostgresUrl& url, const std::exception& error, bool lost);

}  // namespace mpigauge
