#include "ci/fuzz/damage.h"

#include <algorithm>
#include <array>

namespace mpigauge {
namespace {

constexpr std::array<const char*, 20> kValues = {"1e300",
                                                 "-1e300",
                                                 "1e999",
                                                 "-1",
                                                 "0",
                                                 "0.5",
                                                 "3000000000",
                                                 "2147483647",
                                                 "-2147483649",
                                                 "18446744073709551615",
                                                 "9223372036854775808",
                                                 "99999999999999999999999",
                                                 "null",
                                                 "true",
                                                 "\"\"",
                                                 "\"../x\"",
                                                 "[]",
                                                 "{}",
                                                 "[[[[[[]]]]]]",
                                                 "nan"};

}  // namespace

std::size_t Damage::Below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_); }

std::string Damage::Value() { return kValues.at(Below(kValues.size())); }

std::string Damage::Of(std::string text) {
  for (std::size_t i = 0, times = 1 + Below(3); i < times; ++i) Once(text);
  return text;
}

void Damage::Once(std::string& text) {
  if (text.empty()) return;
  const std::size_t at = Below(text.size());
  const std::size_t length = 1 + Below(std::min<std::size_t>(30, text.size() - at));
  switch (Below(7)) {
    case 0:
      text[at] = static_cast<char>(Below(256));
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2:
      text.insert(at, text.substr(at, length));
      break;
    case 3:
      if (Below(10) == 0) text.resize(at);
      break;
    default:
      ReplaceValue(text, at);
  }
}

// The number or text at this place, or the next one behind it.
void Damage::ReplaceValue(std::string& text, std::size_t at) {
  const std::size_t begin = text.find_first_of("0123456789-\"", at);
  if (begin == std::string::npos) return;
  const bool quoted = text[begin] == '"';
  const std::size_t end = quoted ? text.find('"', begin + 1) : text.find_first_not_of("0123456789.e+-", begin);
  if (end == std::string::npos) return;
  text.replace(begin, end - begin + (quoted ? 1 : 0), Value());
}

}  // namespace mpigauge
