#include "baselines/store/store.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>

#include "base/error.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/plural.h"
#include "mpigauge/commands.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

struct CopyOptions {
  std::string from;
  std::string to;
  bool json = false;
};

ExitCode Copy(const CopyOptions& options, CommandContext& context) {
  Store from = Store::Open(options.from, Store::Access::kRead);
  Store to = Store::Open(options.to, Store::Access::kWrite);
  if (from.name() == to.name()) throw UsageError("{}: cannot be copied onto itself", from.name());
  const StoreUpkeep::Copied copied = from.upkeep().CopyTo(to);
  if (options.json) {
    context.streams.out << JsonText(Json{{"from", from.name()},
                                         {"to", to.name()},
                                         {"runs", copied.runs},
                                         {"launches_added", copied.launches},
                                         {"launches_there", copied.launches_there},
                                         {"baseline_versions", copied.baselines},
                                         {"gates", copied.gates},
                                         {"calibrations", copied.calibrations},
                                         {"network_models_added", copied.network_models}});
    return ExitCode::kPass;
  }
  context.streams.out << fmt::format("{} with {}, {} of them there already, {}, {} and {} are in {}\n",
                                     Counted(copied.runs, "run"),
                                     Counted(copied.launches + copied.launches_there, "launch"), copied.launches_there,
                                     Counted(copied.baselines, "baseline version"), Counted(copied.gates, "gate"),
                                     Counted(copied.calibrations, "calibration"), to.name());
  return ExitCode::kPass;
}

struct CheckOptions {
  std::string store;
  bool json = false;
};

ExitCode Check(const CheckOptions& options, CommandContext& context) {
  Store store = options.store.empty() ? context.OpenStore(Store::Access::kRead)
                                      : Store::Open(options.store, Store::Access::kRead);
  const StoreUpkeep::Checked checked = store.upkeep().Check();
  if (options.json) {
    context.streams.out << JsonText(Json{{"store", store.name()},
                                         {"runs", checked.runs},
                                         {"launches", checked.launches},
                                         {"results", checked.results},
                                         {"damages", checked.damages}});
  } else {
    for (const std::string& damage : checked.damages) context.streams.out << TerminalEscaped(damage) << "\n";
    context.streams.out << fmt::format(
        "{} with {} and {} were read: {}\n", Counted(checked.runs, "run"), Counted(checked.launches, "launch"),
        Counted(checked.results, "result"),
        checked.damages.empty() ? "all are as they were stored" : Counted(checked.damages.size(), "damage"));
  }
  return checked.damages.empty() ? ExitCode::kPass : ExitCode::kNotMeasured;
}

void AddCheckCommand(CLI::App& store, CommandContext& context) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* check = store.add_subcommand("check", "Read everything, and name all damage; exit code 3 if there is any");
  check->footer(R"(Examples:
  mpigauge store check mpigauge.sqlite
  mpigauge store check postgresql://bench@db.example.org/mpigauge)");
  check->add_option("store", options->store, "A SQLite file, or postgresql://...; otherwise that of --store")
      ->type_name("FILE|URL");
  AddFormatOption(*check, options->json);
  OnChoice(*check, context, [options, &context] { return Check(*options, context); });
}

}  // namespace

void AddStoreCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<CopyOptions>();
  CLI::App* command = app.add_subcommand("store", "Move, check, name and clear up what is stored");
  command->require_subcommand(1);
  command->footer(R"(Example:
  mpigauge store copy mpigauge.sqlite postgresql://bench@db.example.org/mpigauge)");
  CLI::App* copy = command->add_subcommand("copy", "Add all runs, baselines and gates of a store to another one");
  copy->footer(R"(Examples:
  mpigauge store copy mpigauge.sqlite postgresql://bench@db.example.org/mpigauge
  mpigauge store copy postgresql://bench@db.example.org/mpigauge backup.sqlite)");
  copy->add_option("from", options->from, "A SQLite file, or postgresql://...")->required()->type_name("FILE|URL");
  copy->add_option("to", options->to, "Another SQLite file or postgresql://...; a missing file is made")
      ->required()
      ->type_name("FILE|URL");
  AddFormatOption(*copy, options->json);
  AddCheckCommand(*command, context);
  AddStoreRoomCommands(*command, context);
  AddStoreTagCommand(*command, context);
  AddStoreMigrateCommand(*command, context);
  OnChoice(*copy, context, [options, &context] { return Copy(*options, context); });
}

}  // namespace mpigauge
