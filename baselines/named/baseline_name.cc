#include "baselines/named/baseline_name.h"

#include <algorithm>
#include <cctype>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

constexpr std::size_t kPieceLengths[] = {8, 4, 4, 4, 12};  // of a UUID, in hexadecimal digits

// Digits alone are a date or a version, and letters alone a word.
bool BeginsLikeAnId(std::string_view name) {
  const auto is = [](auto kind) { return [kind](unsigned char c) { return kind(c) != 0; }; };
  const bool has_digit = std::any_of(name.begin(), name.end(), is([](int c) { return std::isdigit(c); }));
  const bool has_letter = std::any_of(name.begin(), name.end(), is([](int c) { return std::isalpha(c); }));
  if (name.size() < 4 || !has_digit || !has_letter) return false;
  for (const std::size_t length : kPieceLengths) {
    const std::string_view piece = name.substr(0, length);
    if (!std::all_of(piece.begin(), piece.end(), is([](int c) { return std::isxdigit(c); }))) return false;
    name.remove_prefix(piece.size());
    if (name.empty()) return true;
    if (name.front() != '-') return false;
    name.remove_prefix(1);
  }
  return false;
}

}  // namespace

void CheckBaselineName(std::string_view name, std::string_view what) {
  const bool control = std::any_of(name.begin(), name.end(), [](unsigned char c) { return std::iscntrl(c) != 0; });
  if (name.empty() || control) throw UsageError("{}: a baseline's name is one line of text", what);
  if (name == "latest" || name.starts_with("latest~")) {
    throw UsageError("{}: '{}' means the newest runs; choose another name", what, name);
  }
  if (BeginsLikeAnId(name)) {
    throw UsageError("{}: '{}' looks like the id of a run; choose another name", what, name);
  }
}

void CheckBaselineName(Store& store, const std::string& name) {
  CheckBaselineName(name, "baseline");
  if (store.FindBaseline(name)) return;
  for (const Run& run : store.Runs()) {
    if (!run.run_id.starts_with(name)) continue;
    throw UsageError("baseline: '{}' is the id of run {}, or its beginning; choose another name", name, run.run_id);
  }
}

}  // namespace mpigauge
