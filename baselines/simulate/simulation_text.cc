#include "baselines/simulate/simulation_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/base/table.h"

namespace mpigauge {
namespace {

std::string Percent(double share) { return fmt::format("{:.{}f}%", share * 100, share > 0 && share < 0.01 ? 2 : 1); }

// "0.4% (0.1-0.9)" with the exact interval of 95%.
std::string WithInterval(const Share& share) {
  if (share.of == 0) return "-";
  const Interval interval = share.interval();
  return fmt::format("{} ({:.3g}-{:.3g})", Percent(share.value()), interval.low * 100, interval.high * 100);
}

std::string Plain(const Share& share) { return share.of == 0 ? "-" : Percent(share.value()); }

std::vector<Table::Column> Columns(const SimulationSettings& settings) {
  std::vector<Table::Column> columns = {{"rule", Table::Align::kLeft}, {"false series"}, {"false gates"}};
  for (const double slowdown : settings.slowdowns) columns.push_back({fmt::format("+{:g}%", slowdown * 100)});
  columns.push_back({fmt::format("family +{:g}%", settings.family_slowdown * 100)});
  columns.push_back({"launches"});
  return columns;
}

void AddRow(const RuleFigures& rule, Table& table) {
  std::vector<std::string> cells = {rule.rule, WithInterval(rule.false_series), WithInterval(rule.false_gates)};
  for (const Share& found : rule.found) cells.push_back(Plain(found));
  cells.push_back(Plain(rule.found_family));
  cells.push_back(fmt::format("{:.1f}", rule.null_launches));
  table.AddRow(std::move(cells));
}

std::string PerSlowdown(const SimulationSettings& settings, const std::vector<std::string>& cells) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    parts.push_back(fmt::format("+{:g}% {}", settings.slowdowns[i] * 100, cells[i]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string MoreOfTwoStages(const RuleFigures& rule, const SimulationSettings& settings) {
  std::vector<std::string> passed;
  std::vector<std::string> launches;
  for (const Share& share : rule.passed) passed.push_back(Plain(share));
  for (const double mean : rule.launches) launches.push_back(fmt::format("{:.1f}", mean));
  return fmt::format("two stages: {} of the equal gates inconclusive; a slowed series passes: {}; its launches: {}\n",
                     Plain(rule.open_gates), PerSlowdown(settings, passed), PerSlowdown(settings, launches));
}

Json ToJson(const Share& share) {
  const Interval interval = share.interval();
  return {{"count", share.count},
          {"of", share.of},
          {"share", share.value()},
          {"low", interval.low},
          {"high", interval.high}};
}

Json ToJson(const RuleFigures& rule, const SimulationSettings& settings) {
  Json json = {{"rule", rule.rule},
               {"false_series", ToJson(rule.false_series)},
               {"false_gates", ToJson(rule.false_gates)},
               {"mean_launches_of_equal_series", rule.null_launches},
               {"slowdowns", Json::array()}};
  for (std::size_t i = 0; i < rule.found.size(); ++i) {
    Json slowed = {{"slowdown", settings.slowdowns[i]}, {"found", ToJson(rule.found[i])}};
    if (i < rule.passed.size()) {
      slowed["passed"] = ToJson(rule.passed[i]);
      slowed["mean_launches"] = rule.launches[i];
    }
    json["slowdowns"].push_back(slowed);
  }
  if (rule.open_gates.of > 0) json["inconclusive_gates"] = ToJson(rule.open_gates);
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
    Table table(Columns(settings));
    for (const RuleFigures& rule : figures.rules) AddRow(rule, table);
    text += fmt::format("\n{}: {}\n{}{}", figures.model.name, figures.model.text, table.Text(colors),
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
