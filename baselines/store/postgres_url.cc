#include "baselines/store/postgres_url.h"

#include <algorithm>
#include <utility>

namespace mpigauge {
namespace {

// Added where the URL does not say otherwise: seconds to connect, and until a silent other side counts as lost.
constexpr std::pair<std::string_view, std::string_view> kDefaults[] = {
    {"connect_timeout", "10"},        {"keepalives_idle", "10"},     {"keepalives_interval", "5"},
    {"keepalives_count", "4"},        {"tcp_user_timeout", "30000"},  // milliseconds
    {"application_name", "mpigauge"},
};

int HexDigit(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  const char small = static_cast<char>(letter | 0x20);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

std::string PercentDecoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool code = text[i] == '%' && i + 2 < text.size() && HexDigit(text[i + 1]) >= 0 && HexDigit(text[i + 2]) >= 0;
    decoded += code ? static_cast<char>(HexDigit(text[i + 1]) * 16 + HexDigit(text[i + 2])) : text[i];
    if (code) i += 2;
  }
  return decoded;
}

// Where the value of a parameter (behind the '?') stands; an empty range where it is not there.
std::pair<std::size_t, std::size_t> Parameter(std::string_view url, std::string_view name) {
  for (auto place = url.find('?'); place != std::string_view::npos; place = url.find('&', place + 1)) {
    const std::string_view rest = url.substr(place + 1);
    if (!rest.starts_with(name) || rest.substr(name.size(), 1) != "=") continue;
    const std::size_t begin = place + 1 + name.size() + 1;
    return {begin, std::min(url.find('&', begin), url.size())};
  }
  return {0, 0};
}

}  // namespace

bool IsPostgresUrl(std::string_view name) {
  return name.starts_with("postgresql://") || name.starts_with("postgres://");
}

PostgresUrl::PostgresUrl(const std::string& url) : shown_(url), connection_(url) {
  const auto parameter = Parameter(shown_, "password");
  if (parameter.first < parameter.second) TakeOut(parameter.first, parameter.second);
  // User and password end at the first '@' before any '/'.
  const std::size_t begin = shown_.find("://") + 3;
  const std::size_t end = shown_.find_first_of("@/", begin);
  const std::size_t colon = shown_.find(':', begin);
  if (end != std::string::npos && shown_[end] == '@' && colon < end) {
    TakeOut(colon + 1, end);
    shown_.erase(colon, 1);
  }
  for (const auto& [name, value] : kDefaults) {
    if (Parameter(connection_, name).second > 0) continue;
    connection_ += connection_.find('?') == std::string::npos ? '?' : '&';
    connection_.append(name).append("=").append(value);
  }
}

void PostgresUrl::TakeOut(std::size_t begin, std::size_t end) {
  const std::string secret = shown_.substr(begin, end - begin);
  shown_.erase(begin, end - begin);
  for (const std::string& form : {secret, PercentDecoded(secret)}) {
    if (!form.empty()) secrets_.push_back(form);
  }
}

std::string PostgresUrl::Scrubbed(std::string text) const {
  for (const std::string& secret : secrets_) {
    for (std::size_t place = 0; (place = text.find(secret, place)) != std::string::npos; place += 3) {
      text.replace(place, secret.size(), "...");
    }
  }
  return text;
}

}  // namespace mpigauge
