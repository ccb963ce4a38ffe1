#include "dashboards/metrics/unix_time.h"

#include <charconv>
#include <cmath>
#include <ctime>
#include <string_view>

namespace mpigauge {

double UnixTime(const std::string& text) {
  std::tm time{};
  const char* end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &time);
  if (end == nullptr) return std::nan("");
  double fraction = 0;
  if (*end == '.') end = std::from_chars(end, text.c_str() + text.size(), fraction).ptr;
  return std::string_view(end) == "Z" ? static_cast<double>(timegm(&time)) + fraction : std::nan("");
}

}  // namespace mpigauge
