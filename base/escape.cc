#include "base/escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace mpigauge {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

// The first character of UTF-8.
Character First(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1, true};
  constexpr std::array<std::uint32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const std::size_t bytes = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || bytes > text.size()) return {byte(0), 1, false};
  std::uint32_t code = byte(0) & (0xffU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {byte(0), 1, false};
    code = code << 6 | (byte(i) & 0x3fU);
  }
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  if (code < kLeast[bytes] || code > 0x10ffff || surrogate) return {byte(0), 1, false};
  return {code, bytes, true};
}

// Every character as `shown(character, its bytes)` has it.
template <typename Shown>
std::string EachCharacter(std::string_view text, Shown shown) {
  std::string result;
  while (!text.empty()) {
    const Character character = First(text);
    result += shown(character, text.substr(0, character.bytes));
    text.remove_prefix(character.bytes);
  }
  return result;
}

bool IsControl(const Character& character) {
  return character.code < 0x20 || character.code == 0x7f || (character.code >= 0x80 && character.code < 0xa0);
}

// Replaces each character of `from` by its text.
template <std::size_t count>
std::string Replaced(std::string_view text, const std::array<std::pair<char, std::string_view>, count>& table) {
  std::string result;
  for (const char letter : text) {
    std::string_view shown(&letter, 1);
    for (const auto& [from, to] : table) {
      if (letter == from) shown = to;
    }
    result += shown;
  }
  return result;
}

}  // namespace

std::string TerminalEscaped(std::string_view text) {
  return EachCharacter(text, [](const Character& character, std::string_view bytes) {
    if (character.valid && !IsControl(character)) return std::string(bytes);
    if (character.code == '\n') return std::string("\\n");
    if (character.code == '\t') return std::string("\\t");
    return fmt::format("\\x{:02x}", character.code);
  });
}

std::string ErrorEscaped(std::string_view text) {
  constexpr std::string_view kFurtherLine = "\n  ";
  text = text.substr(0, text.find_last_not_of('\n') + 1);
  std::string escaped;
  while (true) {
    const auto end = text.find(kFurtherLine);
    escaped += TerminalEscaped(text.substr(0, end));
    if (end == std::string_view::npos) return escaped;
    escaped += kFurtherLine;
    text.remove_prefix(end + kFurtherLine.size());
  }
}

std::string FurtherLines(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    if (end > 0) lines += "\n  " + std::string(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string MarkdownEscaped(std::string_view text) {
  // A comment ends what could be the name of somebody, and is not seen. Brackets are markup only in front of a target.
  static constexpr std::array<std::pair<char, std::string_view>, 6> kTable = {
      {{'\\', "\\\\"}, {'&', "&amp;"}, {'<', "&lt;"}, {'|', "\\|"}, {'`', "\\`"}, {'@', "@<!-- -->"}}};
  std::string escaped = Replaced(TerminalEscaped(text), kTable);
  for (auto at = escaped.find("]("); at != std::string::npos; at = escaped.find("](", at + 3))
    escaped.insert(at + 1, "\\");
  return escaped;
}

std::string MarkdownCode(std::string_view text) {
  // No escapes are known inside, so that the character that ends it is exchanged.
  static constexpr std::array<std::pair<char, std::string_view>, 1> kTable = {{{'`', "'"}}};
  return "`" + Replaced(TerminalEscaped(text), kTable) + "`";
}

std::string GitHubEscaped(std::string_view text) {
  static constexpr std::array<std::pair<char, std::string_view>, 3> kTable = {
      {{'%', "%25"}, {'\r', "%0D"}, {'\n', "%0A"}}};
  return Replaced(text, kTable);
}

std::string XmlAllowed(std::string_view text) {
  return EachCharacter(text, [](const Character& character, std::string_view bytes) -> std::string_view {
    const bool space = character.code == '\n' || character.code == '\t';
    const bool none = character.code == 0xfffe || character.code == 0xffff;
    return character.valid && (space || !IsControl(character)) && !none ? bytes : "?";
  });
}

namespace {

std::string Quoted(const std::string& word) {
  constexpr const char* kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%~";
  if (!word.empty() && word[0] != '~' && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char letter : word) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return quoted + "'";
}

}  // namespace

std::string ShellText(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + Quoted(word);
  return line;
}

}  // namespace mpigauge
