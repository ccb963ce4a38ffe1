#include <fmt/format.h>

#include <algorithm>

#include "baselines/compare/counted.h"
#include "baselines/compare/selection_change.h"
#include "baselines/format/phrases.h"

namespace mpigauge {
namespace {

std::string Shortened(const std::string& text) {
  constexpr std::size_t kLongest = 160;
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

std::string TextOf(const SelectionChange& change, const std::vector<SeriesComparison>& series) {
  const std::string text = Shortened(ChangeText(change));
  if (change.concerns.empty()) return "selected otherwise: " + text;
  const auto suspected = std::count_if(series.begin(), series.end(), [&](const SeriesComparison& one) {
    return one.verdict == Verdict::kFail &&
           std::find(one.suspects.begin(), one.suspects.end(), ChangeText(change)) != one.suspects.end();
  });
  const std::string who = suspected > 0 ? fmt::format("suspect of {} failed series", suspected) : "selected otherwise";
  return fmt::format("{}: {}: {}", who, change.concerns, text);
}

bool IsNew(const SelectionChange& change) { return change.concerns.empty() && change.baseline == "(none)"; }
bool IsGone(const SelectionChange& change) { return change.concerns.empty() && change.candidate == "(none)"; }

}  // namespace

std::vector<std::string> SelectionTexts(const Comparison& comparison) {
  std::vector<std::string> texts;
  std::size_t shown = 0;
  std::size_t more = 0;
  std::size_t fresh = 0;
  std::size_t gone = 0;
  std::size_t rewritten = 0;
  for (const SelectionChange& change : comparison.selection_changes) {
    if (IsNew(change)) {
      ++fresh;
    } else if (IsGone(change)) {
      ++gone;
    } else if (IsRewritten(change)) {
      ++rewritten;
    } else if (change.concerns.empty() && ++shown > kMostChanges) {
      ++more;
    } else {
      texts.push_back(TextOf(change, comparison.series));
    }
  }
  if (more > 0) texts.push_back(fmt::format("selected otherwise: {} more; JSON has them all", more));
  if (fresh + gone + rewritten > 0) {
    const std::string words = rewritten > 0 ? fmt::format(", {} with a name in place of a number", rewritten) : "";
    texts.push_back(fmt::format("variables of the library: {} new, {} gone{}; JSON names them", fresh, gone, words));
  }
  return texts;
}

std::vector<std::string> CountedTexts(const Comparison& comparison) {
  std::vector<std::string> texts;
  for (const CountedDifference& one : comparison.counted_differences) {
    if (IsClear(one)) texts.push_back("counted: " + CountedText(one));
  }
  return texts;
}

}  // namespace mpigauge
