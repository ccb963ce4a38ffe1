#include "baselines/verdict/settled_opinions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "base/units.h"
#include "baselines/compare/counted.h"
#include "baselines/compare/notes.h"
#include "baselines/compare/other_figures.h"
#include "baselines/verdict/conclusion.h"
#include "baselines/verdict/decide.h"
#include "baselines/verdict/means.h"
#include "baselines/verdict/series_opinions.h"
#include "baselines/verdict/tails.h"
#include "baselines/verdict/verdict_notes.h"

namespace mpigauge {
namespace {

Verdict VerdictOf(Decision decision) {
  if (decision == Decision::kPass) return Verdict::kPass;
  return decision == Decision::kFail ? Verdict::kFail : Verdict::kInconclusive;
}

std::string PercentText(double share) { return fmt::format("{:.3g}%", share * 100); }

// Why it failed or stayed open; nothing for a pass.
std::string ReasonOf(const Settled& settled) {
  if (settled.decision == Decision::kPass) return "";
  if (settled.looks.empty()) {
    if (!settled.screen) return "nothing was measured side by side";
    if (settled.decision != Decision::kFail) {
      const std::string& why = settled.screen->reason;
      return why + (why.empty() ? "" : "; ") + "not settled side by side";
    }
    return fmt::format("{} slower than {} runs, which differ by {}; tolerance {}",
                       FormatChange(std::exp(settled.screen->change)), settled.screen->runs,
                       PercentText(settled.screen->deviation), PercentText(settled.tolerance));
  }
  const Look& look = settled.looks.back();
  const std::string launches = fmt::format("{}+{} launches", look.baseline_launches, look.candidate_launches);
  const std::string change = FormatChange(std::exp(look.change));
  if (settled.decision == Decision::kFail) {
    return std::expm1(look.change) > settled.tolerance
               ? fmt::format("{} slower, tolerance {}, by {}", change, PercentText(settled.tolerance), launches)
               : fmt::format("slower, by about {}, and not proved within {}, by {}", change,
                             PercentText(settled.tolerance), launches);
  }
  // The test alone would have decided.
  if (look.p_slower <= look.fail_level || look.p_within <= look.pass_level) {
    return fmt::format(
        "{} after {}, where a tick of the timer is {}: longer loops (--observation-time) or a finer "
        "--timer decide",
        change, launches, FormatChange(std::exp(settled.log_tick)));
  }
  return fmt::format(
      "{} after {}: neither slower nor within {} is proved; more launches (--max-launches, --budget) decide", change,
      launches, PercentText(settled.tolerance));
}

// Scaled so that it is at most alpha where it is at most its level.
double ScaledP(const Look& look, double alpha) {
  return look.fail_level > 0 ? std::min(1.0, look.p_slower * alpha / look.fail_level) : 1;
}

// The numbers by which it was settled take the place of those of all launches.
void TakeNumbers(const Settled& settled, const SuiteSettings& settings, double hypotheses, SeriesComparison& series) {
  series.tolerance = settled.tolerance;
  if (settled.screen) series.same_state = settled.screen->state;
  if (!settled.looks.empty()) {
    series.p_slower = settled.looks.back().p_slower;
    series.p_adjusted = ScaledP(settled.looks.back(), settings.alpha);
    return;
  }
  if (!settled.screen || !std::isfinite(settled.screen->upper)) return;
  const ScreenResult& screen = *settled.screen;
  series.ratio = std::exp(screen.change);
  series.high = std::exp(screen.upper);
  series.low = std::exp(2 * screen.change - screen.upper);
  series.level = 1 - 2 * settings.screen.miss;
  series.p_slower = screen.p_slower;
  series.p_adjusted = std::min(1.0, screen.p_slower * hypotheses);
}

// `series` has the numbers by which it was settled.
Opinion OpinionOf(const Settled& settled, const SeriesComparison& series) {
  Opinion opinion{settled.PassedByFloor() ? Source::kFloor : Source::kMedian, VerdictOf(settled.decision),
                  ReasonOf(settled), "", series.improved};
  const bool open = !settled.looks.empty() && opinion.verdict == Verdict::kInconclusive;
  if (open && LimitIsWithinTick(series)) opinion.reason = WithinTickText(series);
  return opinion;
}

// Tails and means are tested over launches side by side alone: how they differ from run to run is not known. They are
// decided once, on all launches that were made.
std::string TailDoubtOf(const Settled& settled, const std::string& of_machine) {
  return settled.looks.empty() ? "runs differ too much in this series; a gate side by side would decide it"
                               : of_machine;
}

FamilyComparison FamilyOf(const Settled& settled, const std::vector<Settled>& series) {
  FamilyComparison family;
  family.name = settled.name;
  for (const std::size_t member : settled.members) family.members.push_back(series[member].name);
  family.tolerance = settled.tolerance;
  family.opinions = {{Source::kMedian, VerdictOf(settled.decision), ReasonOf(settled)}};
  if (!settled.looks.empty()) {
    family.ratio = std::exp(settled.looks.back().change);
    family.p_slower = settled.looks.back().p_slower;
  } else if (settled.screen) {
    family.ratio = std::exp(settled.screen->change);
    family.p_slower = settled.screen->p_slower;
  }
  return family;
}

}  // namespace

Comparison DecideAsSettled(const SuiteDecision& decision, Comparison measured) {
  Comparison comparison = DecideUnsettled(std::move(measured));  // what is not of the suite: wrong data, controls
  const SuiteSettings& settings = decision.settings();
  const std::vector<Settled> series = decision.Series();
  const std::vector<Settled> families = decision.Families();
  std::map<std::string, const Settled*> by_name;
  for (const Settled& one : series) by_name[one.name] = &one;
  const CountedBySeries counted = BySeries(comparison.counted_differences);
  const std::string of_machine = TailDoubt(comparison.controls, settings.alpha);
  const std::string of_means = MeanDoubt(comparison.controls, settings.alpha);
  for (SeriesComparison& one : comparison.series) {
    const auto found = by_name.find(one.name);
    if (found == by_name.end() || !one.HasTimes()) continue;
    const Settled& settled = *found->second;
    TakeNumbers(settled, settings, static_cast<double>(series.size() + families.size()), one);
    one.opinions = OpinionsOf(one, OpinionOf(settled, one), counted,
                              OpinionOfTail(one, kTailShare * settings.alpha, TailDoubtOf(settled, of_machine)),
                              OpinionOfMean(one, kTailShare * settings.alpha, TailDoubtOf(settled, of_means)),
                              OpinionOfProcessor(one, kTailShare * settings.alpha, TailDoubtOf(settled, "")));
  }
  for (const Settled& one : families) comparison.families.push_back(FamilyOf(one, series));
  Conclude(comparison);
  AddNotes({ContradictionNotes(comparison.series, settings.alpha), ResolutionNotes(comparison.series),
            FloorNotes(comparison.series), SameStateNotes(comparison.series)},
           comparison.notes);
  comparison.alpha = settings.alpha;
  comparison.decision = GateDecisionOf(decision);
  return comparison;
}

}  // namespace mpigauge
