#pragma once

#include <span>
#include <string>
#include <string_view>

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

}  // namespace mpigauge
