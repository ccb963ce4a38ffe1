#include "baselines/store/testing.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <pqxx/pqxx>
#include <vector>

#include "base/error.h"
#include "baselines/store/database.h"

namespace mpigauge {
namespace {

// Ends with "/"; the name of a database follows.
std::string Server() {
  const char* url = std::getenv("MPIGAUGE_TEST_POSTGRES");
  if (url == nullptr) throw std::runtime_error("no MPIGAUGE_TEST_POSTGRES; make this a postgres_test");
  return url;
}

// A name that no other store of this test has, nor one of its other processes.
std::string NewName() {
  static int count = 0;
  return fmt::format("store_{}_{}", getpid(), ++count);
}

// Makes a database as a new one is; whoever is still in it is sent away.
constexpr const char* kEmpty = R"(
DO $$
DECLARE one TEXT;
BEGIN
  PERFORM pg_terminate_backend(pid, 60000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
  FOR one IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' LOOP
    EXECUTE format('DROP SCHEMA %I CASCADE', one);
  END LOOP;
END $$;
CREATE SCHEMA public AUTHORIZATION pg_database_owner;
GRANT USAGE ON SCHEMA public TO PUBLIC)";

// Databases with three hundred files each: those of a test that has ended are emptied for the next one.
std::string NewDatabase() {
  static const testing::TestInfo* test = nullptr;
  static std::vector<std::string> used;
  static std::vector<std::string> left;
  if (const auto* now = testing::UnitTest::GetInstance()->current_test_info(); now != test) {
    left.insert(left.end(), used.begin(), used.end());
    used.clear();
    test = now;
  }
  if (left.empty()) {
    used.push_back(Server() + NewName());
    // By copying files, which takes a quarter of the processor's time that writing all pages to the log takes.
    OnServer(Server() + "postgres", "CREATE DATABASE " + used.back().substr(Server().size()) + " STRATEGY FILE_COPY");
  } else {
    used.push_back(left.back());
    left.pop_back();
    OnServer(used.back(), kEmpty);
  }
  return used.back();
}

}  // namespace

std::string StoreKindName(StoreKind kind) { return kind == StoreKind::kSqlite ? "Sqlite" : "Postgres"; }

std::string NewStoreName(StoreKind kind) {
  if (kind == StoreKind::kPostgres) return NewDatabase();
  std::string path = testing::TempDir() + "/" + NewName() + ".sqlite";
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
  return path;
}

bool HoldsTables(const std::string& name) {
  const bool file = name.find("://") == std::string::npos;
  if (file && !std::filesystem::exists(name)) return false;
  const auto database = OpenDatabase(name, false);
  bool any = false;
  database->Query(database->dialect().tables, {}, [&](const SqlRow&) { any = true; });
  return any;
}

void OnServer(const std::string& url, const std::string& sql) {
  pqxx::connection connection(url);
  pqxx::nontransaction(connection).exec(sql);
}

void CutConnections(const std::string& url) {
  OnServer(url,
           "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity "
           "WHERE datname = current_database() AND pid <> pg_backend_pid()");
}

}  // namespace mpigauge

#ifdef __SANITIZE_ADDRESS__
// libpqxx 6.4 keeps the result of a statement during which the connection was lost.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libpqxx"; }
#endif
