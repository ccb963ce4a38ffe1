#include "baselines/verdict/verdict_notes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/units.h"
#include "baselines/compare/notes.h"
#include "baselines/verdict/series_opinions.h"

namespace mpigauge {
namespace {

// At most one note.
std::vector<std::string> FigureNotes(const SeriesComparison& series, const OtherFigure& figure, const char* name,
                                     double alpha) {
  if (series.verdict == Verdict::kFail || figure.p_adjusted > alpha || figure.ratio <= 1 + series.tolerance) return {};
  if (figure.low <= 1) return {};  // a tick of the timer
  return {fmt::format("{}: the {} got slower by {} [{}, {}], and the median changed by {}", series.name, name,
                      FormatChange(figure.ratio), FormatChange(figure.low), FormatChange(figure.high),
                      FormatChange(series.ratio))};
}

// "a, b, c and 4 more"
std::string SomeOf(std::vector<std::string> names) {
  constexpr std::size_t kShown = 3;
  const std::string more = names.size() > kShown ? fmt::format(" and {} more", names.size() - kShown) : "";
  names.resize(std::min(names.size(), kShown));
  return fmt::format("{}{}", fmt::join(names, ", "), more);
}

// "3% to 97%"; what is worse than nothing explains nothing.
std::string SharesText(const std::vector<double>& shares) {
  const auto [low, high] = std::minmax_element(shares.begin(), shares.end());
  const auto percent = [](double share) { return fmt::format("{:.0f}%", 100 * std::max(share, 0.0)); };
  return percent(*low) == percent(*high) ? percent(*low) : percent(*low) + " to " + percent(*high);
}

}  // namespace

std::vector<std::string> DisagreementNotes(const std::vector<SeriesComparison>& series) {
  std::vector<std::string> notes;
  for (const SeriesComparison& one : series) {
    if (one.verdict != Verdict::kFail || !(one.ratio > 1 && one.local_ratio < 1)) continue;
    notes.push_back(fmt::format("{}: global times say {}, local times {}: two ways of timing disagree in the sign",
                                one.name, FormatChange(one.ratio), FormatChange(one.local_ratio)));
  }
  return notes;
}

std::vector<std::string> ContradictionNotes(const std::vector<SeriesComparison>& series, double alpha) {
  std::vector<std::string> notes;
  for (const SeriesComparison& one : series) {
    const bool by_median = one.decided_by == DecidedBy::kMedian && one.p_adjusted <= alpha;  // and not what was counted
    const bool failed = one.verdict == Verdict::kFail && by_median && one.ratio < 1;
    const bool passed = one.verdict == Verdict::kPass && one.low > 1 + one.tolerance;
    if (!failed && !passed) continue;
    notes.push_back(
        fmt::format("{} {} by the launches that decided it{}, and all launches together say {} [{}, {}]: the machine "
                    "may have changed its state meanwhile, and the change may depend on that; repeat the gate",
                    one.name, failed ? "failed" : "passed", one.reason.empty() ? "" : fmt::format(" ({})", one.reason),
                    FormatChange(one.ratio), FormatChange(one.low), FormatChange(one.high)));
  }
  return notes;
}

std::vector<std::string> ResolutionNotes(const std::vector<SeriesComparison>& series) {
  std::vector<std::string> notes;
  std::vector<std::string> names;
  for (const SeriesComparison& one : series) {
    if (one.HasTimes() && one.verdict == Verdict::kInconclusive && LimitIsWithinTick(one)) names.push_back(one.name);
  }
  if (names.empty()) return notes;
  notes.push_back(
      fmt::format("the timer is too coarse to decide {}: a tick of it is a larger share of these times than the "
                  "tolerance allows; measure both sides with longer loops (--observation-time 1ms) or a finer --timer",
                  SomeOf(std::move(names))));
  return notes;
}

std::vector<std::string> NotCheckedWholeNotes(const std::vector<SeriesComparison>& series) {
  std::vector<std::string> notes;
  std::map<std::string, std::vector<std::string>> names;  // by why not
  for (const SeriesComparison& one : series) {
    if (!one.not_checked_whole.empty())
      names[one.not_checked_whole].push_back(fmt::format("{} {}", one.name, FormatChange(one.ratio)));
  }
  for (auto& [why, of_these] : names) {
    const std::size_t count = of_these.size();
    notes.push_back(fmt::format(
        "{} series {} more than twice as fast, and {} data were not checked after each operation ({}), so {} not count "
        "as faster: {}",
        count, count == 1 ? "is" : "are", count == 1 ? "its" : "their", why, count == 1 ? "it does" : "they do",
        SomeOf(std::move(of_these))));
  }
  return notes;
}

std::vector<std::string> FloorNotes(const std::vector<SeriesComparison>& series) {
  std::vector<std::string> notes;
  std::vector<std::string> names;
  for (const SeriesComparison& one : series) {
    if (one.verdict == Verdict::kPass && one.decided_by == DecidedBy::kFloor) names.push_back(one.name);
  }
  if (names.empty()) return notes;
  const std::size_t count = names.size();
  notes.push_back(
      fmt::format("{} series {} by the floor, the fastest observation of each visit, which is within the tolerance: "
                  "{}; medians differ too much from launch to launch to decide, and give no hint of a slowdown. The "
                  "floor does not show a slowdown of only some operations",
                  count, count == 1 ? "passes" : "pass", SomeOf(std::move(names))));
  return notes;
}

std::vector<std::string> SameStateNotes(const std::vector<SeriesComparison>& series) {
  std::vector<std::string> notes;
  std::vector<double> comparable;
  std::vector<double> explained;
  std::size_t taken_out = 0;
  std::size_t another = 0;
  for (const SeriesComparison& one : series) {
    if (!one.same_state.known()) continue;
    comparable.push_back(one.same_state.comparable);
    if (!std::isnan(one.same_state.explained)) explained.push_back(one.same_state.explained);
    taken_out += one.same_state.taken_out ? 1 : 0;
    another += one.same_state.IsAnother() ? 1 : 0;
  }
  if (comparable.empty()) return notes;
  std::string note = fmt::format(
      "state of the machine: {} of the new run's passes, by series, have a counterpart with similar reference times in "
      "the stored runs",
      SharesText(comparable));
  if (another > 0) note += fmt::format(" (less than half in {} series, which these runs cannot decide)", another);
  if (!explained.empty()) {
    note += fmt::format(
        "; references explain {} of the differences between launches of one run, and these were taken out of {} series",
        SharesText(explained), taken_out);
  }
  notes.push_back(std::move(note));
  return notes;
}

std::vector<std::string> OtherFigureNotes(const std::vector<SeriesComparison>& series, double alpha) {
  std::vector<std::string> notes;
  for (const SeriesComparison& one : series) {
    AddNotes({FigureNotes(one, one.floor, "floor (smallest observation)", alpha),
              FigureNotes(one, one.tail, "tail (99th percentile)", alpha)},
             notes);
  }
  return notes;
}

}  // namespace mpigauge
