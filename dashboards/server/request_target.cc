#include "dashboards/server/request_target.h"

#include <strings.h>

#include <algorithm>
#include <charconv>

namespace mpigauge {
namespace {

constexpr auto kNone = std::string_view::npos;

// Cuts the text in two at the first letter of these, which neither part keeps; the second is empty where there is none.
std::pair<std::string_view, std::string_view> Cut(std::string_view text, char at) {
  const auto place = text.find(at);
  if (place == kNone) return {text, {}};
  return {text.substr(0, place), text.substr(place + 1)};
}

std::optional<std::string> Decoded(std::string_view text, bool plus_is_blank) {
  constexpr std::size_t kDigits = 2;
  constexpr int kHexadecimal = 16;
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += plus_is_blank && text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const std::string_view digits = text.substr(i + 1, kDigits);
    unsigned char byte = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, kHexadecimal);
    if (digits.size() != kDigits || error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    decoded += static_cast<char>(byte);
    i += kDigits;
  }
  return decoded;
}

// The text behind "http://" or "https://"; nothing if it does not begin so.
std::optional<std::string_view> BehindScheme(std::string_view text) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (text.size() < scheme.size() || strncasecmp(text.data(), scheme.data(), scheme.size()) != 0) continue;
    return text.substr(scheme.size());
  }
  return std::nullopt;
}

bool ReadQuery(std::string_view text, std::multimap<std::string, std::string>& query) {
  while (!text.empty()) {
    const auto [pair, rest] = Cut(text, '&');
    text = rest;
    if (pair.empty()) continue;
    const auto [name_text, value_text] = Cut(pair, '=');
    auto name = Decoded(name_text, true);
    auto value = Decoded(value_text, true);
    if (!name || !value) return false;
    query.emplace(*std::move(name), *std::move(value));
  }
  return true;
}

}  // namespace

std::optional<RequestTarget> ParseRequestTarget(std::string_view text) {
  RequestTarget target;
  if (const auto rest = BehindScheme(text)) {
    const std::size_t end = std::min(rest->find_first_of("/?"), rest->size());
    target.authority = std::string(rest->substr(0, end));
    text = rest->substr(end);
    if (target.authority->empty()) return std::nullopt;
  } else if (!text.starts_with('/')) {
    return std::nullopt;
  }
  const auto [path_text, query_text] = Cut(text, '?');
  auto path = Decoded(path_text, false);
  if (!path || text.find('#') != kNone || !ReadQuery(query_text, target.query)) return std::nullopt;
  target.path = path->empty() ? "/" : *std::move(path);
  return target;
}

}  // namespace mpigauge
