#include <cmath>

#include "baselines/verdict/suite_decision.h"

namespace mpigauge {
namespace {

GateScreen Recorded(const ScreenResult& screen) {
  return {.passed = screen.passed,
          .runs = screen.runs,
          .ratio = std::exp(screen.change),
          .deviation = screen.deviation,
          .reason = screen.reason,
          .same_state = screen.state,
          .upper = std::isfinite(screen.upper) ? std::exp(screen.upper) : std::nan("")};
}

GateLook Recorded(const Look& look) {
  return {.baseline_launches = look.baseline_launches,
          .candidate_launches = look.candidate_launches,
          .ratio = std::exp(look.change),
          .p_slower = look.p_slower,
          .fail_level = look.fail_level,
          .fail_spent = look.fail_spent,
          .p_within = look.p_within,
          .pass_level = look.pass_level,
          .pass_spent = look.pass_spent,
          .floor_ratio = std::exp(look.floor_change),
          .p_floor_within = look.p_floor_within,
          .floor_level = look.floor_level,
          .by_floor = look.by_floor,
          .decision = look.decision};
}

// `series`: those that members count.
GateHypothesis Recorded(const Settled& settled, const std::vector<Settled>& series) {
  GateHypothesis hypothesis{settled.name, settled.tolerance, settled.decision, std::nullopt, {}, {}};
  if (settled.screen) hypothesis.screen = Recorded(*settled.screen);
  for (const Look& look : settled.looks) hypothesis.looks.push_back(Recorded(look));
  for (const std::size_t member : settled.members) hypothesis.members.push_back(series[member].name);
  return hypothesis;
}

}  // namespace

GateDecision GateDecisionOf(const SuiteDecision& decision) {
  const SuiteSettings& settings = decision.settings();
  GateDecision recorded{.outcome_of_medians = decision.OutcomeOfMedians(),
                        .alpha = settings.alpha,
                        .screen_miss = settings.screen.miss,
                        .sequential_miss = settings.miss,
                        .floor_miss = settings.floor_miss,
                        .planned_looks = settings.looks};
  const std::vector<Settled> series = decision.Series();
  for (const Settled& one : series) recorded.series.push_back(Recorded(one, series));
  for (const Settled& family : decision.Families()) recorded.families.push_back(Recorded(family, series));
  return recorded;
}

}  // namespace mpigauge
