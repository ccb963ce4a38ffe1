#include <fmt/format.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/table.h"
#include "base/temporary_folder.h"
#include "base/units.h"
#include "base/uuid.h"
#include "ci/calibrate/fit_noise.h"
#include "ci/calibrate/real_gates.h"
#include "ci/calibrate/simulation.h"
#include "ci/gate/sides.h"
#include "ci/gate/suite.h"
#include "ci/launch/progress.h"
#include "ci/launch/turns_taken.h"
#include "dashboards/data/lists.h"
#include "mpigauge/commands.h"
#include "mpigauge/measure_options.h"
#include "mpigauge/output_options.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

struct CalibrateOptions {
  // Settings of both kinds.
  int gates = 0;  // 0: as many as the kind has by default
  std::string tolerance = "5%";
  std::vector<std::string> slowdowns = {"1%", "2%", "3%", "5%", "10%", "20%"};
  bool json = false;
  bool list = false;
  // On this machine.
  LibraryOptions library;
  MeasureOptions measure;
  int slowed_gates = 5;
  int max_launches = kMostLaunches;
  std::string turns = "6";
  std::string function = "MPI_Allreduce";
  std::string interposer;
  std::string keep;
  // Simulated.
  bool simulate = false;
  std::vector<std::string> models;
  std::string from_store;
  std::string order = "random";
  SimulationSettings simulation;
};

constexpr int kRealGates = 30;

std::vector<double> SlowdownsOf(const CalibrateOptions& options) {
  std::vector<double> slowdowns;
  for (const std::string& text : options.slowdowns) slowdowns.push_back(ParseShare(text, "--slowdowns"));
  return slowdowns;
}

SimulationSettings SimulationOf(const CalibrateOptions& options) {
  SimulationSettings settings = options.simulation;
  settings.gate.tolerance = ParseShare(options.tolerance, "--tolerance");
  settings.gate.order = ParseLaunchOrder(options.order);
  settings.gate.screen_launches = options.measure.launches;
  settings.gate.decision.looks = LooksUpTo(options.max_launches);
  settings.slowdowns = SlowdownsOf(options);
  if (options.gates > 0) settings.gates = options.gates;
  return settings;
}

// The noise of what is stored under this name.
NoiseModel FittedNoise(const std::string& reference, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kRead);
  const Side side = FindSide(store, reference);
  std::set<std::string> names;
  for (const LaunchRecord& launch : side.launches) {
    for (const SeriesRecord& series : launch.series) {
      if (series.family != "control" && series.family != "self-test") names.insert(series.name);
    }
  }
  return FitNoise(LogsByRun(side.launches, {names.begin(), names.end()}));
}

std::vector<NoiseModel> ModelsOf(const CalibrateOptions& options, CommandContext& context) {
  std::vector<NoiseModel> models;
  if (!options.from_store.empty()) models.push_back(FittedNoise(options.from_store, context));
  for (const std::string& name : options.models) models.push_back(FindNoiseModel(name));
  return models.empty() ? NoiseModels() : models;
}

ExitCode SimulateGates(const CalibrateOptions& options, CommandContext& context) {
  const SimulationSettings settings = SimulationOf(options);
  std::vector<ModelFigures> figures;
  for (const NoiseModel& model : ModelsOf(options, context)) {
    context.streams.err << fmt::format("{}: {}\n", model.name, model.text);
    figures.push_back(Simulate(model, settings));
  }
  context.streams.out << (options.json ? JsonText(ToJson(figures, settings))
                                       : SimulationText(figures, settings, context.streams.out_colors));
  return ExitCode::kPass;
}

RealGatesSettings RealOf(const CalibrateOptions& options, std::ostream& notes) {
  RealGatesSettings settings;
  settings.plan = options.measure.PlanFor(options.library, "", notes);
  settings.function = options.function;
  settings.slowdowns = SlowdownsOf(options);
  if (!settings.slowdowns.empty() && options.slowed_gates > 0) settings.interposer = FindInterposer(options.interposer);
  settings.equal_gates = options.gates > 0 ? options.gates : kRealGates;
  settings.slowed_gates = options.slowed_gates;
  if (options.slowed_gates == 0) settings.slowdowns.clear();
  settings.gate.compare.tolerance = Tolerance::Parse({options.tolerance});
  settings.gate.compare.alpha = options.simulation.gate.decision.alpha;
  settings.gate.decision.looks = LooksUpTo(options.max_launches);
  settings.seed = options.measure.seed;
  settings.turns = ParseTurns(options.turns, "--turns");
  return settings;
}

ExitCode MeasureOnThisMachine(const CalibrateOptions& options, CommandContext& context) {
  const RealGatesSettings settings = RealOf(options, context.streams.err);
  Store kept = context.OpenStore(Store::Access::kWrite);  // before anything costs time
  // Nobody's history wants these launches: their store goes afterwards, unless somebody named it.
  std::optional<TemporaryFolder> own;
  if (options.keep.empty()) own.emplace("calibrate");
  Store launches = Store::Open(own ? (own->path() / "store.sqlite").string() : options.keep, Store::Access::kWrite);
  const RealGates gates = [&] {
    ProgressLine progress(context.streams.err, context.streams.err_terminal, 1);  // a gate takes half a minute
    return MeasureGates(settings, launches, [&](const std::string& line) { progress.Say(line); });
  }();
  const Json json = ToJson(gates, settings);
  kept.gates().AddCalibration({NewUuid(), UtcNow(), json});
  context.streams.out << (options.json ? JsonText(json) : RealGatesText(gates, settings, context.streams.out_colors));
  return ExitCode::kPass;
}

