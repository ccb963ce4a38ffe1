#include "dashboards/metrics/label_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "harness/base/json.h"

namespace mpigauge {
namespace {

bool IsControl(char letter) {
  return (static_cast<unsigned char>(letter) < 0x20 && letter != '\n' && letter != '\t') || letter == 0x7f;
}

bool IsContinuation(char letter) { return (static_cast<unsigned char>(letter) & 0xc0) == 0x80; }

// Bytes that are no UTF-8 become U+FFFD: the JSON library does that when it writes.
std::string ValidUtf8(std::string_view text) {
  const std::string json = JsonLine(Json(std::string(text)));
  return Json::parse(json).get<std::string>();
}

// Fowler, Noll and Vo: offset and prime of 64 bits.
std::uint64_t Hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  return hash;
}

// At most so many bytes, and no letter in half.
std::string Cut(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && IsContinuation(text[most])) --most;
  text.resize(most);
  return text;
}

}  // namespace

std::string LabelValue(std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char letter) { return letter >= 0x20 && letter < 0x7f; });
  if (plain && text.size() <= kLongestLabel) return std::string(text);
  std::string value = ValidUtf8(text);
  std::replace_if(value.begin(), value.end(), IsControl, '?');
  if (value == text && value.size() <= kLongestLabel) return value;
  const std::string end = fmt::format("~{:016x}", Hash(text));
  return Cut(value, kLongestLabel - end.size()) + end;
}

}  // namespace mpigauge
