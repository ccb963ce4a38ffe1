#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "baselines/store/database.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

// What went wrong in words of ours, and what to do about it.
[[noreturn]] void Throw(const std::string& path, const SQLite::Exception& error) {
  switch (error.getErrorCode()) {
    case SQLITE_CANTOPEN:
      throw UsageError("{}: cannot be opened: {}; does the folder exist, and may you write there?", path, error.what());
    case SQLITE_NOTADB:
      throw UsageError("{}: is not a store ({})", path, error.what());
    case SQLITE_READONLY:
      throw NotMeasured("{}: may only be read here; give another one with --store", path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw NotMeasured("{}: another process has been writing to it for too long; try again", path);
    case SQLITE_FULL:
      throw NotMeasured("{}: the disk is full; nothing of this step was stored", path);
    case SQLITE_IOERR:
      throw NotMeasured(
          "{}: the disk does not read or write ({}); is it full, over quota, or a network's that is away?", path,
          error.what());
    case SQLITE_CONSTRAINT:
      throw NotMeasured("{}: holds something else under the same key already ({}); is it damaged?", path, error.what());
    case SQLITE_CORRUPT:
      throw NotMeasured("{}: is damaged ({}); copy what `sqlite3 {} .recover` saves into a new file", path,
                        error.what(), path);
    default:
      throw NotMeasured("{}: {}", path, error.what());
  }
}

// SQLite takes these for a database that is gone with the process.
void RequireFile(const std::string& path) {
  const bool uri = path.starts_with("file:");
  if (path.empty() || path == ":memory:" || (uri && path.find("memory") != std::string::npos)) {
    throw UsageError("--store '{}': would keep nothing; give the path of a file", path);
  }
}

// Plans of runs hold variables of the environment: the file is its owner's alone, until somebody says otherwise. SQLite
// gives the files beside it the same rights.
void MakeFile(const std::string& path) {
  const int file = open(path.c_str(), O_CREAT | O_EXCL | O_CLOEXEC | O_WRONLY, 0600);
  if (file >= 0) close(file);
}

class SqliteRow : public SqlRow {
 public:
  explicit SqliteRow(SQLite::Statement& statement) : statement_(statement) {}
  bool IsNull(int column) const override { return At(column).isNull(); }
  std::int64_t Integer(int column) const override { return At(column).getInt64(); }
  double Real(int column) const override { return At(column).getDouble(); }
  std::string Text(int column) const override { return At(column).getString(); }
  Blob Bytes(int column) const override {
    const SQLite::Column& value = At(column);
    const auto* data = static_cast<const std::byte*>(value.getBlob());
    return Blob(data, data + value.getBytes());
  }

 private:
  // A column is one of the statement, not of one row: made once, as making one takes longer than reading it.
  const SQLite::Column& At(int column) const {
    if (columns_.empty()) {
      for (int i = 0; i < statement_.getColumnCount(); ++i) columns_.push_back(statement_.getColumn(i));
    }
    return columns_.at(static_cast<std::size_t>(column));
  }

  SQLite::Statement& statement_;
  mutable std::vector<SQLite::Column> columns_;  // when the first row is there
};

void Bind(SQLite::Statement& statement, int place, const SqlValue& value) {
  if (std::holds_alternative<std::nullptr_t>(value)) {
    statement.bind(place);
  } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    statement.bind(place, *integer);
  } else if (const auto* real = std::get_if<double>(&value)) {
    statement.bind(place, *real);
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    statement.bind(place, *text);
  } else {
    const Blob& blob = std::get<Blob>(value);
    // An empty vector may have no address, and SQLite takes that for NULL.
    statement.bind(place, blob.empty() ? static_cast<const void*>("") : blob.data(), static_cast<int>(blob.size()));
  }
}

// "($1, $2, ...)"
std::string Placeholders(std::size_t count) {
  std::string text;
  for (std::size_t i = 1; i <= count; ++i) text += fmt::format("{}${}", i == 1 ? "(" : ", ", i);
  return text + ")";
}

class SqliteDatabase : public Database {
 public:
  SqliteDatabase(const std::string& path, bool writable, double wait_seconds)
      : path_(path), database_(Address(path, writable), Flags(writable)) {
    database_.setBusyTimeout(static_cast<int>(wait_seconds * 1000));
    database_.exec("PRAGMA foreign_keys = ON");
    if (!writable) return;
    database_.exec("PRAGMA journal_mode = WAL");
    database_.exec("PRAGMA synchronous = FULL");
  }

  void Execute(std::string_view sql, std::initializer_list<SqlValue> values) override {
    Guarded([&] {
      SQLite::Statement& statement = Prepare(sql, {values.begin(), values.size()});
      while (statement.executeStep()) {
      }
      statement.reset();
    });
  }

  void Query(std::string_view sql, std::initializer_list<SqlValue> values,
             const std::function<void(const SqlRow&)>& each) override {
    Guarded([&] {
      SQLite::Statement& statement = Prepare(sql, {values.begin(), values.size()});
      const SqliteRow row(statement);
      while (statement.executeStep()) each(row);
      statement.reset();
    });
  }

  void Insert(std::string_view into, std::span<const SqlValues> rows) override {
    if (rows.empty()) return;
    const std::string sql = fmt::format("INSERT INTO {} VALUES{}", into, Placeholders(rows[0].size()));
    Guarded([&] {
      for (const SqlValues& row : rows) {
        SQLite::Statement& statement = Prepare(sql, row);
        statement.exec();
        statement.reset();
      }
    });
  }

  void InTransaction(const std::function<void()>& action) override {
    Guarded([&] {
      SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
      action();
      transaction.commit();
    });
  }

  const std::string& name() const override { return path_; }
  const Dialect& dialect() const override { return SqliteDialect(); }

 private:
  static int Flags(bool writable) {
    // Without locks of its own: a database is used by one thread at a time, as its statements are.
    return SQLite::OPEN_URI | SQLite::OPEN_NOMUTEX |
           (writable ? SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE : SQLite::OPEN_READONLY);
  }

  // Reading a WAL database needs files beside it. Where those cannot be made (a read-only file system), nobody else
  // can write either, and SQLite may take the file as it is.
  static std::string Address(const std::string& path, bool writable) {
    const auto folder = std::filesystem::absolute(path).parent_path();
    if (writable || access(folder.c_str(), W_OK) == 0) return path;
    std::string escaped;
    for (const char letter : std::filesystem::absolute(path).string()) {
      escaped += letter == '%' ? "%25" : letter == '?' ? "%3f" : letter == '#' ? "%23" : std::string(1, letter);
    }
    return "file:" + escaped + "?immutable=1";
  }

  template <typename Action>
  void Guarded(Action action) {
    try {
      action();
    } catch (const SQLite::Exception& error) {
      Throw(path_, error);
    }
  }

  // Statements are compiled once and kept.
  SQLite::Statement& Prepare(std::string_view sql, std::span<const SqlValue> values) {
    auto& statement = statements_[std::string(sql)];
    if (!statement) statement = std::make_unique<SQLite::Statement>(database_, std::string(sql));
    statement->reset();
    statement->clearBindings();
    int place = 0;
    for (const SqlValue& value : values) Bind(*statement, ++place, value);
    return *statement;
  }

  std::string path_;
  SQLite::Database database_;
  std::map<std::string, std::unique_ptr<SQLite::Statement>> statements_;
};

}  // namespace

std::unique_ptr<Database> OpenSqlite(const std::string& path, bool writable, double wait_seconds) {
  RequireFile(path);
  if (writable && !path.starts_with("file:")) MakeFile(path);
  try {
    auto database = std::make_unique<SqliteDatabase>(path, writable, wait_seconds);
    database->Query("SELECT count(*) FROM sqlite_master", {}, [](const SqlRow&) {});  // reads the file's header
    return database;
  } catch (const SQLite::Exception& error) {
    Throw(path, error);
  }
}

}  // namespace mpigauge
