#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mpigauge {

// The words of a line, which blanks separate.
std::vector<std::string> ForeignWords(std::string_view line);

// A line of a text, with its number for messages.
struct TextLine {
  std::size_t number = 0;  // from 1
  std::string text;        // without the end of the line, and without the rank that a launcher puts before it
};
std::vector<TextLine> ForeignLines(const std::string& text);

// A number that is at least 0 and finite. Throws Error (usage) naming file and line.
double ForeignNumber(const std::string& word, const std::string& name, const TextLine& line);
std::int64_t ForeignCount(const std::string& word, const std::string& name, const TextLine& line);

// The product of two of these. Throws Error (usage) where it has more than 64 bits.
std::int64_t ForeignProduct(std::int64_t one, std::int64_t other, const std::string& name, const TextLine& line);

// Whether a word begins like a number: lines of tables do.
bool IsNumeric(const std::string& word);

// Adds a text unless it is there.
void AddOnce(std::string text, std::vector<std::string>& texts);

}  // namespace mpigauge
