#include "baselines/store/postgres_url.h"

#include <libpq-fe.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace mpigauge {
namespace {

// Added where the URL does not say otherwise: seconds to connect, and until a silent other side counts as lost.
constexpr std::pair<std::string_view, std::string_view> kDefaults[] = {
    {"connect_timeout", "10"},        {"keepalives_idle", "10"},     {"keepalives_interval", "5"},
    {"keepalives_count", "4"},        {"tcp_user_timeout", "30000"},  // milliseconds
    {"application_name", "mpigauge"},
};

struct Parameter {
  std::string value;
  bool secret = false;
};

// Returns the parameters that libpq reads in the URL, by name; nothing where it refuses the URL: connecting will say
// why.
std::map<std::string, Parameter, std::less<>> ParametersOf(const std::string& url) {
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(PQconninfoParse(url.c_str(), nullptr),
                                                                             PQconninfoFree);
  std::map<std::string, Parameter, std::less<>> parameters;
  for (const PQconninfoOption* one = options.get(); one != nullptr && one->keyword != nullptr; ++one) {
    // A form for these values would show asterisks.
    if (one->val != nullptr) parameters[one->keyword] = {one->val, std::string_view(one->dispchar) == "*"};
  }
  return parameters;
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

PostgresUrl::PostgresUrl(const std::string& url) : shown_(url), connection_(url) {
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
  const auto parameters = ParametersOf(url);
  for (const auto& [name, parameter] : parameters) {
    if (parameter.secret && !parameter.value.empty()) secrets_.push_back(parameter.value);
  }
  for (const auto& [name, value] : kDefaults) {
    if (parameters.contains(name)) continue;
    connection_ += connection_.find('?') == std::string::npos ? '?' : '&';
    connection_.append(name).append("=").append(value);
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

}  // namespace mpigauge
