#include "baselines/format/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <set>

#include "baselines/compare/method.h"
#include "harness/base/units.h"

namespace mpigauge {
namespace {

std::string FailedCases(const Comparison& comparison) {
  std::set<std::string> cases;
  for (const SeriesComparison& series : comparison.series) {
    if (series.verdict == Verdict::kFail) cases.insert(series.case_name);
  }
  return fmt::format("{}", fmt::join(cases, ", "));
}

}  // namespace

std::string IntervalText(const SeriesComparison& series) {
  return fmt::format("[{}, {}]", FormatChange(series.low), FormatChange(series.high));
}

std::string VerdictWord(const SeriesComparison& series) {
  if (!series.waived.empty()) return "waived";
  return series.improved ? "faster" : VerdictName(series.verdict);
}

std::string PText(double p) { return p < 0.001 ? fmt::format("{:.0e}", p) : fmt::format("{:.3f}", p); }

std::string MethodText(const Comparison& comparison) {
  return fmt::format("{}, {}", comparison.method, CorrectionTitle(comparison.correction));
}

std::string DetectableText(const SeriesComparison& series) {
  return std::isfinite(series.detectable_ratio) ? FormatChange(series.detectable_ratio) : "-";
}

std::string Headline(const Comparison& comparison) {
  const std::size_t all = comparison.series.size();
  switch (comparison.verdict) {
    case Verdict::kFail: {
      if (comparison.Count(Verdict::kFail) == 0) {
        const FamilyComparison& worst = comparison.families.front();
        return fmt::format("FAIL: none of {} series alone, but together: {}", all, FamilyText(worst));
      }
      const SeriesComparison& worst = comparison.series.front();
      return fmt::format("FAIL: {} of {} series got slower ({}); worst: {} {} {}", comparison.Count(Verdict::kFail),
                         all, FailedCases(comparison), worst.name, FormatChange(worst.ratio), IntervalText(worst));
    }
    case Verdict::kPass: {
      const std::size_t waived = comparison.CountWaived();
      return fmt::format(
          "PASS: none of {} series got slower by more than its tolerance{}", all,
          waived > 0 ? fmt::format(", but for {} that {} waived", waived, waived == 1 ? "is" : "are") : "");
    }
    case Verdict::kInconclusive:
      break;
  }
  if (all == 0) return "INCONCLUSIVE: no series could be compared";
  const std::size_t open = comparison.Count(Verdict::kInconclusive);
  const std::string more = comparison.decision.is_null() ? "--launches" : "--max-launches, --budget";
  return fmt::format(
      "INCONCLUSIVE: {} cannot be told apart from a slowdown; more launches decide ({}), or a larger --tolerance",
      open > 0 ? fmt::format("{} of {} series", open, all) : "families of series", more);
}

std::string FamilyText(const FamilyComparison& family) {
  return fmt::format("{} ({} series, {}): {}", family.name, family.members.size(), FormatChange(family.ratio),
                     family.verdict == Verdict::kPass ? VerdictName(family.verdict) : family.reason);
}

std::vector<std::string> Remarks(const Comparison& comparison) {
  std::vector<std::string> remarks;
  for (const FamilyComparison& family : comparison.families) {
    if (family.verdict == Verdict::kPass) continue;
    remarks.push_back(fmt::format("together: {}: {}", VerdictName(family.verdict), FamilyText(family)));
  }
  remarks.insert(remarks.end(), comparison.notes.begin(), comparison.notes.end());
  for (const Difference& one : comparison.allowed_differences) {
    remarks.push_back(fmt::format("allowed difference: {}: '{}' and '{}'", one.field, one.baseline, one.candidate));
  }
  for (const Difference& one : comparison.context_differences) {
    remarks.push_back(fmt::format("also different: {}: '{}' and '{}'", one.field, one.baseline, one.candidate));
  }
  for (const std::string& one : comparison.not_compared) remarks.push_back("not compared: " + one);
  return remarks;
}

}  // namespace mpigauge
