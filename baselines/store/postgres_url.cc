#include "baselines/store/postgres_url.h"

#include <libpq-fe.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <regex>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "baselines/store/database.h"

namespace mpigauge {
namespace {

// Added where the URL does not say otherwise: seconds to connect, and until a silent other side counts as lost.
constexpr std::pair<std::string_view, std::string_view> kDefaults[] = {
    {"connect_timeout", "10"},        {"keepalives_idle", "10"},     {"keepalives_interval", "5"},
    {"keepalives_count", "4"},        {"tcp_user_timeout", "30000"},  // milliseconds
    {"application_name", "mpigauge"},
};

constexpr std::size_t kLongest = 4000;  // bytes of a URL: std::regex calls itself for each letter

struct Parameter {
  std::string value;  // empty: none
  bool secret = false;
};

using ConnectionParameters = std::map<std::string, Parameter, std::less<>>;

// Returns the parameters that libpq reads in a URL or in keywords, by name, and those that it knows besides, without a
// value; nothing where it refuses the text.
std::optional<ConnectionParameters> ParametersOf(const std::string& text) {
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(PQconninfoParse(text.c_str(), nullptr),
                                                                             PQconninfoFree);
  if (options == nullptr || text.find('\0') != std::string::npos) return std::nullopt;
  ConnectionParameters parameters;
  for (const PQconninfoOption* one = options.get(); one->keyword != nullptr; ++one) {
    // A form for these values would show asterisks.
    parameters[one->keyword] = {one->val == nullptr ? "" : one->val, std::string_view(one->dispchar) == "*"};
  }
  return parameters;
}

bool IsUrl(std::string_view text) { return text.starts_with("postgresql://") || text.starts_with("postgres://"); }

bool HasValue(const ConnectionParameters& parameters) {
  return std::any_of(parameters.begin(), parameters.end(), [](const auto& one) { return !one.second.value.empty(); });
}

// Whether each part of a URL that libpq accepts is what it looks like. With an unescaped '/' or '@' in a password,
// libpq takes a part of it for a host, a port or a database.
bool IsPlainUrl(const std::string& url, const ConnectionParameters& known) {
  static const std::regex kUrl(R"(postgres(?:ql)?://(?:[^:@/?\s]*(?::[^@/?\s]*)?@)?)"          // user and password
                               R"((?:\[[0-9A-Fa-f:.%]+\]|[^:@/?,\s\[\]]*)(?::[0-9]*)?)"        // host and port
                               R"((?:,(?:\[[0-9A-Fa-f:.%]+\]|[^:@/?,\s\[\]]*)(?::[0-9]*)?)*)"  // more of them
                               R"((?:/[^@/?\s]*)?(?:\?([^@?\s]*))?)");  // database and parameters
  std::smatch match;
  if (url.size() > kLongest || !std::regex_match(url, match, kUrl)) return false;
  std::istringstream parameters(match[1]);
  for (std::string one; std::getline(parameters, one, '&');) {
    const std::string name = one.substr(0, one.find('='));
    if (name != "ssl" && !known.contains(name)) return false;
  }
  return true;
}

// Whether a text was meant for a connection.
bool LooksLikeConnection(const std::string& text) {
  static const std::regex kScheme(R"(^\s*(?:postgres[a-z0-9+]*:|(?!file:)[a-z][a-z0-9+.-]*://))", std::regex::icase);
  static const std::regex kKeyword(
      R"((?:^|\s)(?:host|hostaddr|port|dbname|user|password|passfile|service|sslmode|sslpassword)\s*=)",
      std::regex::icase);
  const std::string begin = text.substr(0, kLongest);
  return std::regex_search(begin, kScheme) || std::regex_search(begin, kKeyword);
}

Error NoConnection() {
  return UsageError(
      "the name of the store looks like a connection to a server, and libpq does not understand it so; it may hold a "
      "password and is not shown; write postgresql://user@host:port/database, with %40 for @ and %2F for / in a "
      "password, or host=HOST dbname=DATABASE user=USER; a file of that name is ./NAME");
}

// A value as keywords have it: quoted where it has a blank, say.
std::string Quoted(const std::string& value) {
  if (value.find_first_of(" \t\n'\\") == std::string::npos) return value;
  std::string quoted = "'";
  for (const char letter : value) {
    if (letter == '\'' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + "'";
}

// The parameters as keywords, without passwords.
std::string ShownKeywords(const ConnectionParameters& parameters) {
  std::string shown;
  for (const auto& [name, parameter] : parameters) {
    if (parameter.value.empty() || parameter.secret) continue;
    if (parameter.value.find("://") != std::string::npos) throw NoConnection();  // a URL inside, with its password
    shown += (shown.empty() ? "" : " ") + name + "=" + Quoted(parameter.value);
  }
  return shown.empty() ? "postgresql://" : shown;
}

// Where the value of a parameter (behind the '?') stands; an empty range where it is not there.
std::pair<std::size_t, std::size_t> PlaceOf(std::string_view url, std::string_view name) {
  for (auto place = url.find('?'); place != std::string_view::npos; place = url.find('&', place + 1)) {
    const std::string_view rest = url.substr(place + 1);
    if (!rest.starts_with(name) || rest.substr(name.size(), 1) != "=") continue;
    const std::size_t begin = place + 1 + name.size() + 1;
    return {begin, std::min(url.find('&', begin), url.size())};
  }
  return {0, 0};
}

}  // namespace

PostgresUrl::PostgresUrl(const std::string& text) : shown_(text), connection_(text) {
  const bool url = IsUrl(text);
  const auto parameters = ParametersOf(text);
  if (!parameters || (url && !IsPlainUrl(text, *parameters))) throw NoConnection();
  if (url) {
    HidePasswords();
  } else {
    shown_ = ShownKeywords(*parameters);
  }
  for (const auto& [name, parameter] : *parameters) {
    if (parameter.secret && !parameter.value.empty()) secrets_.push_back(parameter.value);
  }
  for (const auto& [name, value] : kDefaults) {
    const auto found = parameters->find(name);
    if (found != parameters->end() && !found->second.value.empty()) continue;
    connection_ += !url ? ' ' : connection_.find('?') == std::string::npos ? '?' : '&';
    connection_.append(name).append("=").append(value);
  }
}

void PostgresUrl::HidePasswords() {
  for (const std::string_view secret : {"password", "sslpassword"}) {
    const auto place = PlaceOf(shown_, secret);
    if (place.first < place.second) TakeOut(place.first, place.second);
  }
  // User and password end at the first '@' before any '/'.
  const std::size_t begin = shown_.find("://") + 3;
  const std::size_t end = shown_.find_first_of("@/", begin);
  const std::size_t colon = shown_.find(':', begin);
  if (end != std::string::npos && shown_[end] == '@' && colon < end) {
    TakeOut(colon + 1, end);
    shown_.erase(colon, 1);
  }
}

void PostgresUrl::TakeOut(std::size_t begin, std::size_t end) {
  if (begin < end) secrets_.push_back(shown_.substr(begin, end - begin));
  shown_.erase(begin, end - begin);
}

std::string PostgresUrl::Scrubbed(std::string text) const {
  for (const std::string& secret : secrets_) {
    for (std::size_t place = 0; (place = text.find(secret, place)) != std::string::npos; place += 3) {
      text.replace(place, secret.size(), "...");
    }
  }
  return text;
}

bool IsPostgresUrl(std::string_view name) {
  if (IsUrl(name)) return true;
  if (name.find('=') == std::string_view::npos) return false;
  const auto parameters = ParametersOf(std::string(name));
  return parameters && HasValue(*parameters);
}

void RequireStoreName(const std::string& name) {
  if (IsPostgresUrl(name)) {
    PostgresUrl checked(name);
  } else if (LooksLikeConnection(name)) {
    throw NoConnection();
  }
}

std::string ShownStore(const std::string& name) {
  try {
    RequireStoreName(name);
    return IsPostgresUrl(name) ? PostgresUrl(name).shown() : name;
  } catch (const Error&) {
    return "a connection that is not understood";
  }
}

}  // namespace mpigauge
