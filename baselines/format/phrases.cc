#include "baselines/format/phrases.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/units.h"
#include "baselines/compare/impact.h"
#include "baselines/compare/method.h"
#include "baselines/compare/tolerance.h"
#include "baselines/verdict/conclusion.h"
#include "stats/summary.h"

namespace mpigauge {
std::string FailedCases(const Comparison& comparison) {
  std::vector<std::string> names;
  for (const SeriesComparison& series : comparison.series) {
    const bool known = std::find(names.begin(), names.end(), series.case_name) != names.end();
    if (series.verdict == Verdict::kFail && !known) names.push_back(series.case_name);
  }
  constexpr std::size_t kMost = 3;
  if (names.size() > kMost) {
    const std::size_t more = names.size() - kMost;
    names.resize(kMost);
    names.push_back(fmt::format("{} more", more));
  }
  if (names.size() <= 1) return fmt::format("{}", fmt::join(names, ""));
  const std::string last = names.back();
  names.pop_back();
  return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

std::string IntervalText(const SeriesComparison& series) {
  return fmt::format("[{}, {}]", FormatChange(series.low), FormatChange(series.high));
}

std::string VerdictWord(const SeriesComparison& series) {
  if (!series.waived.empty()) return "waived";
  if (series.verdict != Verdict::kPass && IsBesideMedian(series.decided_by)) {
    return fmt::format("{} ({})", VerdictName(series.verdict), DecidedByName(series.decided_by));
  }
  if (series.improved) return "faster";
  const bool by_floor = series.verdict == Verdict::kPass && series.decided_by == DecidedBy::kFloor;
  return VerdictName(series.verdict) + (by_floor ? " (floor)" : "");
}

std::string ReasonText(const SeriesComparison& series) {
  return IsBesideMedian(series.decided_by) ? VerdictWord(series) + ": " + series.reason : series.reason;
}

std::string PText(double p) { return p < 0.001 ? fmt::format("{:.0e}", p) : fmt::format("{:.3f}", p); }

std::string MethodText(const Comparison& comparison) { return MethodName(comparison.method) + ", Holm"; }

std::string ControlsText(const Comparison& comparison) {
  const ControlMovement& movement = comparison.control_movement;
  if (movement.controls == 0) return "";
  return fmt::format("controls: {}, {} [{}, {}], p {} ({} without MPI)", movement.moved ? "MOVED" : "not moved",
                     FormatChange(movement.ratio), FormatChange(movement.low), FormatChange(movement.high),
                     PText(movement.p), movement.controls);
}

std::string DetectableText(const SeriesComparison& series) {
  return std::isfinite(series.detectable_ratio) ? FormatChange(series.detectable_ratio) : "-";
}

bool IsAboutLosses(const Comparison& comparison) { return !DecidedByImpact(comparison) && DecidedByLosses(comparison); }

bool IsAboutProcesses(const Comparison& comparison) {
  return !DecidedByImpact(comparison) && DecidedByProcesses(comparison);
}

std::string ProcessesText(const Comparison& comparison) {
  const std::optional<Opinion> opinion = OpinionOfProcesses(comparison);
  return opinion ? opinion->reason : "";
}

bool IsAboutFamilies(const Comparison& comparison) {
  return !DecidedByImpact(comparison) && !DecidedByLosses(comparison) && !DecidedByProcesses(comparison) &&
         comparison.verdict == Verdict::kFail && comparison.Count(Verdict::kFail) == 0;
}

namespace {

constexpr std::string_view kTwoPrograms =
    "; the sides ran two benchmark programs, and a difference in the layout of their code counts as the library's; if "
    "one program runs with both libraries, give it to both sides";

// Says the verdict with TolerancePhrase, or without a word of it.
std::string VerdictWords(const Comparison& comparison) {
  if (DecidedByImpact(comparison)) return ImpactHeadline(*comparison.impact);
  const std::size_t all = comparison.series.size();
  if (IsAboutLosses(comparison)) {
    const bool failed = comparison.verdict == Verdict::kFail;
    return fmt::format(
        "{}: {}{}", failed ? "FAIL" : "INCONCLUSIVE", comparison.losses.text,
        failed ? "" : "; none of those that ended well got slower by more than " + TolerancePhrase("its", comparison));
  }
  if (IsAboutProcesses(comparison)) {
    const char* failed = comparison.verdict == Verdict::kFail ? "FAIL: " : "INCONCLUSIVE: ";
    return failed + ProcessesText(comparison);
  }
  switch (comparison.verdict) {
    case Verdict::kFail: {
      if (IsAboutFamilies(comparison)) {
        const FamilyComparison& worst = comparison.families.front();
        return fmt::format("FAIL: none of {} series alone, but together: {}", all, FamilyText(worst));
      }
      const SeriesComparison& worst = comparison.series.front();
      if (!worst.HasTimes() || IsBesideMedian(worst.decided_by)) {
        return fmt::format("FAIL: {} of {} series fail ({}); worst: {}: {}", comparison.Count(Verdict::kFail), all,
                           FailedCases(comparison), worst.name, ReasonText(worst));
      }
      return fmt::format("FAIL: {} of {} series got slower ({}); worst: {} {} {}", comparison.Count(Verdict::kFail),
                         all, FailedCases(comparison), worst.name, FormatChange(worst.ratio), IntervalText(worst));
    }
    case Verdict::kPass: {
      const std::size_t waived = comparison.CountWaived();
      return fmt::format(
          "PASS: none of {} series got slower by more than {}{}", all, TolerancePhrase("its", comparison),
          waived > 0 ? fmt::format(", but for {} that {} waived", waived, waived == 1 ? "is" : "are") : "");
    }
    case Verdict::kInconclusive: break;
  }
  if (all == 0) return "INCONCLUSIVE: no series could be compared";
  const std::size_t open = comparison.Count(Verdict::kInconclusive);
  const std::string what = OpenText(comparison);
  if (what.empty()) {
    return fmt::format(
        "INCONCLUSIVE: none of {} series got slower by more than {}, and the cost for applications is not known", all,
        TolerancePhrase("its", comparison));
  }
  const SeriesComparison& first = comparison.series.front();
  if (!first.HasTimes() || (open > 0 && IsBesideMedian(first.decided_by))) {
    return fmt::format("INCONCLUSIVE: {} of {} series, among them {}: {}", open, all, first.name, ReasonText(first));
  }
  const std::string more = !comparison.decision ? "--launches" : "--max-launches, --budget";
  return fmt::format(
      "INCONCLUSIVE: {} cannot be told apart from a slowdown; more launches decide ({}), or a larger --tolerance", what,
      more);
}

}  // namespace

std::string OpenText(const Comparison& comparison) {
  const std::size_t open = comparison.Count(Verdict::kInconclusive);
  if (open > 0) return fmt::format("{} of {} series", open, comparison.series.size());
  const bool families = std::any_of(comparison.families.begin(), comparison.families.end(),
                                    [](const auto& one) { return one.verdict == Verdict::kInconclusive; });
  return families ? "families of series" : "";
}

std::string Headline(const Comparison& comparison) {
  std::string words = VerdictWords(comparison);
  const std::string shares = ToleranceText(comparison);
  const bool said = shares.empty() || words.find(TolerancePhrase("its", comparison)) != std::string::npos;
  if (said) return words;
  return fmt::format("{}; {}tolerance {}", words, DecidedByImpact(comparison) ? "of series: " : "", shares);
}

std::string ToleranceText(const Comparison& comparison) {
  std::vector<double> shares;
  std::vector<double> of_start_up;
  for (const SeriesComparison& series : comparison.series) {
    if (series.tolerance > 0) (series.family == kStartUpFamily ? of_start_up : shares).push_back(series.tolerance);
  }
  if (shares.empty()) shares = of_start_up;
  if (shares.empty()) return "";
  const auto [least, most] = std::minmax_element(shares.begin(), shares.end());
  if (*least == *most) return fmt::format("{:.4g}%", *most * 100);
  return fmt::format("{:.4g}% to {:.4g}%", *least * 100, *most * 100);
}

std::string TolerancePhrase(const std::string& whose, const Comparison& comparison) {
  const std::string shares = ToleranceText(comparison);
  return whose + " tolerance" + (shares.empty() ? "" : " of " + shares);
}

std::string FamilyText(const FamilyComparison& family) {
  return fmt::format("{} ({} series, {}): {}", family.name, family.members.size(), FormatChange(family.ratio),
                     family.verdict == Verdict::kPass ? VerdictName(family.verdict) : family.reason);
}

Verdict FamiliesVerdict(const Comparison& comparison) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(comparison.families.begin(), comparison.families.end(),
                       [&](const FamilyComparison& one) { return one.verdict == verdict; });
  };
  if (any(Verdict::kFail)) return Verdict::kFail;
  return any(Verdict::kInconclusive) ? Verdict::kInconclusive : Verdict::kPass;
}

