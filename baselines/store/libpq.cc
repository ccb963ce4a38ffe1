#include "baselines/store/libpq.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <pqxx/pqxx>
#include <string_view>

#include "base/error.h"

namespace mpigauge {
namespace {

// PostgreSQL's text form of bytes: \x and two digits for each.
std::string Hex(const Blob& blob) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text(2 + 2 * blob.size(), 'x');
  text[0] = '\\';
  for (std::size_t i = 0; i < blob.size(); ++i) {
    text[2 + 2 * i] = kDigits[std::to_integer<int>(blob[i]) >> 4];
    text[3 + 2 * i] = kDigits[std::to_integer<int>(blob[i]) & 15];
  }
  return text;
}

std::optional<std::string> ParameterText(const SqlValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return std::to_string(*integer);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* blob = std::get_if<Blob>(&value)) return Hex(*blob);
  const auto* real = std::get_if<double>(&value);
  if (real == nullptr || std::isnan(*real)) return std::nullopt;
  return fmt::format("{}", *real);  // the shortest text that is the same number again
}

}  // namespace

void PostgresParameters::Add(const SqlValue& value, const std::string& database) {
  texts_.push_back(ParameterText(value));
  if (!texts_.back()) return;
  bytes_ += texts_.back()->size();
  const auto nul = texts_.back()->find('\0');
  if (nul == std::string::npos) return;
  throw UsageError("{}: '{}...' has a NUL byte, which PostgreSQL cannot keep in a text", database,
                   texts_.back()->substr(0, nul));
}

std::vector<const char*> PostgresParameters::Pointers() const {
  std::vector<const char*> pointers;
  pointers.reserve(texts_.size());
  for (const auto& text : texts_) pointers.push_back(text ? text->c_str() : nullptr);
  return pointers;
}

double PostgresRow::Real(int column) const { return std::strtod(row_[column].c_str(), nullptr); }

Blob PostgresRow::Bytes(int column) const {
  if (IsNull(column)) return {};
  const pqxx::binarystring bytes(row_[column]);
  const auto* data = reinterpret_cast<const std::byte*>(bytes.data());
  return Blob(data, data + bytes.size());
}

namespace {

// Messages of libpq as one line.
std::string OneLine(const PostgresUrl& url, const std::exception& error) {
  std::string line;
  for (const char* letter = error.what(); *letter != '\0'; ++letter) {
    const bool space = *letter == '\n' || *letter == '\t' || *letter == ' ';
    if (!space) line += *letter;
    if (space && !line.empty() && line.back() != ' ') line += ' ';
  }
  while (line.ends_with(' ')) line.pop_back();
  return url.Scrubbed(line);
}

template <typename Kind>
bool Is(const std::exception& error) {
  return dynamic_cast<const Kind*>(&error) != nullptr;
}

struct Advice {
  std::string_view symptom;  // in the message of libpq or the server, which has no code for it
  std::string_view text;
  ExitCode code;
};

constexpr Advice kConnectAdvice[] = {
    // TLS, before words that also stand in these messages.
    {"server does not support SSL", "sslmode wants TLS, and this server has none; its ssl = on gives it some",
     ExitCode::kUsage},
    {"does not match host name", "write the name that the server's certificate has as the host", ExitCode::kUsage},
    {"certificate verify failed",
     "the server's certificate is not signed by whom sslrootcert (~/.postgresql/root.crt) names", ExitCode::kUsage},
    {"root certificate file", "sslrootcert=FILE names the certificate of the server's authority", ExitCode::kUsage},
    {"invalid response to SSL negotiation", "something answers there that is no PostgreSQL; is the port right?",
     ExitCode::kUsage},
    {"unsupported protocol", "client and server allow no common version of TLS; see ssl_min_protocol_version",
     ExitCode::kUsage},
    {"protocol version", "client and server allow no common version of TLS; see ssl_min_protocol_version",
     ExitCode::kUsage},
    {"wrong version number", "the other side does not speak TLS as PostgreSQL does; is the port right?",
     ExitCode::kUsage},
    {"SSL error", "TLS with the server failed; sslmode, sslrootcert and the server's ssl settings decide",
     ExitCode::kNotMeasured},
    {"password", "is the password right? It may stand in ~/.pgpass, PGPASSWORD or the URL", ExitCode::kUsage},
    {"no pg_hba.conf entry", "the server does not let this user in from this machine; see its pg_hba.conf",
     ExitCode::kUsage},
    // Before roles and databases, which have limits of their own.
    {"too many", "the server has as many connections as it takes; try again", ExitCode::kNotMeasured},
    {"role \"", "does the user exist? `createuser` makes one", ExitCode::kUsage},
    {"database \"", "does the database exist? `createdb` makes one; mpigauge makes the tables", ExitCode::kUsage},
    {"URI", "write postgresql://user@host:port/database", ExitCode::kUsage},
    {"invalid", "write postgresql://user@host:port/database", ExitCode::kUsage},
    {"could not translate host name", "is the name of the host right?", ExitCode::kUsage},
    {"remaining connection slots", "the server has as many connections as it takes; try again", ExitCode::kNotMeasured},
    {"starting up", "the server is starting; try again", ExitCode::kNotMeasured},
    {"shutting down", "the server is being stopped; try again later", ExitCode::kNotMeasured},
    {"", "is the server running, and are host and port right?", ExitCode::kNotMeasured},
};

}  // namespace

Error ConnectError(const PostgresUrl& url, const std::exception& error) {
  const std::string line = OneLine(url, error);
  for (const Advice& advice : kConnectAdvice) {
    if (line.find(advice.symptom) == std::string::npos) continue;
    return Error(advice.code, fmt::format("{}: cannot be opened: {}; {}", url.shown(), line, advice.text));
  }
  return NotMeasured("{}: cannot be opened: {}", url.shown(), line);
}

Error StatementError(const PostgresUrl& url, const std::exception& error, bool lost) {
  const std::string line = OneLine(url, error);
  if (Is<pqxx::in_doubt_error>(error)) {
    return NotMeasured(
        "{}: the connection was lost while this step was being stored, so it may be there or not; look, and run the "
        "command again if it is not ({})",
        url.shown(), line);
  }
  if (lost) {
    return NotMeasured(
        "{}: the connection was lost ({}); nothing of this step was stored, and earlier steps are kept; run the "
        "command again",
        url.shown(), line);
  }
  // libpqxx tells the code of an error where it has no type for it.
  const auto* sql = dynamic_cast<const pqxx::sql_error*>(&error);
  const std::string state = sql != nullptr ? sql->sqlstate() : "";
  if (state == "55P03") {  // lock_not_available
    return NotMeasured("{}: another process has been writing to it for too long; try again", url.shown());
  }
  if (state == "25006") {  // read_only_sql_transaction
    return NotMeasured("{}: may only be read here; give another one with --store", url.shown());
  }
  if (Is<pqxx::insufficient_privilege>(error)) {
    return UsageError("{}: this user may not do that ({}); the owner of the tables grants it", url.shown(), line);
  }
  if (state == "3F000") {  // invalid_schema_name
    return UsageError("{}: there is no schema to make tables in ({}); `CREATE SCHEMA` makes it", url.shown(), line);
  }
  if (Is<pqxx::disk_full>(error)) {
    return NotMeasured("{}: the server's disk is full; nothing of this step was stored", url.shown());
  }
  if (Is<pqxx::data_exception>(error)) {  // such as a text that is not UTF-8
    return UsageError("{}: {}", url.shown(), line);
  }
  return NotMeasured("{}: {}", url.shown(), line);
}

}  // namespace mpigauge
