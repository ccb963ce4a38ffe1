#include <fmt/format.h>

#include <memory>

#include "baselines/simulate/simulation_text.h"
#include "ci/cli/commands.h"
#include "harness/base/units.h"

namespace mpigauge {
namespace {

struct CalibrateOptions {
  bool simulate = false;
  std::vector<std::string> models;
  std::string tolerance = "5%";
  std::vector<std::string> slowdowns = {"1%", "2%", "3%", "5%", "10%", "20%"};
  std::string order = "random";
  std::string format = "table";
  SimulationSettings settings;
};

SimulationSettings SettingsOf(const CalibrateOptions& options) {
  SimulationSettings settings = options.settings;
  settings.gate.tolerance = ParseShare(options.tolerance, "--tolerance");
  settings.gate.order = ParseLaunchOrder(options.order);
  settings.slowdowns.clear();
  for (const std::string& text : options.slowdowns) settings.slowdowns.push_back(ParseShare(text, "--slowdowns"));
  return settings;
}

std::vector<NoiseModel> ModelsOf(const CalibrateOptions& options) {
  if (options.models.empty()) return NoiseModels();
  std::vector<NoiseModel> models;
  for (const std::string& name : options.models) models.push_back(FindNoiseModel(name));
  return models;
}

ExitCode Execute(const CalibrateOptions& options, CommandContext& context) {
  if (!options.simulate) throw UsageError("calibrate what? --simulate is there; see mpigauge calibrate --help");
  const SimulationSettings settings = SettingsOf(options);
  std::vector<ModelFigures> figures;
  for (const NoiseModel& model : ModelsOf(options)) {
    context.streams.err << fmt::format("{}: {}\n", model.name, model.text);
    figures.push_back(Simulate(model, settings));
  }
  context.streams.out << (options.format == "json" ? JsonText(ToJson(figures, settings))
                                                   : SimulationText(figures, settings, context.streams.out_colors));
  return ExitCode::kPass;
}

void AddSimulationOptions(CLI::App& command, CalibrateOptions& options) {
  SimulationSettings& settings = options.settings;
  command.add_flag("--simulate", options.simulate, "Gates on a machine made of random numbers; seconds");
  command
      .add_option("--model", options.models,
                  "How times vary: quiet, typical, noisy, bad-launch, job, drift, shared; all")
      ->type_name("NAME")
      ->delimiter(',');
  command.add_option("--series", settings.gate.series, "Series of the suite")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command.add_option("--family-size", settings.gate.family_size, "Series of a family")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command.add_option("--gates", settings.gates, "Gates of each kind")
      ->check(CLI::Range(1, 10000000))
      ->capture_default_str();
  command.add_option("--rival-gates", settings.rival_gates, "Gates of each kind by the rules of others; 0: none")
      ->check(CLI::Range(0, 10000000))
      ->capture_default_str();
  command.add_option("--slowdowns", options.slowdowns, "Of one series: 2%,5%")->delimiter(',')->capture_default_str();
  command.add_option("--seed", settings.seed, "Equal seeds give equal figures")->capture_default_str();
}

void AddDecisionOptions(CLI::App& command, CalibrateOptions& options) {
  SimulatedGateSettings& gate = options.settings.gate;
  command.add_option("--tolerance", options.tolerance, "How much slower is still accepted")->capture_default_str();
  command.add_option("--alpha", gate.decision.alpha, "The accepted chance of any false fail in the whole suite")
      ->check(CLI::Range(1e-6, 0.5))
      ->capture_default_str();
  command.add_option("--stored-runs", gate.stored_runs, "Runs behind the stored baseline; 0: everything side by side")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command.add_option("--launches", gate.screen_launches, "Launches of a run")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--order", options.order, "Of the launches side by side: random, alternating, abba")
      ->capture_default_str();
}

}  // namespace

void AddCalibrateCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<CalibrateOptions>();
  CLI::App* command = app.add_subcommand("calibrate", "How often does a gate err: false alarms, and slowdowns found");
  command->footer(R"(Examples:
  mpigauge calibrate --simulate --gates 200 --rival-gates 50
  mpigauge calibrate --simulate --model job --series 200 --gates 5000 --tolerance 3%
  mpigauge calibrate --simulate --model drift --order alternating --format json
The rules of others are simulated beside it on ten launches a side: fixed thresholds on means, all observations
pooled, Welch's t, the rank sum of launches.)");
  AddSimulationOptions(*command, *options);
  AddDecisionOptions(*command, *options);
  command->add_option("--format", options->format, "table, json")
      ->check(CLI::IsMember({"table", "json"}))
      ->capture_default_str();
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge
