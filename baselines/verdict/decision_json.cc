#include "baselines/verdict/decision_json.h"

#include <fmt/format.h>

#include <cmath>

#include "harness/base/table.h"
#include "harness/base/units.h"

namespace mpigauge {
namespace {

Json ToJson(const ScreenResult& screen) {
  Json json = {{"passed", screen.passed},          {"runs", screen.runs},
               {"ratio", std::exp(screen.change)}, {"deviation", screen.deviation},
               {"reason", screen.reason},          {"same_state", mpigauge::ToJson(screen.state)}};
  json["upper"] = std::isfinite(screen.upper) ? Json(std::exp(screen.upper)) : Json(nullptr);
  return json;
}

std::vector<Settled> SeriesAndFamilies(const SuiteDecision& decision) {
  std::vector<Settled> all = decision.Series();
  const std::vector<Settled> families = decision.Families();
  all.insert(all.end(), families.begin(), families.end());
  return all;
}

std::vector<std::string> Cells(const std::string& name, const Look& look) {
  return {name,
          fmt::format("{}+{}", look.baseline_launches, look.candidate_launches),
          FormatChange(std::exp(look.change)),
          fmt::format("{:.2g} <= {:.2g}", look.p_slower, look.fail_level),
          fmt::format("{:.2g}", look.fail_spent),
          fmt::format("{:.2g} <= {:.2g}", look.p_within, look.pass_level),
          fmt::format("{:.2g}", look.pass_spent),
          DecisionName(look.decision) + (look.by_floor ? " (floor)" : "")};
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
  Json json = {{"verdict", DecisionName(decision.Gate())},
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

std::string LooksText(const SuiteDecision& decision, bool colors) {
  Table table({{"series or family", Table::Align::kLeft},
               {"launches"},
               {"change"},
               {"p slower <= level"},
               {"spent"},
               {"p within <= level"},
               {"spent"},
               {"decision", Table::Align::kLeft}});
  for (const Settled& settled : SeriesAndFamilies(decision)) {
    for (const Look& look : settled.looks) {
      table.AddRow(Cells(settled.name, look),
                   look.decision == Decision::kFail ? Table::Color::kRed : Table::Color::kNone);
    }
  }
  return table.Text(colors);
}

}  // namespace mpigauge
