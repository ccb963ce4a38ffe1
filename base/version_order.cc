#include "base/version_order.h"

#include <string_view>
#include <tuple>

namespace mpigauge {
namespace {

bool IsDigit(char letter) { return letter >= '0' && letter <= '9'; }

// Whether this is what stands behind the number of a version that is not released yet: "rc1", "-rc1", "b2". The name of
// a processor behind it is none: "-a64fx".
bool BeginsAPrerelease(std::string_view rest) {
  const bool short_word = rest.starts_with('a') || rest.starts_with('b');
  if (short_word && rest.size() > 1 && IsDigit(rest[1])) return true;
  if (rest.find_first_of("-._~") == 0) rest.remove_prefix(1);
  for (const std::string_view word : {"rc", "alpha", "beta", "pre", "dev"}) {
    if (!rest.starts_with(word)) continue;
    const std::string_view behind = rest.substr(word.size());
    if (behind.empty() || IsDigit(behind[0]) || behind[0] == '/' || behind[0] == '.') return true;
  }
  return false;
}

// A part of a path: a number, or a letter.
struct VersionPart {
  int rank = 0;             // a prerelease comes before the end of a name, and that before anything else
  std::string_view number;  // without zeros in front
  char letter = '\0';

  // A number with more digits is larger.
  auto Key() const { return std::tuple(rank, number.size(), number, letter); }
};

// Takes the part that begins at `at`, and moves behind it.
VersionPart TakePart(std::string_view path, std::size_t& at) {
  constexpr int kPrerelease = 0;
  constexpr int kEnd = 1;
  constexpr int kNumber = 2;
  constexpr int kLetter = 3;
  if (at == path.size()) return {kEnd, {}, '\0'};
  if (IsDigit(path[at])) {
    while (at + 1 < path.size() && path[at] == '0' && IsDigit(path[at + 1])) ++at;
    const std::size_t begin = at;
    while (at < path.size() && IsDigit(path[at])) ++at;
    return {kNumber, path.substr(begin, at - begin), '\0'};
  }
  const bool behind_number = at > 0 && IsDigit(path[at - 1]);
  const char letter = path[at];
  int rank = letter == '/' ? kEnd : kLetter;
  if (behind_number && BeginsAPrerelease(path.substr(at))) rank = kPrerelease;
  ++at;
  return {rank, {}, letter};
}

}  // namespace

bool IsOlderVersion(const std::string& one, const std::string& other) {
  std::size_t at = 0;
  std::size_t at_other = 0;
  while (at < one.size() || at_other < other.size()) {
    const VersionPart part = TakePart(one, at);
    const VersionPart part_other = TakePart(other, at_other);
    if (part.Key() != part_other.Key()) return part.Key() < part_other.Key();
  }
  return one < other;  // 5.0 and 5.00
}

}  // namespace mpigauge
