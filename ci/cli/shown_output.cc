#include "ci/cli/shown_output.h"

#include <fmt/format.h>

#include <string_view>

namespace mpigauge {
namespace {

// The length of what our own programs write for terminals at this place: "\x1b[31m", "\r\x1b[K"; 0: it is not ours.
std::size_t OwnSequence(std::string_view text) {
  constexpr std::string_view kClearLine = "\r\x1b[K";
  if (text.starts_with(kClearLine)) return kClearLine.size();
  if (!text.starts_with("\x1b[")) return 0;
  const auto end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

std::string Shown(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto letter = static_cast<unsigned char>(text.front());
    const std::size_t own = OwnSequence(text);
    if (own > 0) {
      shown += text.substr(0, own);
    } else if (letter < 0x20 && letter != '\n' && letter != '\t') {
      shown += fmt::format("\\x{:02x}", letter);
    } else {
      shown += text.front();
    }
    text.remove_prefix(own > 0 ? own : 1);
  }
  return shown;
}

}  // namespace

ShownOutput::int_type ShownOutput::overflow(int_type letter) {
  if (traits_type::eq_int_type(letter, traits_type::eof())) return traits_type::not_eof(letter);
  const char one = traits_type::to_char_type(letter);
  return xsputn(&one, 1) == 1 ? letter : traits_type::eof();
}

std::streamsize ShownOutput::xsputn(const char* text, std::streamsize count) {
  pending_.append(text, static_cast<std::size_t>(count));
  const auto end = pending_.rfind('\n');
  return end == std::string::npos || WriteLines(end + 1) ? count : 0;
}

int ShownOutput::sync() { return WriteLines(pending_.size()) && to_.flush() ? 0 : -1; }

bool ShownOutput::WriteLines(std::size_t count) {
  to_ << Shown(std::string_view(pending_).substr(0, count));
  pending_.erase(0, count);
  return static_cast<bool>(to_);
}

}  // namespace mpigauge
