#include "baselines/store/database.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace mpigauge {
namespace {

// SQLite's integers have 64 bits, and its text is ordered by its bytes, whatever the language of the machine.
constexpr std::array<Dialect::Word, 4> kPostgresWords = {{
    {"INTEGER PRIMARY KEY", "BIGSERIAL PRIMARY KEY"},
    {"INTEGER", "BIGINT"},
    {"TEXT", "TEXT COLLATE \"C\""},
    {"BLOB", "BYTEA"},
}};

bool IsLetter(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }

// Whether `word` stands at `place`, and is not a part of a longer one.
bool StandsAt(std::string_view sql, std::size_t place, std::string_view word) {
  if (sql.substr(place, word.size()) != word) return false;
  const bool begins = place == 0 || !IsLetter(sql[place - 1]);
  const std::size_t end = place + word.size();
  return begins && (end == sql.size() || !IsLetter(sql[end]));
}

}  // namespace

const Dialect& SqliteDialect() {
  static const Dialect kDialect = {{}, "SELECT name FROM sqlite_master WHERE type = 'table'"};
  return kDialect;
}

const Dialect& PostgresDialect() {
  static const Dialect kDialect = {kPostgresWords,
                                   "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"};
  return kDialect;
}

std::string Translated(std::string_view sql, const Dialect& dialect) {
  std::string result;
  for (std::size_t place = 0; place < sql.size();) {
    const auto word = std::find_if(dialect.words.begin(), dialect.words.end(),
                                   [&](const Dialect::Word& w) { return StandsAt(sql, place, w.schema); });
    if (word == dialect.words.end()) {
      result += sql[place++];
    } else {
      result += word->here;
      place += word->schema.size();
    }
  }
  return result;
}

std::unique_ptr<Database> OpenDatabase(const std::string& name, bool writable, double wait_seconds) {
  RequireStoreName(name);
  return IsPostgresUrl(name) ? OpenPostgres(name, writable, wait_seconds) : OpenSqlite(name, writable, wait_seconds);
}

}  // namespace mpigauge