std::string FamiliesCount(const Comparison& comparison) {
  const Verdict verdict = FamiliesVerdict(comparison);
  if (verdict == Verdict::kPass) return "";
  const auto count = std::count_if(comparison.families.begin(), comparison.families.end(),
                                   [&](const FamilyComparison& one) { return one.verdict == verdict; });
  const char* state = verdict == Verdict::kFail ? (count == 1 ? "fails" : "fail")
                                                : (count == 1 ? "is inconclusive" : "are inconclusive");
  return fmt::format("{} of {} families of series {}", count, comparison.families.size(), state);
}

std::string FamiliesText(const Comparison& comparison) {
  const Verdict verdict = FamiliesVerdict(comparison);
  if (verdict == Verdict::kPass) return "";
  // The worst comes first.
  const auto worst = std::find_if(comparison.families.begin(), comparison.families.end(),
                                  [&](const FamilyComparison& one) { return one.verdict == verdict; });
  return FamiliesCount(comparison) + ": " + FamilyText(*worst);
}

std::string StatedText(const Comparison& comparison) {
  if (!comparison.decision) return "";
  std::string text =
      fmt::format("stated: any false fail at most {:.3g}%; a series slower by its tolerance passes in at most {:.3g}%",
                  comparison.decision->alpha * 100, comparison.decision->Miss() * 100);
  std::vector<double> detectable;
  for (const SeriesComparison& series : comparison.series) {
    if (std::isfinite(series.detectable_ratio)) detectable.push_back(series.detectable_ratio);
  }
  if (detectable.empty()) return text;
  std::sort(detectable.begin(), detectable.end());
  return text + fmt::format("; slowdowns shown with chance 80%: from {} on, {} for the worst of {} series",
                            FormatChange(Quantile(detectable, 0.5)), FormatChange(detectable.back()),
                            detectable.size());
}

