#include "mpigauge/shown_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace mpigauge {
namespace {

// The command itself writes these sequences for terminals: the end of a line of progress, and the colours of tables and
// plots.
constexpr std::array<std::string_view, 6> kOwnSequences = {"\r\x1b[K", "\x1b[0m",  "\x1b[2m",
                                                           "\x1b[31m", "\x1b[32m", "\x1b[33m"};

// Annotations of the format "github".
constexpr std::array<std::string_view, 3> kOwnCommands = {
    "::error title=mpigauge::", "::warning title=mpigauge::", "::notice title=mpigauge::"};

// Commands of runners that count anywhere in a line: an older form of GitHub's, and Azure's.
constexpr std::array<std::string_view, 2> kForeignCommands = {"##[", "##vso["};

// The length of what is at this place of them; 0: nothing.
template <std::size_t count>
std::size_t OneOf(const std::array<std::string_view, count>& all, std::string_view text) {
  const auto found = std::find_if(all.begin(), all.end(), [&](std::string_view one) { return text.starts_with(one); });
  return found == all.end() ? 0 : found->size();
}

// A control character behind ASCII (C1), as UTF-8 has it in two bytes.
bool IsC1(std::string_view text) {
  return text.size() > 1 && text[0] == '\xc2' && static_cast<unsigned char>(text[1]) >= 0x80 &&
         static_cast<unsigned char>(text[1]) < 0xa0;
}

}  // namespace

std::string ShownOutput::Shown(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto letter = static_cast<unsigned char>(text.front());
    std::size_t length = terminal_ ? OneOf(kOwnSequences, text) : 0;
    if (length > 0) {
      shown += text.substr(0, length);
    } else if (begins_line_ && text.starts_with("::") && OneOf(kOwnCommands, text) == 0) {
      shown += "\\x3a";
    } else if (OneOf(kForeignCommands, text) > 0) {
      shown += "\\x23";
    } else if (IsC1(text)) {
      shown += fmt::format("\\u{:04x}", static_cast<unsigned char>(text[1]));
      length = 2;
    } else if (letter == 0x7f) {
      shown += "\\u007f";
    } else if (letter < 0x20 && letter != '\n' && letter != '\t') {
      shown += fmt::format("\\x{:02x}", letter);
    } else {
      shown += text.front();
    }
    begins_line_ = letter == '\n' || (begins_line_ && (letter == ' ' || letter == '\t' || letter >= 0x80));
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return shown;
}

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
