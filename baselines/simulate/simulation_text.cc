#include "baselines/simulate/simulation_text.h"

#include <fmt/format.h>

#include "baselines/simulate/rule_figures.h"

namespace mpigauge {
namespace {

std::string MoreOfTwoStages(const RuleFigures& rule, const SimulationSettings& settings) {
  std::vector<std::string> passed;
  std::vector<std::string> launches;
  for (const Share& share : rule.passed) passed.push_back(ShareText(share));
  for (const double mean : rule.launches) launches.push_back(fmt::format("{:.1f}", mean));
  return fmt::format("two stages: {} of the equal gates inconclusive; a slowed series passes: {}; its launches: {}\n",
                     ShareText(rule.open_gates), PerSlowdown(settings.slowdowns, passed),
                     PerSlowdown(settings.slowdowns, launches));
}

Json ToJson(const RuleFigures& rule, const SimulationSettings& settings) {
  Json json = ToJson(rule, settings.slowdowns);
  if (rule.found_family.of > 0) {
    json["family"] = {{"slowdown", settings.family_slowdown}, {"found", ToJson(rule.found_family)}};
  }
  return json;
}

}  // namespace

std::string SimulationText(const std::vector<ModelFigures>& models, const SimulationSettings& settings, bool colors) {
  const SimulatedGateSettings& gate = settings.gate;
  const SuiteSettings& decision = gate.decision;
  std::string text = fmt::format(
      "{} series, tolerance {:g}%, {} gates of each kind; 95% intervals in parentheses.\n"
      "promised by two stages: false gates at most {:g}%; of series slower by {:g}%, {:g}% or more are not passed\n",
      gate.series, gate.tolerance * 100, settings.gates, decision.alpha * 100, gate.tolerance * 100,
      (1 - decision.screen.miss - decision.miss) * 100);
  for (const ModelFigures& figures : models) {
    text += fmt::format("\n{}: {}\n{}{}", figures.model.name, figures.model.text,
                        RulesTable(figures.rules, settings.slowdowns, settings.family_slowdown, colors),
                        MoreOfTwoStages(figures.rules[0], settings));
  }
  return text;
}

Json ToJson(const std::vector<ModelFigures>& models, const SimulationSettings& settings) {
  Json json = {{"series", settings.gate.series},
               {"tolerance", settings.gate.tolerance},
               {"alpha", settings.gate.decision.alpha},
               {"screen_miss", settings.gate.decision.screen.miss},
               {"sequential_miss", settings.gate.decision.miss},
               {"gates", settings.gates},
               {"seed", settings.seed},
               {"models", Json::array()}};
  for (const ModelFigures& figures : models) {
    Json model = {{"model", figures.model.name}, {"text", figures.model.text}, {"rules", Json::array()}};
    for (const RuleFigures& rule : figures.rules) model["rules"].push_back(ToJson(rule, settings));
    json["models"].push_back(model);
  }
  return json;
}

}  // namespace mpigauge
