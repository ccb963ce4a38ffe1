#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mpigauge {

// The little in which the SQL of our databases differs; everything else is written once, in the words of SQLite that
// PostgreSQL knows too.
struct Dialect {
  struct Word {
    std::string_view schema;  // as the steps of the schema have it
    std::string_view here;
  };
  std::span<const Word> words;  // the first that fits counts
  std::string_view tables;      // a query for the names of all tables
};

const Dialect& SqliteDialect();
const Dialect& PostgresDialect();

// A statement of the schema in the words of the dialect.
std::string Translated(std::string_view sql, const Dialect& dialect);

using Blob = std::vector<std::byte>;
// A value of an SQL statement.
using SqlValue = std::variant<std::nullptr_t, std::int64_t, double, std::string, Blob>;
using SqlValues = std::vector<SqlValue>;

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
// first appear. All functions throw Error: usage where it is no store of ours or cannot be opened, not
// measured where it is locked, full, damaged or out of reach; the text names it and says what to do.
class Database {
 public:
  virtual ~Database() = default;
  virtual void Execute(std::string_view sql, std::initializer_list<SqlValue> values = {}) = 0;
  virtual void Query(std::string_view sql, std::initializer_list<SqlValue> values,
                     const std::function<void(const SqlRow&)>& each) = 0;
  // Adds rows; `into` is "table(column, ...)", and every row has a value for each of these columns. `on_conflict` says
  // what becomes of a row that is there, such as "ON CONFLICT DO NOTHING"; empty: that is an error. One call with many
  // rows is what makes a database on another machine quick.
  virtual void Insert(std::string_view into, std::span<const SqlValues> rows, std::string_view on_conflict = "") = 0;
  // Runs `action` in one transaction: all of it is stored or, where it throws, nothing. Transactions of several
  // processes run one after the other.
  virtual void InTransaction(const std::function<void()>& action) = 0;
  // Returns the damage that the database itself finds, if it looks for any: one text each.
  virtual std::vector<std::string> Damages() { return {}; }
  // The name of the database in errors, without a password.
  virtual const std::string& name() const = 0;
  virtual const Dialect& dialect() const = 0;
};

// A writer waits so long for another one.
inline constexpr double kWaitSeconds = 20;

// A SQLite file. Several processes may read and write it at once (WAL). `writable`: it is created where it does not
// exist.
std::unique_ptr<Database> OpenSqlite(const std::string& path, bool writable, double wait_seconds = kWaitSeconds);

// A PostgreSQL database, by its URL. Several processes may read and write it at once. A connection that was lost while
// nothing was going on is made again, for as long as `wait_seconds`; one that is lost in the middle is an error, and
// the server takes back what was not finished. Answers are held in memory.
std::unique_ptr<Database> OpenPostgres(const std::string& url, bool writable, double wait_seconds = kWaitSeconds);

// Whether a store of this name is a PostgreSQL database: its name is a URL, postgresql://... or postgres://...,
// or keywords of libpq, host=... dbname=...
bool IsPostgresUrl(std::string_view name);

// Throws Error (usage) for a name that looks like a connection to a server and is none that libpq understands, such as
// postgres:/host or POSTGRESQL://host. It would become a file with a password in its name. The error does not show it.
void RequireStoreName(const std::string& name);

// The name of a store for people to see, without passwords.
std::string ShownStore(const std::string& name);

// Opens PostgreSQL where IsPostgresUrl says so, otherwise SQLite: then the name is the path of a file.
std::unique_ptr<Database> OpenDatabase(const std::string& name, bool writable, double wait_seconds = kWaitSeconds);

}  // namespace mpigauge
