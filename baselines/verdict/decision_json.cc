#include <cmath>

#include "baselines/compare/comparison_json.h"
#include "baselines/verdict/suite_decision.h"

namespace mpigauge {
namespace {

Json ToJson(const ScreenResult& screen) {
  Json json = {{"passed", screen.passed},          {"runs", screen.runs},
               {"ratio", std::exp(screen.change)}, {"deviation", screen.deviation},
               {"reason", screen.reason},          {"same_state", mpigauge::ToJson(screen.state)}};
  json["upper"] = std::isfinite(screen.upper) ? Json(std::exp(screen.upper)) : Json(nullptr);
  return json;
}

}  // namespace

Json ToJson(const Look& look) {
  return {{"baseline_launches", look.baseline_launches},
          {"candidate_launches", look.candidate_launches},
          {"ratio", std::exp(look.change)},
          {"p_slower", look.p_slower},
          {"fail_level", look.fail_level},
          {"fail_spent", look.fail_spent},
          {"p_within", look.p_within},
          {"pass_level", look.pass_level},
          {"pass_spent", look.pass_spent},
          {"floor_ratio", std::isnan(look.floor_change) ? Json(nullptr) : Json(std::exp(look.floor_change))},
          {"p_floor_within", look.p_floor_within},
          {"floor_level", look.floor_level},
          {"by_floor", look.by_floor},
          {"decision", DecisionName(look.decision)}};
}

Json ToJson(const Settled& settled) {
  Json json = {{"name", settled.name},
               {"tolerance", settled.tolerance},
               {"decision", DecisionName(settled.decision)},
               {"screen", settled.screen ? ToJson(*settled.screen) : Json(nullptr)},
               {"looks", Json::array()}};
  for (const Look& look : settled.looks) json["looks"].push_back(ToJson(look));
  return json;
}

Json ToJson(const SuiteDecision& decision) {
  const SuiteSettings& settings = decision.settings();
  Json json = {{"outcome_of_medians", DecisionName(decision.OutcomeOfMedians())},
               {"alpha", settings.alpha},
               {"screen_miss", settings.screen.miss},
               {"sequential_miss", settings.miss},
               {"floor_miss", settings.floor_miss},
               {"planned_looks", settings.looks},
               {"series", Json::array()},
               {"families", Json::array()}};
  const std::vector<Settled> series = decision.Series();
  for (const Settled& one : series) json["series"].push_back(ToJson(one));
  for (const Settled& family : decision.Families()) {
    Json row = ToJson(family);
    row["members"] = Json::array();
    for (const std::size_t member : family.members) row["members"].push_back(series[member].name);
    json["families"].push_back(row);
  }
  return json;
}

}  // namespace mpigauge
