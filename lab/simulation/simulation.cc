#include "lab/simulation/simulation.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "ci/calibrate/rule_figures.h"
#include "lab/simulation/rival_rules.h"

namespace mpigauge {
namespace {

// Kinds of gate have seeds of their own, so that one kind's number of gates does not change another's.
enum Kind : std::uint64_t { kPool, kNull, kFamily, kSlowed };

std::vector<double> SlowedFirst(std::size_t count, double slowdown, std::size_t series) {
  std::vector<double> slowdowns(series, 0.0);
  std::fill_n(slowdowns.begin(), std::min(count, series), std::log1p(slowdown));
  return slowdowns;
}

class Simulator {
 public:
  Simulator(const NoiseModel& model, const SimulationSettings& settings)
      : model_(model),
        settings_(settings),
        pool_(model, SeedOf(settings.seed, kPool)),
        all_(settings.gate.series),
        tables_(std::make_shared<DecisionTables>(settings.gate.decision)) {
    std::iota(all_.begin(), all_.end(), std::size_t{0});
  }

  RuleFigures TwoStages() const {
    RuleFigures figures;
    figures.rule = "two stages";
    Equal(figures);
    for (std::size_t i = 0; i < settings_.slowdowns.size(); ++i) OneSlowed(i, figures);
    FamilySlowed(figures);
    return figures;
  }

  RuleFigures Rival(const RivalRule& rule) const {
    RuleFigures figures;
    figures.rule = rule.name;
    figures.null_launches = rule.side_by_side ? 20 : 10;
    for (int gate = 0; gate < settings_.rival_gates; ++gate) {
      const std::vector<bool> flagged = FlaggedIn(rule, kNull, gate, {}, all_);
      const auto count = std::count(flagged.begin(), flagged.end(), true);
      figures.false_series.count += count;
      figures.false_series.of += static_cast<std::int64_t>(flagged.size());
      figures.false_gates.Add(count > 0);
    }
    for (std::size_t i = 0; i < settings_.slowdowns.size(); ++i) {
      const auto slowdowns = SlowedFirst(1, settings_.slowdowns[i], settings_.gate.series);
      Share found;
      for (int gate = 0; gate < settings_.rival_gates; ++gate) {
        found.Add(FlaggedIn(rule, kSlowed + i, gate, slowdowns, rule.holm ? all_ : std::vector<std::size_t>{0})[0]);
      }
      figures.found.push_back(found);
    }
    return figures;
  }

 private:
  SimulatedMachine Machine(std::uint64_t kind, int gate) const {
    const std::uint64_t seed = SeedOf(SeedOf(settings_.seed, kind), static_cast<std::uint64_t>(gate));
    return {model_, pool_, settings_.gate.series, seed};
  }

  void Equal(RuleFigures& figures) const {
    double launches = 0;
    for (int gate = 0; gate < settings_.gates; ++gate) {
      SimulatedMachine machine = Machine(kNull, gate);
      const SimulatedGate result = SimulateGate(machine, settings_.gate, {}, tables_);
      for (const Decision decision : result.series) figures.false_series.Add(decision == Decision::kFail);
      figures.false_gates.Add(result.gate == Decision::kFail);
      figures.open_gates.Add(result.gate == Decision::kInconclusive);
      launches = std::accumulate(result.launches.begin(), result.launches.end(), launches);
    }
    figures.null_launches = launches / static_cast<double>(figures.false_series.of);
  }

  void OneSlowed(std::size_t index, RuleFigures& figures) const {
    const auto slowdowns = SlowedFirst(1, settings_.slowdowns[index], settings_.gate.series);
    Share found;
    Share passed;
    double launches = 0;
    for (int gate = 0; gate < settings_.gates; ++gate) {
      SimulatedMachine machine = Machine(kSlowed + index, gate);
      const SimulatedGate result = SimulateGate(machine, settings_.gate, slowdowns, tables_);
      found.Add(result.series[0] == Decision::kFail);
      passed.Add(result.series[0] == Decision::kPass);
      launches += result.launches[0];
    }
    figures.found.push_back(found);
    figures.passed.push_back(passed);
    figures.launches.push_back(launches / settings_.gates);
  }

  void FamilySlowed(RuleFigures& figures) const {
    const auto slowdowns = SlowedFirst(settings_.gate.family_size, settings_.family_slowdown, settings_.gate.series);
    for (int gate = 0; gate < settings_.gates; ++gate) {
      SimulatedMachine machine = Machine(kFamily, gate);
      const SimulatedGate result = SimulateGate(machine, settings_.gate, slowdowns, tables_);
      if (!result.families.empty()) figures.found_family.Add(result.families[0] == Decision::kFail);
    }
  }

  std::vector<bool> FlaggedIn(const RivalRule& rule, std::uint64_t kind, int gate, const std::vector<double>& slowdowns,
                              const std::vector<std::size_t>& series) const {
    SimulatedMachine machine = Machine(kind, gate);
    return Flagged(rule, SimulateSides(machine, settings_.gate.series, rule.side_by_side, slowdowns), pool_, series);
  }

  const NoiseModel& model_;
  const SimulationSettings& settings_;
  LaunchPool pool_;
  std::vector<std::size_t> all_;
  std::shared_ptr<DecisionTables> tables_;
};

}  // namespace

ModelFigures Simulate(const NoiseModel& model, const SimulationSettings& settings) {
  const Simulator simulator(model, settings);
  ModelFigures figures{model, {simulator.TwoStages()}};
  if (settings.rival_gates > 0) {
    for (const RivalRule& rule : RivalRules()) figures.rules.push_back(simulator.Rival(rule));
  }
  return figures;
}

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
