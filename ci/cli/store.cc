#include "baselines/store/store.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>

#include "ci/cli/commands.h"
#include "harness/base/error.h"
#include "harness/base/json.h"

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
  const Store::Copied copied = from.CopyTo(to);
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
  context.streams.out << fmt::format(
      "{} run(s) with {} launch(es), {} of them there already, {} baseline version(s), {} gate(s) and {} "
      "calibration(s) are in {}\n",
      copied.runs, copied.launches + copied.launches_there, copied.launches_there, copied.baselines, copied.gates,
      copied.calibrations, to.name());
  return ExitCode::kPass;
}

}  // namespace

void AddStoreCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<CopyOptions>();
  CLI::App* command = app.add_subcommand("store", "Move what is stored: copy");
  command->require_subcommand(1);
  command->footer(R"(Example:
  mpigauge store copy mpigauge.sqlite postgresql://bench@db.example.org/mpigauge)");
  CLI::App* copy = command->add_subcommand(
      "copy",
      "Add all runs, baselines and gates of a store to another one; what is there stays, so it can be repeated");
  copy->footer(R"(Examples:
  mpigauge store copy mpigauge.sqlite postgresql://bench@db.example.org/mpigauge
  mpigauge store copy postgresql://bench@db.example.org/mpigauge backup.sqlite)");
  copy->add_option("from", options->from, "A SQLite file, or postgresql://...")->required()->type_name("FILE|URL");
  copy->add_option("to", options->to, "The same; a file is made where there is none")
      ->required()
      ->type_name("FILE|URL");
  copy->add_flag("--json", options->json, "Print JSON");
  copy->callback([options, &context] { context.selected = [options, &context] { return Copy(*options, context); }; });
}

}  // namespace mpigauge
