#include "baselines/verdict/conclusion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/units.h"

namespace mpigauge {
namespace {

DecidedBy FigureOf(Source source) {
  if (source == Source::kTail) return DecidedBy::kTail;
  if (source == Source::kMean) return DecidedBy::kMean;
  if (source == Source::kProcessor) return DecidedBy::kProcessor;
  return source == Source::kFloor ? DecidedBy::kFloor : DecidedBy::kMedian;
}

// One change of the machine moves work without MPI and operations by shares that differ by up to this factor.
constexpr double kShareOfControls = 3;

// Whether the machine may have made this ratio: controls got significantly slower between the sides, and it is within
// three times their change.
bool ControlsExplain(const ControlMovement& controls, double ratio) {
  return controls.moved && controls.ratio > 1 && std::log(ratio) <= kShareOfControls * std::log(controls.ratio);
}

// Opinions on a series or a family: its slowdown fails nothing that the controls explain.
std::vector<Opinion> BesideControls(std::vector<Opinion> opinions, const ControlMovement& controls, double ratio) {
  for (Opinion& one : opinions) {
    const bool slower =
        one.verdict == Verdict::kFail && (one.source == Source::kMedian || one.source == Source::kFloor);
    if (!slower || !ControlsExplain(controls, ratio)) continue;
    one.verdict = Verdict::kInconclusive;
    one.reason += fmt::format("; controls moved by {}, so the machine may be the cause", FormatChange(controls.ratio));
  }
  return opinions;
}

void ConcludeSeries(const ControlMovement& controls, SeriesComparison& series) {
  Conclusion conclusion = Conclude(BesideControls(series.opinions, controls, series.ratio));
  const bool fails = conclusion.verdict == Verdict::kFail;
  series.verdict = series.waived.empty() ? conclusion.verdict : Verdict::kPass;
  series.decided_by = conclusion.decided_by;
  series.reason = std::move(conclusion.reason) + (fails && series.waived.empty() ? series.why_not_waived : "");
  series.improved = conclusion.improved;
}

void ConcludeFamily(const ControlMovement& controls, FamilyComparison& family) {
  Conclusion conclusion = Conclude(BesideControls(family.opinions, controls, family.ratio));
  family.verdict = family.waived.empty() ? conclusion.verdict : Verdict::kPass;
  family.reason = std::move(conclusion.reason);
}

// Series without times come first.
double PlaceOf(const SeriesComparison& one) { return one.HasTimes() ? -one.ratio : -1e9; }
double PlaceOf(const FamilyComparison& one) { return -one.ratio; }

template <typename Compared>
void SortByVerdict(std::vector<Compared>& all) {
  const auto place = [](const Compared& one) { return std::pair(-static_cast<int>(one.verdict), PlaceOf(one)); };
  std::stable_sort(all.begin(), all.end(), [&](const Compared& a, const Compared& b) { return place(a) < place(b); });
}

template <typename Compared>
Verdict Worst(Verdict verdict, const std::vector<Compared>& all) {
  for (const Compared& one : all) verdict = std::max(verdict, one.verdict);
  return verdict;
}

Verdict VerdictOfSeries(const Comparison& comparison) {
  const Verdict none = comparison.series.empty() ? Verdict::kInconclusive : Verdict::kPass;
  return Worst(Worst(none, comparison.series), comparison.families);
}

Verdict VerdictOfProcesses(const Comparison& comparison) {
  const std::optional<Opinion> opinion = OpinionOfProcesses(comparison);
  return opinion ? opinion->verdict : Verdict::kPass;
}

constexpr double kMemoryLevel = 1.001 / 924;

Opinion OpinionOfMemory(const MemoryFigure& memory) {
  const auto mebibytes = [](double bytes) { return fmt::format("{:.1f} MiB", bytes / (1 << 20)); };
  std::string text = fmt::format("a rank of the candidate has {} in memory at its peak (baseline {}, {}), tolerance {}",
                                 mebibytes(memory.candidate_bytes), mebibytes(memory.baseline_bytes),
                                 FormatChange(memory.candidate_bytes / memory.baseline_bytes),
                                 mebibytes(memory.tolerance * memory.baseline_bytes));
  if (memory.p <= kMemoryLevel) return {Source::kMemory, Verdict::kFail, text, text};
  return {Source::kMemory, Verdict::kInconclusive, text + fmt::format("; not significant (p {:.2g})", memory.p), text};
}

}  // namespace

bool MemoryLooksWorse(const Comparison& comparison) {
  const MemoryFigure& memory = comparison.memory;
  return memory.known && memory.candidate_bytes > memory.most_of_runs * (1 + memory.tolerance);
}

std::optional<Opinion> OpinionOfProcesses(const Comparison& comparison) {
  std::vector<Opinion> opinions;
  if (MemoryLooksWorse(comparison)) opinions.push_back(OpinionOfMemory(comparison.memory));
  if (!comparison.clock_doubts.empty()) {
    const std::string doubts = fmt::format("{}; so nothing passes", fmt::join(comparison.clock_doubts, "; "));
    opinions.push_back({Source::kClocks, Verdict::kInconclusive, doubts, doubts});
  }
  if (opinions.empty()) return std::nullopt;
  const Conclusion conclusion = Conclude(opinions);
  return Opinion{opinions[0].source, conclusion.verdict, conclusion.reason};
}

Conclusion Conclude(const std::vector<Opinion>& opinions) {
  if (opinions.empty()) return {};
  const auto worse = [](const Opinion& one, const Opinion& other) { return one.verdict < other.verdict; };
  const auto worst = std::max_element(opinions.begin(), opinions.end(), worse);  // the first one of these
  Conclusion conclusion{worst->verdict, FigureOf(worst->source), worst->reason};
  for (auto one = opinions.begin(); one != opinions.end(); ++one) {
    conclusion.improved = conclusion.improved || (one->improved && worst->verdict == Verdict::kPass);
    if (one == worst || one->remark.empty()) continue;
    conclusion.reason += (conclusion.reason.empty() ? "" : "; ") + one->remark;
  }
  return conclusion;
}

void Conclude(Comparison& comparison) {
  for (SeriesComparison& series : comparison.series) ConcludeSeries(comparison.control_movement, series);
  for (SeriesComparison& control : comparison.controls) ConcludeSeries({}, control);
  for (FamilyComparison& family : comparison.families) ConcludeFamily(comparison.control_movement, family);
  SortWorstFirst(comparison.series);
  SortWorstFirst(comparison.families);
  comparison.verdict = SuiteVerdict(comparison);
}

void SortWorstFirst(std::vector<SeriesComparison>& all) { SortByVerdict(all); }
void SortWorstFirst(std::vector<FamilyComparison>& all) { SortByVerdict(all); }

Verdict VerdictOfLaunches(const Comparison& comparison) {
  return std::max({VerdictOfSeries(comparison), comparison.losses.verdict, VerdictOfProcesses(comparison)});
}

Verdict SuiteVerdict(const Comparison& comparison) {
  Verdict verdict = VerdictOfLaunches(comparison);
  if (comparison.lacks_impact) verdict = std::max(verdict, Verdict::kInconclusive);
  return comparison.impact ? std::max(verdict, comparison.impact->verdict.value_or(Verdict::kPass)) : verdict;
}

bool DecidedByLosses(const Comparison& comparison) { return comparison.losses.verdict > VerdictOfSeries(comparison); }

bool DecidedByProcesses(const Comparison& comparison) {
  return VerdictOfProcesses(comparison) > std::max(VerdictOfSeries(comparison), comparison.losses.verdict);
}

bool DecidedByImpact(const Comparison& comparison) {
  return comparison.impact && comparison.impact->verdict && comparison.verdict != VerdictOfLaunches(comparison);
}

bool IsExplained(const Comparison& comparison) {
  Verdict worst = comparison.losses.text.empty() ? Verdict::kPass : comparison.losses.verdict;
  worst = std::max(worst, VerdictOfProcesses(comparison));
  worst = Worst(Worst(worst, comparison.series), comparison.families);
  if (comparison.impact && comparison.impact->fail_impact) {
    for (const ApplicationImpact& one : comparison.impact->applications) {
      worst = std::max(worst, one.verdict.value_or(Verdict::kPass));
    }
  }
  return worst == comparison.verdict;
}

}  // namespace mpigauge