std::vector<std::string> ImpactLines(const Comparison& comparison) {
  std::vector<std::string> lines;
  if (!comparison.impact) return lines;
  for (const ApplicationImpact& one : comparison.impact->applications) {
    lines.push_back(ImpactSentence(one) + (one.verdict ? "; " + VerdictName(*one.verdict) : ""));
  }
  return lines;
}

std::vector<std::string> Remarks(const Comparison& comparison) {
  std::vector<std::string> remarks;
  const std::string processes = IsAboutProcesses(comparison) ? "" : ProcessesText(comparison);
  if (!processes.empty()) remarks.push_back(processes);
  // The headline has it, or it comes first here: many families may be told behind it.
  const std::string lost = IsAboutLosses(comparison) ? "" : comparison.losses.text;
  if (!lost.empty()) remarks.push_back(lost);
  for (const FamilyComparison& family : comparison.families) {
    if (family.verdict == Verdict::kPass) continue;
    remarks.push_back(fmt::format("together: {}: {}", VerdictName(family.verdict), FamilyText(family)));
  }
  for (const std::string& note : comparison.notes) {
    if (note != lost) remarks.push_back(note);
  }
  if (comparison.impact) {
    for (const std::string& note : ImpactNotes(*comparison.impact)) remarks.push_back("impact: " + note);
  }
  for (auto&& text : SelectionTexts(comparison)) remarks.push_back(std::move(text));
  for (auto&& text : CountedTexts(comparison)) remarks.push_back(std::move(text));
  for (const Difference& one : comparison.allowed_differences) {
    remarks.push_back(fmt::format("allowed difference: {}: '{}' and '{}'", one.field, one.baseline, one.candidate));
  }
  for (const Difference& one : comparison.context_differences) {
    remarks.push_back(fmt::format("also different: {}: '{}' and '{}'{}", one.field, one.baseline, one.candidate,
                                  one.field == "program" ? kTwoPrograms : ""));
  }
  for (const std::string& one : comparison.not_compared) remarks.push_back("not compared: " + one);
  return remarks;
}

}  // namespace mpigauge
