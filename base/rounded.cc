#include "base/rounded.h"

#include <fmt/format.h>

#include <charconv>

namespace mpigauge {

double Rounded(double value) {
  const std::string text = fmt::format("{:.6g}", value);
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace mpigauge
