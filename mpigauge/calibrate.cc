
#include <CLI/App.hpp>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/table.h"
#include "base/temporary_folder.h"
#include "base/units.h"
#include "base/uuid.h"
#include "baselines/verdict/compare_request.h"
#include "ci/calibrate/real_gates.h"
#include "ci/gate/gate_request.h"
#include "ci/launch/progress.h"
#include "dashboards/data/lists.h"
#include "mpigauge/commands.h"
#include "mpigauge/measure_options.h"
#include "mpigauge/output_options.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

struct CalibrateOptions {
  int gates = 30;
  std::string tolerance = "5%";
  std::vector<std::string> slowdowns = {"1%", "2%", "3%", "5%", "10%", "20%"};
  double alpha = 0.05;
  bool json = false;
  bool list = false;
  LibraryOptions library;
  MeasureOptions measure;
  int slowed_gates = 5;
  int max_launches = kMostLaunches;
  int turns = 6;
  std::string function = "MPI_Allreduce";
  std::string interposer;
  std::string keep;
};

std::vector<double> SlowdownsOf(const CalibrateOptions& options) {
  std::vector<double> slowdowns;
  for (const std::string& text : options.slowdowns) slowdowns.push_back(ParseShare(text, "--slowdowns"));
  return slowdowns;
}

RealGatesSettings RealOf(const CalibrateOptions& options, std::ostream& notes) {
  RealGatesSettings settings;
  settings.plan = options.measure.PlanFor(options.library, "", notes);
  settings.function = options.function;
  settings.slowdowns = SlowdownsOf(options);
  if (!settings.slowdowns.empty() && options.slowed_gates > 0) settings.interposer = FindInterposer(options.interposer);
  settings.equal_gates = options.gates;
  settings.slowed_gates = options.slowed_gates;
  if (options.slowed_gates == 0) settings.slowdowns.clear();
  settings.gate.compare.tolerance = Tolerance::Parse({options.tolerance});
  settings.gate.compare.alpha = options.alpha;
  settings.gate.decision.looks = LooksUpTo(options.max_launches);
  settings.turns = options.turns;
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
  return MeasureOnThisMachine(options, context);
}

void AddCommonOptions(CLI::App& command, CalibrateOptions& options) {
  command.add_option("--gates", options.gates, "Gates of equal libraries")
      ->check(CLI::Range(1, 10000000))
      ->capture_default_str();
  command.add_option("--slowdowns", options.slowdowns, "The slowdowns that the slowed gates look for, such as 2%,5%")
      ->delimiter(',')
      ->capture_default_str();
  command.add_option("--tolerance", options.tolerance, "The slowdown that is still accepted")->capture_default_str();
  AddSetting(command, AlphaSetting(options.alpha));
  command.add_option("--max-launches", options.max_launches, "Most launches of each library side by side")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_flag("--list", options.list, "List the stored calibrations; measure nothing");
  AddFormatOption(command, options.json);
}

void AddRealOptions(CLI::App& command, CalibrateOptions& options) {
  options.library.AddTo(command, "");
  const InGroup group(command, kMeasureGroup);
  options.measure.AddLaunchesTo(command);
  command.remove_option(command.get_option("--launches"));  // a gate takes as many as it needs
  command.add_option("--slowed-gates", options.slowed_gates, "Gates for each slowdown; 0: equal libraries alone")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  AddSetting(command, TurnsSetting(options.turns));
  command.add_option("--function", options.function, "The MPI function that is slowed")->capture_default_str();
  command.add_option("--interposer", options.interposer, "libmpigauge_slow.so, by default the one beside mpigauge")
      ->type_name("FILE");
  command.add_option("--keep", options.keep, "Keep the launches in this store")->type_name("FILE");
}

}  // namespace

void AddCalibrateCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<CalibrateOptions>();
  CLI::App* command = app.add_subcommand("calibrate", "Measure how often gates err: false alarms, slowdowns found");
  command->footer(R"(Examples:
  mpigauge calibrate             30 gates of equal libraries, then slowed ones
  mpigauge calibrate --suite standard --slowdowns 2%,5% --function MPI_Bcast
  mpigauge calibrate --list --format json

The result of gates on this machine is stored, and shown in the report.)");
  AddCommonOptions(*command, *options);
  AddRealOptions(*command, *options);
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
