#include <fmt/format.h>
#include <poll.h>

#include <chrono>
#include <map>
#include <pqxx/pqxx>
#include <thread>

#include "baselines/store/database.h"
#include "baselines/store/libpq.h"
#include "baselines/store/postgres_url.h"

namespace mpigauge {
namespace {

// A statement may have 65535 values; one of a MiB or so is quick enough.
constexpr std::size_t kMostParameters = 60'000;
constexpr std::size_t kMostBytes = 1 << 20;

// One transaction at a time writes; this is its lock. Two stores in one database, in schemas of their own, do not
// wait for each other.
constexpr const char* kLock = "SELECT pg_advisory_xact_lock(hashtextextended('mpigauge ' || current_schema(), 0))";

// A connection and what belongs to its session.
class Session {
 public:
  Session(const PostgresUrl& url, bool writable, double wait_seconds) : connection_(url.connection()) {
    const int wait_milliseconds = static_cast<int>(wait_seconds * 1000);
    pqxx::nontransaction setup(connection_);
    setup.exec(
        fmt::format("SET client_encoding = 'UTF8'; SET client_min_messages = error; SET bytea_output = 'hex'; "
                    "SET standard_conforming_strings = on; SET extra_float_digits = 1; "
                    "SET default_transaction_read_only = {}; SET lock_timeout = {}; "
                    // A machine that died in the middle holds its lock for less time than others wait for it.
                    "SET idle_in_transaction_session_timeout = {}",
                    writable ? "off" : "on", wait_milliseconds, wait_milliseconds * 3 / 4));
  }

  pqxx::connection& connection() { return connection_; }

  // The name of a statement that is compiled once and kept.
  const std::string& Prepared(const std::string& sql) {
    std::string& name = names_[sql];
    if (name.empty()) {
      name = fmt::format("s{}", names_.size());
      connection_.prepare(name, sql);
    }
    return name;
  }

  // Whether the server has hung up. It says nothing by itself between our statements, so anything to read is its
  // farewell.
  bool HungUp() const {
    pollfd socket{connection_.sock(), POLLIN, 0};
    return !connection_.is_open() || poll(&socket, 1, 0) != 0;
  }

 private:
  pqxx::connection connection_;
  std::map<std::string, std::string> names_;
};

class PostgresDatabase : public Database {
 public:
  PostgresDatabase(const std::string& url, bool writable, double wait_seconds)
      : url_(url), writable_(writable), wait_seconds_(wait_seconds) {
    Connect();
  }

  void Execute(std::string_view sql, std::initializer_list<SqlValue> values) override { Run(sql, values); }

  void Query(std::string_view sql, std::initializer_list<SqlValue> values,
             const std::function<void(const SqlRow&)>& each) override {
    const pqxx::result rows = Run(sql, values);
    for (const pqxx::row row : rows) each(PostgresRow(row));
  }

  void Insert(std::string_view into, std::span<const SqlValues> rows, std::string_view on_conflict) override {
    while (!rows.empty()) rows = rows.subspan(InsertSome(into, rows, on_conflict));
  }

  void InTransaction(const std::function<void()>& action) override {
    EnsureConnected();
    struct End {
      std::unique_ptr<pqxx::work>& work;
      ~End() { work.reset(); }  // takes back what is not committed
    } end{work_};
    Begin();
    action();
    Guarded([&] { work_->commit(); });
  }

  const std::string& name() const override { return url_.shown(); }
  const Dialect& dialect() const override { return PostgresDialect(); }

 private:
  void Connect() {
    try {
      session_ = std::make_unique<Session>(url_, writable_, wait_seconds_);
    } catch (const std::exception& error) {
      throw ConnectError(url_, error);
    }
  }

  void Begin() {
    const auto begin = [&] {
      Guarded([&] {
        work_ = std::make_unique<pqxx::work>(session_->connection());
        work_->exec(kLock);
      });
    };
    try {
      begin();
    } catch (const Error&) {
      // Where the connection turns out to be gone only now, nothing was begun, and it may be made again.
      if (session_->connection().is_open()) throw;
      work_.reset();
      EnsureConnected();
      begin();
    }
  }

  // A server that was restarted while we measured is no reason to lose what was measured.
  void EnsureConnected() {
    if (session_ && !session_->HungUp()) return;
    session_.reset();
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(wait_seconds_);
    while (true) {
      try {
        return Connect();
      } catch (const Error& error) {
        if (error.code() == ExitCode::kUsage || std::chrono::steady_clock::now() > end) throw;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
  }

  template <typename Action>
  void Guarded(Action action) {
    try {
      action();
    } catch (const Error&) {
      throw;
    } catch (const std::exception& error) {
      const bool lost = dynamic_cast<const pqxx::broken_connection*>(&error) != nullptr;
      throw StatementError(url_, error, lost || !session_->connection().is_open());
    }
  }

  pqxx::result Run(std::string_view sql, std::initializer_list<SqlValue> values) {
    PostgresParameters parameters;
    for (const SqlValue& value : values) parameters.Add(value, name());
    const auto pointers = parameters.Pointers();
    const std::string text(sql);
    return Send([&](pqxx::transaction_base& transaction) {
      if (pointers.empty()) return transaction.exec(text);
      return transaction.exec_prepared(session_->Prepared(text), pqxx::prepare::make_dynamic_params(pointers));
    });
  }

  // One statement for as many of the rows as suit it; their number.
  std::size_t InsertSome(std::string_view into, std::span<const SqlValues> rows, std::string_view on_conflict) {
    PostgresParameters parameters;
    std::string sql = fmt::format("INSERT INTO {} VALUES", into);
    std::size_t done = 0;
    while (done < rows.size() && parameters.count() + rows[done].size() <= kMostParameters &&
           parameters.bytes() < kMostBytes) {
      sql += done == 0 ? "(" : ", (";
      for (const SqlValue& value : rows[done]) {
        parameters.Add(value, name());
        sql += fmt::format("{}${}", sql.back() == '(' ? "" : ", ", parameters.count());
      }
      sql += ")";
      ++done;
    }
    sql += fmt::format(" {}", on_conflict);
    const auto pointers = parameters.Pointers();
    Send([&](pqxx::transaction_base& transaction) {
      return transaction.exec_params(sql, pqxx::prepare::make_dynamic_params(pointers));
    });
    return done;
  }

  // Runs the statement in the transaction that is open, or alone.
  template <typename Statement>
  pqxx::result Send(Statement statement) {
    pqxx::result result;
    if (!work_) EnsureConnected();
    Guarded([&] {
      if (work_) {
        result = statement(*work_);
      } else {
        pqxx::nontransaction alone(session_->connection());
        result = statement(alone);
      }
    });
    return result;
  }

  PostgresUrl url_;
  bool writable_;
  double wait_seconds_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<pqxx::work> work_;
};

}  // namespace

std::unique_ptr<Database> OpenPostgres(const std::string& url, bool writable, double wait_seconds) {
  return std::make_unique<PostgresDatabase>(url, writable, wait_seconds);
}

}  // namespace mpigauge
