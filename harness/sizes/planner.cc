#include "harness/sizes/planner.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "base/units.h"
#include "harness/sizes/refinement.h"

namespace mpigauge {

FixedSizes::FixedSizes(std::vector<std::int64_t> sizes) : sizes_(std::move(sizes)) {
  std::sort(sizes_.begin(), sizes_.end());
  sizes_.erase(std::unique(sizes_.begin(), sizes_.end()), sizes_.end());
}

std::vector<std::int64_t> FixedSizes::Sizes(const Curve&) const { return sizes_; }

std::vector<std::int64_t> Powers(std::int64_t first, std::int64_t last, double factor) {
  std::vector<std::int64_t> sizes;
  if (first == 0) sizes.push_back(0);
  double size = static_cast<double>(std::max<std::int64_t>(first, 1));
  for (; size < static_cast<double>(last) + 0.5 && sizes.size() <= kMostSizes; size *= factor) {
    const auto whole = static_cast<std::int64_t>(std::llround(size));
    if (sizes.empty() || sizes.back() < whole) sizes.push_back(whole);
  }
  return sizes;
}

namespace {

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> words(1);
  for (const char letter : text) {
    if (letter == separator) {
      words.emplace_back();
    } else {
      words.back() += letter;
    }
  }
  return words;
}

template <typename T>
T ParseNumber(const std::string& word, std::string_view what, T least, std::string_view meaning) {
  T number{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size() || !(number >= least) || !(number <= T{1000000})) {
    throw UsageError("{}: '{}' is not {}", what, word, meaning);
  }
  return number;
}

double ParseFactor(const std::string& word, std::string_view what) {
  return ParseNumber(word, what, 1.01, "a factor of 1.01 or more");
}

std::vector<std::int64_t> ParseList(const std::string& list, std::string_view what) {
  std::vector<std::int64_t> sizes;
  for (const std::string& word : Split(list, ',')) sizes.push_back(ParseBytes(word, what));
  if (sizes.size() > kMostSizes) throw UsageError("{}: {} sizes are too many", what, sizes.size());
  return sizes;
}

struct Range {
  std::int64_t first = 0;
  std::int64_t last = 0;
};

// The words are the planner's name, FIRST, LAST and its own ones.
Range ParseRange(const std::vector<std::string>& words, std::string_view what) {
  if (words.size() < 3) {
    throw UsageError("{}: '{}' needs a first and a last size, such as {}:8:1M", what, words[0], words[0]);
  }
  const Range range = {ParseBytes(words[1], what), ParseBytes(words[2], what)};
  if (range.last < range.first) {
    throw UsageError("{}: the last size '{}' is smaller than the first '{}'", what, words[2], words[1]);
  }
  return range;
}

std::vector<std::int64_t> ParsePowers(const std::vector<std::string>& words, std::string_view what) {
  const Range range = ParseRange(words, what);
  if (words.size() > 4) throw UsageError("{}: unexpected '{}'; write powers:FIRST:LAST[:FACTOR]", what, words[4]);
  auto sizes = Powers(range.first, range.last, words.size() == 4 ? ParseFactor(words[3], what) : 2);
  if (sizes.size() > kMostSizes) throw UsageError("{}: '{}' gives more than {} sizes", what, words.back(), kMostSizes);
  return sizes;
}

void TakeKey(const std::string& word, std::string_view what, Refinement& refinement) {
  const auto equals = word.find('=');
  const std::string key = word.substr(0, equals);
  const std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
  if (key == "threshold") {
    refinement.threshold = ParseShare(value, what);
  } else if (key == "separation") {
    refinement.separation = ParseBytes(value, what);
    if (refinement.separation < 1) throw UsageError("{}: '{}': sizes are at least 1 apart", what, word);
  } else if (key == "max") {
    refinement.most = ParseNumber<std::size_t>(value, what, 2, "a number of sizes, at least 2");
  } else if (key == "settle") {
    refinement.settle = ParseNumber(value, what, 1, "a number of visits");
  } else if (key == "factor") {
    refinement.factor = ParseFactor(value, what);
  } else {
    throw UsageError("{}: '{}' is unknown; threshold=5%, separation=8, max=100, settle=3 or factor=2", what, word);
  }
}

Refinement ParseRefinement(const std::vector<std::string>& words, std::string_view what, Refinement refinement) {
  const Range range = ParseRange(words, what);
  refinement.first = range.first;
  refinement.last = range.last;
  for (std::size_t i = 3; i < words.size(); ++i) TakeKey(words[i], what, refinement);
  if (const std::size_t start = StartSizes(refinement).size(); start > refinement.most) {
    throw UsageError("{}: max={} is less than the {} sizes to start with; raise max or factor", what, refinement.most,
                     start);
  }
  return refinement;
}

}  // namespace

std::unique_ptr<SizePlanner> ParsePlanner(std::string_view text, std::string_view what, std::int64_t separation) {
  const std::vector<std::string> words = Split(text, ':');
  Refinement refinement;
  refinement.separation = separation;
  if (words[0] == "powers") return std::make_unique<FixedSizes>(ParsePowers(words, what));
  if (words[0] == "bisection") {
    refinement.factor = 4;
    return std::make_unique<Bisection>(ParseRefinement(words, what, refinement));
  }
  if (words[0] == "skampi") {
    refinement.most = 40;
    return std::make_unique<SkampiRefinement>(ParseRefinement(words, what, refinement));
  }
  if (words[0] == "list" && words.size() == 2) return std::make_unique<FixedSizes>(ParseList(words[1], what));
  if (words.size() == 1 && words[0].find_first_of("0123456789") == 0) {
    return std::make_unique<FixedSizes>(ParseList(words[0], what));
  }
  throw UsageError("{}: '{}' names no sizes; for example 8,64,4K, powers:8:1M, bisection:0:64K or skampi:8:1M:max=40",
                   what, text);
}

}  // namespace mpigauge
