#include <fmt/format.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <memory>
#include <set>

#include "baselines/compare/lost_notes.h"
#include "ci/cli/commands.h"
#include "ci/gate/sides.h"
#include "ci/network/keep_models.h"
#include "harness/base/error.h"
#include "harness/base/file.h"
#include "harness/record/record_json.h"

namespace mpigauge {
namespace {

struct ImportOptions {
  std::vector<std::string> paths;
  std::string label;
};

// All files are read before the first is stored: a damaged one is named while nothing has changed.
ExitCode Execute(const ImportOptions& options, CommandContext& context) {
  std::vector<LaunchRecord> launches;
  std::vector<std::string> notes;
  for (const std::string& path : options.paths) {
    auto side = SideFromFiles(path);
    launches.insert(launches.end(), side.launches.begin(), side.launches.end());
    launches.insert(launches.end(), side.lost.begin(), side.lost.end());
    NoteLost(side, "files", notes);
  }
  Store store = context.OpenStore(Store::Access::kWrite);
  std::size_t added = 0;
  std::set<std::string> runs;
  for (const LaunchRecord& launch : launches) {
    if (!options.label.empty()) {
      store.AddRun({launch.run_id, options.label, launch.started_at, RunStatus::kComplete, Json::object()});
    }
    added += store.AddLaunch(launch);
    runs.insert(launch.run_id);
  }
  for (const std::string& run_id : runs) KeepNetworkModels(store, run_id);
  context.streams.out << fmt::format("{} launch(es) added, {} were there already\n", added, launches.size() - added);
  for (const std::string& note : notes) context.streams.out << note << '\n';
  return ExitCode::kPass;
}

}  // namespace

void AddImportCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<ImportOptions>();
  CLI::App* command = app.add_subcommand("import", "Put launch record files into the store");
  command->footer("Example:\n  mpigauge import records/ --label nightly-2026-11-20");
  command->add_option("paths", options->paths, "Launch record files, or folders of them")->required();
  command->add_option("--label", options->label, "What people call the library of runs that are new")
      ->type_name("TEXT");
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge
