#include "baselines/verdict/apply_waivers.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "baselines/compare/counted.h"
#include "baselines/compare/stretched.h"
#include "baselines/verdict/series_verdict.h"
#include "baselines/verdict/tails.h"
#include "harness/base/units.h"

namespace mpigauge {
namespace {

// What became of one waiver in this comparison.
struct Use {
  std::size_t matched = 0;
  std::size_t waived = 0;
  std::size_t waived_families = 0;
};

constexpr double kWaiverConfidence = 0.95;  // of the interval of an open series

bool Expired(const Waiver& waiver, const std::string& today) { return waiver.until < today; }

// A waiver is about slowness, so far that a ratio can say it: what does not work everywhere, computes wrong data, does
// more work, or is slower in a part of its calls or launches alone is not its matter.
std::set<std::string> NeverWaived(const Comparison& comparison) {
  const CountedBySeries by_series = BySeries(comparison.counted_differences);
  std::set<std::string> names;
  for (const SeriesComparison& series : comparison.series) {
    const auto counted = by_series.find(series.name);
    const bool by_counts = counted != by_series.end() &&
                           std::any_of(counted->second.begin(), counted->second.end(),
                                       [&](const CountedDifference* one) { return GrewTooMuch(*one, series); });
    const bool by_tail = TailLooksWorse(series, kTailShare * comparison.alpha);
    if (!series.HasTimes() || !series.faults.empty() || by_counts || by_tail) names.insert(series.name);
  }
  return names;
}

bool Covers(const Waiver& waiver, const SeriesComparison& series, double confidence) {
  if (series.verdict == Verdict::kFail) return series.ratio <= waiver.up_to;
  const bool interval_holds = series.level >= confidence - 1e-9;
  return interval_holds && series.high <= waiver.up_to;
}

std::string Terms(const Waiver& waiver) {
  return fmt::format("up to {} until {} by {}: {}", FormatChange(waiver.up_to), waiver.until, waiver.by, waiver.reason);
}

std::string Place(const Waivers& waivers, const Waiver& waiver) {
  return fmt::format("{}, line {}", waivers.file, waiver.line);
}

// Why a waiver that is meant for this series does not help it.
std::string WhyNot(const Waivers& waivers, const Waiver& waiver, const SeriesComparison& series, bool never_waived,
                   const std::string& today) {
  if (!series.HasTimes()) return "";
  if (never_waived) {
    return fmt::format("; what {} waived is slowness alone ({})", waiver.by, Place(waivers, waiver));
  }
  if (Expired(waiver, today)) {
    return fmt::format("; waived by {} until {}: expired ({})", waiver.by, waiver.until, Place(waivers, waiver));
  }
  return fmt::format("; above the {} that {} waived ({})", FormatChange(waiver.up_to), waiver.by,
                     Place(waivers, waiver));
}

// A waiver that counts and covers the series is taken before one that does not.
void Waive(SeriesComparison& series, bool never_waived, const Waivers& waivers, const std::string& today,
           std::vector<Use>& uses) {
  std::string why_not;
  for (std::size_t i = 0; i < waivers.all.size(); ++i) {
    const Waiver& waiver = waivers.all[i];
    if (!waiver.Matches(series.name)) continue;
    ++uses[i].matched;
    if (series.verdict == Verdict::kPass) continue;
    if (!never_waived && !Expired(waiver, today) && Covers(waiver, series, kWaiverConfidence)) {
      series.verdict = Verdict::kPass;
      series.waived = Terms(waiver);
      ++uses[i].waived;
    } else if (series.verdict == Verdict::kFail) {
      why_not = WhyNot(waivers, waiver, series, never_waived, today);
    }
  }
  if (series.verdict == Verdict::kFail) series.reason += why_not;
}

// Of series that were tested together: a waiver of all of them covers their mean, too. Of an open family no interval is
// known, so none of its members may be open or failed.
void Waive(FamilyComparison& family, const std::set<std::string>& not_passed, const Waivers& waivers,
           const std::string& today, std::vector<Use>& uses) {
  const bool settled = std::none_of(family.members.begin(), family.members.end(),
                                    [&](const std::string& name) { return not_passed.contains(name); });
  for (std::size_t i = 0; i < waivers.all.size(); ++i) {
    const Waiver& waiver = waivers.all[i];
    if (family.verdict == Verdict::kPass || Expired(waiver, today) || !(family.ratio <= waiver.up_to)) continue;
    if (family.verdict == Verdict::kInconclusive && !settled) continue;
    const bool all = std::all_of(family.members.begin(), family.members.end(),
                                 [&](const std::string& name) { return waiver.Matches(name); });
    if (!all) continue;
    family.verdict = Verdict::kPass;
    family.waived = Terms(waiver);
    ++uses[i].waived_families;
  }
}

std::set<std::string> NotPassed(const Comparison& comparison) {
  std::set<std::string> names;
  for (const SeriesComparison& series : comparison.series) {
    if (series.verdict != Verdict::kPass) names.insert(series.name);
  }
  return names;
}

std::string NoteOf(const Waivers& waivers, const Waiver& waiver, const Use& use, const std::string& today) {
  const std::string place = fmt::format("{} ({})", Place(waivers, waiver), waiver.series);
  if (use.waived + use.waived_families > 0) {
    const std::string families =
        use.waived_families > 0 ? fmt::format(" and {} of their families", use.waived_families) : "";
    return fmt::format("{}: {} series{} waived {}", place, use.waived, families, Terms(waiver));
  }
  if (Expired(waiver, today)) return fmt::format("{}: the waiver of {} expired on {}", place, waiver.by, waiver.until);
  if (use.matched == 0) return fmt::format("{}: this waiver matches no series", place);
  return fmt::format("{}: this waiver was of no use: none of its {} series needs it, or is within {}", place,
                     use.matched, FormatChange(waiver.up_to));
}

}  // namespace

void ApplyWaivers(Comparison& comparison, const Waivers& waivers, const std::string& today) {
  if (waivers.all.empty()) return;
  std::vector<Use> uses(waivers.all.size());
  const std::set<std::string> never = NeverWaived(comparison);
  for (SeriesComparison& series : comparison.series) Waive(series, never.contains(series.name), waivers, today, uses);
  const std::set<std::string> not_passed = NotPassed(comparison);
  for (FamilyComparison& family : comparison.families) Waive(family, not_passed, waivers, today, uses);
  SortWorstFirst(comparison.series);
  SortWorstFirst(comparison.families);
  comparison.verdict = GateVerdict(comparison);
  for (std::size_t i = 0; i < waivers.all.size(); ++i) {
    comparison.notes.push_back(NoteOf(waivers, waivers.all[i], uses[i], today));
  }
}

}  // namespace mpigauge
