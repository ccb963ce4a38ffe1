#include "record/foreign/columns.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <regex>
#include <sstream>

#include "base/error.h"

namespace mpigauge {

std::vector<std::string> ForeignWords(std::string_view line) {
  std::istringstream stream{std::string(line)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

namespace {

// Where the text begins behind "[1,0]<stdout>:" (mpirun --tag-output) or "[0] " (mpiexec -l).
std::size_t BehindRank(const std::string& line) {
  static const std::regex kRank(R"(^\[\d+(,\d+)?\](<std(out|err)>)?:? ?)");
  std::smatch found;
  return std::regex_search(line, found, kRank) ? static_cast<std::size_t>(found.length()) : 0;
}

}  // namespace

std::vector<TextLine> ForeignLines(const std::string& text) {
  std::istringstream stream(text);
  std::vector<TextLine> lines;
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back({lines.size() + 1, line.substr(BehindRank(line))});
  }
  return lines;
}

double ForeignNumber(const std::string& word, const std::string& name, const TextLine& line) {
  double number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(number) || number < 0) {
    throw UsageError("{}, line {}: '{}' is not a number", name, line.number, word);
  }
  return number;
}

std::int64_t ForeignCount(const std::string& word, const std::string& name, const TextLine& line) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size() || number < 0) {
    throw UsageError("{}, line {}: '{}' is not a whole number", name, line.number, word);
  }
  return number;
}

std::int64_t ForeignProduct(std::int64_t one, std::int64_t other, const std::string& name, const TextLine& line) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(one, other, &product)) {
    throw UsageError("{}, line {}: {} times {} is impossible", name, line.number, one, other);
  }
  return product;
}

bool IsNumeric(const std::string& word) { return !word.empty() && word[0] >= '0' && word[0] <= '9'; }

void AddOnce(std::string text, std::vector<std::string>& texts) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
}

}  // namespace mpigauge