// Lists the calibrations that are stored.
ExitCode ListStored(const CalibrateOptions& options, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kRead);
  const Json all = CalibrationsJson(store);
  if (options.json) {
    context.streams.out << JsonText(all);
    return ExitCode::kPass;
  }
  Table table({{"calibration", Table::Align::kLeft}, {"made", Table::Align::kLeft}, {"function", Table::Align::kLeft}});
  for (const Json& one : all) {
    table.AddRow(
        {one.at("calibration_id").get<std::string>().substr(0, 8), one.at("made_at"), one.value("function", "")});
  }
  context.streams.out << table.Text(false);
  return ExitCode::kPass;
}

ExitCode Execute(const CalibrateOptions& options, CommandContext& context) {
  if (options.list) return ListStored(options, context);
  if (options.simulate) return SimulateGates(options, context);
  if (!options.from_store.empty() || !options.models.empty()) {
    throw UsageError("--model and --from-store belong to --simulate; without it real launches are made");
  }
  return MeasureOnThisMachine(options, context);
}

void AddCommonOptions(CLI::App& command, CalibrateOptions& options) {
  command
      .add_option("--gates", options.gates,
                  fmt::format("Gates of equal libraries ({}; simulated: {} of each kind)", kRealGates,
                              options.simulation.gates))
      ->check(CLI::Range(1, 10000000));
  command.add_option("--slowdowns", options.slowdowns, "The slowdowns that the slowed gates look for, such as 2%,5%")
      ->delimiter(',')
      ->capture_default_str();
  command.add_option("--tolerance", options.tolerance, "The slowdown that is still accepted")->capture_default_str();
  command.add_option("--alpha", options.simulation.gate.decision.alpha, "The accepted chance of any false fail")
      ->check(ChanceCheck())
      ->capture_default_str();
  command.add_option("--max-launches", options.max_launches, "Most launches of each library side by side")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_flag("--list", options.list, "List the stored calibrations; measure nothing");
  AddFormatOption(command, options.json);
}

void AddRealOptions(CLI::App& command, CalibrateOptions& options) {
  options.library.AddTo(command, "");
  const InGroup group(command, kMeasureGroup);
  options.measure.launches = options.simulation.gate.screen_launches;
  options.measure.AddLaunchesTo(command);
  command.get_option("--launches")->description("With --simulate: launches of a stored run");
  command.add_option("--slowed-gates", options.slowed_gates, "Gates for each slowdown; 0: equal libraries alone")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  command.add_option("--turns", options.turns, "Launches of each library that take turns, or off")
      ->type_name("N|off")
      ->capture_default_str();
  command.add_option("--function", options.function, "The MPI function that is slowed")->capture_default_str();
  command.add_option("--interposer", options.interposer, "libmpigauge_slow.so, by default the one beside mpigauge")
      ->type_name("FILE");
  command.add_option("--keep", options.keep, "Keep the launches in this store")->type_name("FILE");
}

void AddSimulationOptions(CLI::App& command, CalibrateOptions& options) {
  const InGroup group(command, "Simulate");
  SimulationSettings& settings = options.simulation;
  command.add_flag("--simulate", options.simulate, "Simulate gates with random numbers; takes seconds");
  command
      .add_option("--model", options.models,
                  "Models of noise: quiet, typical, noisy, bad-launch, job, drift, shared; by default all")
      ->type_name("NAME")
      ->delimiter(',');
  command.add_option("--from-store", options.from_store, "Fit the model to this baseline or run of the store")
      ->type_name("NAME");
  command.add_option("--series", settings.gate.series, "The number of series in the suite")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command.add_option("--family-size", settings.gate.family_size, "The number of series in a family")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command.add_option("--rival-gates", settings.rival_gates, "Gates of each kind that rules of others decide")
      ->check(CLI::Range(0, 10000000))
      ->capture_default_str();
  command.add_option("--stored-runs", settings.gate.stored_runs, "Runs behind the stored baseline; 0: none is stored")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  command.add_option("--order", options.order, "The order side by side: random, alternating, abba")
      ->capture_default_str();
  command.add_option("--seed", settings.seed, "Equal seeds give equal figures")->capture_default_str();
}

}  // namespace

void AddCalibrateCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<CalibrateOptions>();
  CLI::App* command = app.add_subcommand("calibrate", "Measure how often gates err: false alarms, slowdowns found");
  command->footer(R"(Examples:
  mpigauge calibrate             30 gates of equal libraries, then slowed ones
  mpigauge calibrate --suite standard --slowdowns 2%,5% --function MPI_Bcast
  mpigauge calibrate --list --format json
  mpigauge calibrate --simulate --from-store nightly --gates 1000

The rules of others are applied, too: to the same launches here, to ten launches a side in a simulation.
The result of gates on this machine is stored, and shown in the report.)");
  AddCommonOptions(*command, *options);
  AddRealOptions(*command, *options);
  AddSimulationOptions(*command, *options);
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge
