#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/error.h"

namespace mpigauge {

// A value of an enumeration and its one text, as records, JSON and people have it.
template <typename Enum>
struct EnumText {
  Enum value;
  std::string_view text;
};

// All values of an enumeration, such as {{{Verdict::kPass, "pass"}, ...}}.
template <typename Enum, std::size_t count>
using EnumTexts = std::array<EnumText<Enum>, count>;

// The text of a value that is none of the enumeration.
inline constexpr std::string_view kUnknownText = "unknown";

template <typename Enum, std::size_t count>
std::string TextOf(const EnumTexts<Enum, count>& all, Enum value) {
  for (const EnumText<Enum>& one : all) {
    if (one.value == value) return std::string(one.text);
  }
  return std::string(kUnknownText);
}

// Throws Error (usage) that names `what` ("verdict") and the texts there are.
template <typename Enum, std::size_t count>
Enum FromText(const EnumTexts<Enum, count>& all, std::string_view text, std::string_view what) {
  std::string known;
  for (const EnumText<Enum>& one : all) {
    if (one.text == text) return one.value;
    known += (known.empty() ? "" : ", ") + std::string(one.text);
  }
  throw UsageError("unknown {} '{}'; there are {}", what, text, known);
}

}  // namespace mpigauge
