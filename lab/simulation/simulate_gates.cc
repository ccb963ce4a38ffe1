// How often gates err, on simulated machines: false alarms, what of slowed series is found, and what the rules of other
// programs say of ten launches a side. Its figures are in docs/results/2026-11-21-simulated-verdicts.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/json.h"
#include "base/units.h"
#include "baselines/store/store.h"
#include "ci/gate/sides.h"
#include "ci/gate/suite.h"
#include "lab/simulation/fit_noise.h"
#include "lab/simulation/simulation.h"

namespace mpigauge {
namespace {

struct SimulateOptions {
  SimulationSettings simulation;
  std::string tolerance = "5%";
  std::vector<std::string> slowdowns = {"1%", "2%", "3%", "5%", "10%", "20%"};
  int max_launches = kMostLaunches;
  std::vector<std::string> models;
  std::string store;
  std::string from_store;
  std::string order = "random";
  bool json = false;
};

void AddOptions(CLI::App& app, SimulateOptions& options) {
  SimulationSettings& settings = options.simulation;
  app.add_option("--model", options.models,
                 "Models of noise: quiet, typical, noisy, bad-launch, job, drift, shared; by default all")
      ->delimiter(',');
  app.add_option("--store", options.store, "A store, for --from-store");
  app.add_option("--from-store", options.from_store, "Fit the model to this baseline or run of the store")
      ->needs("--store");
  app.add_option("--gates", settings.gates, "Gates of each kind")
      ->check(CLI::Range(1, 10000000))
      ->capture_default_str();
  app.add_option("--rival-gates", settings.rival_gates, "Gates of each kind that rules of others decide")
      ->check(CLI::Range(0, 10000000))
      ->capture_default_str();
  app.add_option("--slowdowns", options.slowdowns, "The slowdowns that the slowed gates look for")
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--tolerance", options.tolerance, "The slowdown that is still accepted")->capture_default_str();
  app.add_option("--alpha", settings.gate.decision.alpha, "The accepted chance of any false fail")
      ->capture_default_str();
  app.add_option("--launches", settings.gate.screen_launches, "Launches of a stored run")->capture_default_str();
  app.add_option("--max-launches", options.max_launches, "Most launches of each library side by side")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_option("--series", settings.gate.series, "The number of series in the suite")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  app.add_option("--family-size", settings.gate.family_size, "The number of series in a family")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  app.add_option("--stored-runs", settings.gate.stored_runs, "Runs behind the stored baseline; 0: none is stored")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  app.add_option("--order", options.order, "The order side by side: random, alternating, abba")->capture_default_str();
  app.add_option("--seed", settings.seed, "Equal seeds give equal figures")->capture_default_str();
  app.add_flag("--json", options.json, "Print JSON");
}

SimulationSettings SettingsOf(const SimulateOptions& options) {
  SimulationSettings settings = options.simulation;
  settings.gate.tolerance = ParseShare(options.tolerance, "--tolerance");
  settings.gate.order = ParseLaunchOrder(options.order);
  settings.gate.decision.looks = LooksUpTo(options.max_launches);
  settings.slowdowns.clear();
  for (const std::string& text : options.slowdowns) settings.slowdowns.push_back(ParseShare(text, "--slowdowns"));
  return settings;
}

// The noise of what is stored under this name.
NoiseModel FittedNoise(const SimulateOptions& options) {
  Store store = Store::Open(options.store, Store::Access::kRead);
  const Side side = FindSide(store, options.from_store);
  std::set<std::string> names;
  for (const LaunchRecord& launch : side.launches) {
    for (const SeriesRecord& series : launch.series) {
      if (series.family != "control" && series.family != "self-test") names.insert(series.name);
    }
  }
  return FitNoise(LogsByRun(side.launches, {names.begin(), names.end()}));
}

std::vector<NoiseModel> ModelsOf(const SimulateOptions& options) {
  std::vector<NoiseModel> models;
  if (!options.from_store.empty()) models.push_back(FittedNoise(options));
  for (const std::string& name : options.models) models.push_back(FindNoiseModel(name));
  return models.empty() ? NoiseModels() : models;
}

void PrintSimulation(const SimulateOptions& options) {
  const SimulationSettings settings = SettingsOf(options);
  std::vector<ModelFigures> figures;
  for (const NoiseModel& model : ModelsOf(options)) {
    std::cerr << fmt::format("{}: {}\n", model.name, model.text);
    figures.push_back(Simulate(model, settings));
  }
  std::cout << (options.json ? JsonText(ToJson(figures, settings)) : SimulationText(figures, settings, false));
}

}  // namespace
}  // namespace mpigauge

int main(int argc, char** argv) {
  mpigauge::SimulateOptions options;
  CLI::App app("Simulates gates of equal libraries and of slowed ones");
  mpigauge::AddOptions(app, options);
  CLI11_PARSE(app, argc, argv);
  try {
    mpigauge::PrintSimulation(options);
    return 0;
  } catch (const mpigauge::Error& error) {
    std::cerr << "simulate-gates: " << error.what() << '\n';
    return static_cast<int>(error.code());
  }
}
