#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <optional>
#include <thread>

#include "base/error.h"
#include "base/trusted_path.h"
#include "baselines/store/database.h"

namespace mpigauge {
namespace {

// Says in our words what went wrong, and what to do about it.
[[noreturn]] void Throw(const std::string& path, const SQLite::Exception& error) {
  switch (error.getErrorCode()) {
    case SQLITE_CANTOPEN:
      throw UsageError("{}: cannot be opened: {}; check that the folder exists and that you may write there", path,
                       error.what());
    case SQLITE_NOTADB: throw UsageError("{}: is not a store ({})", path, error.what());
    case SQLITE_READONLY: throw NotMeasured("{}: may only be read here; give another one with --store", path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED: throw NotMeasured("{}: another process has been writing to it for too long; try again", path);
    case SQLITE_FULL: throw NotMeasured("{}: the disk is full; nothing of this step was stored", path);
    case SQLITE_IOERR:
      throw NotMeasured(
          "{}: the disk does not read or write ({}); it may be full, over quota, or a network disk that does not "
          "answer",
          path, error.what());
    case SQLITE_CONSTRAINT:
      throw NotMeasured("{}: already holds something else under the same key ({}); the store may be damaged", path,
                        error.what());
    case SQLITE_CORRUPT:
      throw NotMeasured("{}: is damaged ({}); copy what `sqlite3 {} .recover` saves into a new file", path,
                        error.what(), path);
    default: throw NotMeasured("{}: {}", path, error.what());
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
  SqliteRow(SQLite::Statement& statement, const std::string& path) : statement_(statement), path_(path) {}
  bool IsNull(int column) const override { return At(column).isNull(); }
  std::int64_t Integer(int column) const override {
    return OfType(column, {SQLITE_INTEGER}, "a whole number").getInt64();
  }
  double Real(int column) const override {
    return OfType(column, {SQLITE_FLOAT, SQLITE_INTEGER}, "a number").getDouble();
  }
  std::string Text(int column) const override { return OfType(column, {SQLITE_TEXT}, "a text").getString(); }
  Blob Bytes(int column) const override {
    const SQLite::Column& value = OfType(column, {SQLITE_BLOB}, "bytes");
    const auto* data = static_cast<const std::byte*>(value.getBlob());
    return Blob(data, data + value.getBytes());
  }

 private:
  // SQLite keeps a text where a number belongs, sorts it as a text, and reads it as a number. NULL is 0, or empty.
  const SQLite::Column& OfType(int column, std::initializer_list<int> types, const char* what) const {
    const SQLite::Column& value = At(column);
    const bool fits = value.isNull() || std::find(types.begin(), types.end(), value.getType()) != types.end();
    if (fits) return value;
    throw NotMeasured("{}: {} is not {}, as it was stored; the database is damaged; restore a backup", path_,
                      value.getName(), what);
  }

  // A column is one of the statement, not of one row: made once, as making one takes longer than reading it.
  const SQLite::Column& At(int column) const {
    if (columns_.empty()) {
      for (int i = 0; i < statement_.getColumnCount(); ++i) columns_.push_back(statement_.getColumn(i));
    }
    return columns_.at(static_cast<std::size_t>(column));
  }

  SQLite::Statement& statement_;
  const std::string& path_;
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

// Ends the use of a statement, also where reading a row throws: a statement that is left open keeps its transaction,
// and later statements would read the database as it was then.
class Ended {
 public:
  explicit Ended(SQLite::Statement& statement) : statement_(statement) {}
  ~Ended() { statement_.tryReset(); }
  Ended(const Ended&) = delete;
  Ended& operator=(const Ended&) = delete;

 private:
  SQLite::Statement& statement_;
};

// How a file is opened. kAsItLies: without locks and without the files beside it, for whoever cannot make those.
enum class SqliteAccess { kWrite, kRead, kAsItLies };

// This state changes when somebody writes to the database, or has written to the log beside it.
struct FileState {
  std::uint64_t inode = 0;
  std::int64_t bytes = 0;
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
  std::int64_t log_bytes = 0;
  bool operator==(const FileState&) const = default;
};

// 0 where there is no such file.
std::int64_t BytesOf(const std::string& path) {
  struct stat facts {};
  return stat(path.c_str(), &facts) == 0 ? facts.st_size : 0;
}

FileState StateOf(const std::string& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) return {};
  return {facts.st_ino, facts.st_size, facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, BytesOf(path + "-wal")};
}

class SqliteDatabase : public Database {
 public:
  SqliteDatabase(const std::string& path, SqliteAccess access, double wait_seconds)
      : path_(path),
        as_it_lay_(access == SqliteAccess::kAsItLies ? std::optional(StateOf(path)) : std::nullopt),
        database_(Address(path, access), Flags(access)) {
    const bool writable = access == SqliteAccess::kWrite;
    database_.setBusyTimeout(static_cast<int>(wait_seconds * 1000));
    database_.exec("PRAGMA foreign_keys = ON");
    if (writable) KeepLog(wait_seconds);
    if (writable) database_.exec("PRAGMA synchronous = FULL");
    database_.execAndGet("SELECT count(*) FROM sqlite_master");  // reads the file's header
  }

  void Execute(std::string_view sql, std::initializer_list<SqlValue> values) override {
    Guarded([&] {
      SQLite::Statement& statement = Prepare(sql, {values.begin(), values.size()});
      const Ended ended(statement);
      while (statement.executeStep()) {
      }
    });
  }

  void Query(std::string_view sql, std::initializer_list<SqlValue> values,
             const std::function<void(const SqlRow&)>& each) override {
    Guarded([&] {
      SQLite::Statement& statement = Prepare(sql, {values.begin(), values.size()});
      const Ended ended(statement);
      const SqliteRow row(statement, path_);
      while (statement.executeStep()) each(row);
    });
    RequireUnwritten();
  }

  void Insert(std::string_view into, std::span<const SqlValues> rows, std::string_view on_conflict) override {
    if (rows.empty()) return;
    const std::string sql = fmt::format("INSERT INTO {} VALUES{} {}", into, Placeholders(rows[0].size()), on_conflict);
    Guarded([&] {
      for (const SqlValues& row : rows) {
        SQLite::Statement& statement = Prepare(sql, row);
        const Ended ended(statement);
        statement.exec();
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

  std::vector<std::string> Damages() override {
    std::vector<std::string> damages;
    Query("PRAGMA integrity_check", {}, [&](const SqlRow& row) {
      if (row.Text(0) != "ok") damages.push_back(row.Text(0));
    });
    return damages;
  }

  const std::string& name() const override { return path_; }
  const Dialect& dialect() const override { return SqliteDialect(); }

 private:
  // Two that make a store at once: SQLite refuses the second one at once, however long it is to wait for locks.
  void KeepLog(double wait_seconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(wait_seconds);
    while (true) {
      try {
        database_.exec("PRAGMA journal_mode = WAL");
        return;
      } catch (const SQLite::Exception& error) {
        if (error.getErrorCode() != SQLITE_BUSY || std::chrono::steady_clock::now() > end) throw;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  static int Flags(SqliteAccess access) {
    const bool writable = access == SqliteAccess::kWrite;
    // SQLite needs no locks of its own: a database is used by one thread at a time, as its statements are.
    return SQLite::OPEN_URI | SQLite::OPEN_NOMUTEX |
           (writable ? SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE : SQLite::OPEN_READONLY);
  }

  static std::string Address(const std::string& path, SqliteAccess access) {
    if (access != SqliteAccess::kAsItLies) return path;
    std::string escaped;
    for (const char letter : std::filesystem::absolute(path).string()) {
      escaped += letter == '%' ? "%25" : letter == '?' ? "%3f" : letter == '#' ? "%23" : std::string(1, letter);
    }
    return "file:" + escaped + "?immutable=1";
  }

  // The answers of a file that is read without locks are right only if nobody has written to it meanwhile.
  void RequireUnwritten() const {
    if (!as_it_lay_ || (as_it_lay_->log_bytes == 0 && StateOf(path_) == *as_it_lay_)) return;
    throw NotMeasured("{}: was written to while it was read; try again", path_);
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
  std::optional<FileState> as_it_lay_;  // nothing where SQLite's locks are there
  SQLite::Database database_;
  std::map<std::string, std::unique_ptr<SQLite::Statement>> statements_;
};

bool OnReadOnlyFileSystem(const std::string& path) {
  struct statvfs facts {};
  return statvfs(path.c_str(), &facts) == 0 && (facts.f_flag & ST_RDONLY) != 0;
}

// Reading needs files beside the database, and they are neither there nor can they be made here. Without a log the
// database holds everything, and may be read as it lies. A log holds the newest rows, which are never left out.
std::unique_ptr<Database> OpenAsItLies(const std::string& path, double wait_seconds) {
  for (const char* log : {"-wal", "-journal"}) {
    if (BytesOf(path + log) == 0) continue;
    throw NotMeasured(
        "{}{}: holds the newest data of the store, and SQLite cannot merge them here ({}); let a user who may write "
        "there run `mpigauge runs --store {}`, or copy it and {} to a folder of your own",
        path, log, OnReadOnlyFileSystem(path) ? "the file system is read-only" : "the folder or a file is another's",
        path, path);
  }
  return std::make_unique<SqliteDatabase>(path, SqliteAccess::kAsItLies, wait_seconds);
}

// Whether this is what opening says where the files beside the database are neither there nor can be made.
bool MayNotMakeFiles(const std::string& path, const SQLite::Exception& error) {
  const auto folder = std::filesystem::absolute(path).parent_path();
  const bool refused = error.getErrorCode() == SQLITE_CANTOPEN || error.getErrorCode() == SQLITE_READONLY;
  return refused && access(path.c_str(), R_OK) == 0 && access(folder.c_str(), W_OK) != 0;
}

std::unique_ptr<Database> OpenToRead(const std::string& path, double wait_seconds) {
  try {
    return std::make_unique<SqliteDatabase>(path, SqliteAccess::kRead, wait_seconds);
  } catch (const SQLite::Exception& error) {
    if (!MayNotMakeFiles(path, error)) throw;
  }
  return OpenAsItLies(path, wait_seconds);
}

}  // namespace

std::unique_ptr<Database> OpenSqlite(const std::string& path, bool writable, double wait_seconds) {
  RequireFile(path);
  const bool is_file = !path.starts_with("file:");
  if (writable && is_file) RequireOwnLinks(path);  // SQLite follows links by hand
  if (writable && is_file) MakeFile(path);
  if (!writable && is_file && !std::filesystem::exists(path)) {
    throw UsageError(
        "{}: cannot be opened: there is no store yet; `mpigauge run` makes one (another one: --store, or "
        "MPIGAUGE_STORE)",
        path);
  }
  try {
    if (!writable) return OpenToRead(path, wait_seconds);
    return std::make_unique<SqliteDatabase>(path, SqliteAccess::kWrite, wait_seconds);
  } catch (const SQLite::Exception& error) {
    Throw(path, error);
  }
}

}  // namespace mpigauge
