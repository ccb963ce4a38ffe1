#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace mpigauge {

// The place that a request line asks for.
struct RequestTarget {
  std::optional<std::string> authority;  // of the absolute form, as a proxy may send it: "host:port"
  std::string path;                      // decoded
  std::multimap<std::string, std::string> query;
};

// Reads "/path?query" and "http://host:port/path?query" (RFC 9112, 3.2.1 and 3.2.2). Returns nothing if it is neither,
// or has a '%' without two hexadecimal digits.
std::optional<RequestTarget> ParseRequestTarget(std::string_view text);

}  // namespace mpigauge
