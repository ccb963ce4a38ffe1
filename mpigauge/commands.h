#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "baselines/store/store.h"
#include "ci/gate/sides.h"
#include "ci/library/kept_libraries.h"
#include "mpigauge/cli.h"
#include "simulator/trace/to_program.h"

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// The context that all commands share.
struct CommandContext {
  const Streams& streams;
  std::string store;      // --store: a path or a URL, which may hold a password; Store::name() may be shown
  std::string libraries;  // --libraries: a folder; empty: beside the store
  std::function<ExitCode()> selected;  // what the chosen command does
  bool store_on_command_line = false;
  std::vector<std::string> arguments = {};  // the command line

  Store OpenStore(Store::Access access) const { return Store::Open(store, access); }

  // Copies of the libraries that the store's baselines were measured with.
  KeptLibraries Libraries() const { return KeptLibraries(LibrariesFolder(store, libraries)); }

  // A pipeline's configuration says where its libraries are kept. An option that names another place does not count,
  // and a warning says so.
  void WarnOfLibraries(const std::string& config) const {
    if (libraries.empty()) return;
    streams.err << "mpigauge: --libraries (MPIGAUGE_LIBRARIES) does not count for a pipeline; write libraries_folder = "
                << "\"FOLDER\" into [store] of " << config << "\n";
  }

  // The same for the store: one that is named besides would stay empty. (MPIGAUGE_STORE is for other commands.)
  void RefuseStore(const std::string& config) const {
    if (!store_on_command_line) return;
    throw UsageError(
        "--store: a pipeline's configuration names its store; write location = \"FILE\" into [store] of {}", config);
  }

  bool HasStore() const { return StoreExists(store); }

  // One side of a comparison. Files can be compared where there is no store.
  Side FindCompared(const std::string& reference, LaunchDetail detail = LaunchDetail::kSummaries,
                    Unfinished unfinished = Unfinished::kRefuse) const {
    const bool files = !MeansNewest(reference) && std::filesystem::exists(reference);
    if (files && !HasStore()) return SideFromFiles(reference, unfinished);
    Store opened = OpenStore(Store::Access::kRead);
    return FindSide(opened, reference, detail, unfinished);
  }

  // The same for commands that only show a side: a crashed run comes with its measurements until then.
  Side FindShown(const std::string& reference, LaunchDetail detail = LaunchDetail::kSummaries) const {
    return FindCompared(reference, detail, Unfinished::kTake);
  }
};

// Says what happens when the command, and none below it, is chosen.
void OnChoice(CLI::App& command, CommandContext& context, const std::function<ExitCode()>& action);

// Each adds one command to the application.
void AddRunCommand(CLI::App& app, CommandContext& context);
void AddGateCommand(CLI::App& app, CommandContext& context);
void AddBisectCommand(CLI::App& app, CommandContext& context);
void AddCiCommand(CLI::App& app, CommandContext& context);
void AddWatchCommand(CLI::App& app, CommandContext& context);
void AddCleanCommand(CLI::App& app, CommandContext& context);
void AddBuildBenchCommand(CLI::App& app, CommandContext& context);
void AddCasesCommand(CLI::App& app, CommandContext& context);
void AddCalibrateCommand(CLI::App& app, CommandContext& context);
void AddDoctorCommand(CLI::App& app, CommandContext& context);
void AddCompareCommand(CLI::App& app, CommandContext& context);
void AddBaselineCommand(CLI::App& app, CommandContext& context);
void AddGatesCommand(CLI::App& app, CommandContext& context);
void AddGuidelinesCommand(CLI::App& app, CommandContext& context);
void AddRunsCommand(CLI::App& app, CommandContext& context);
void AddShowCommand(CLI::App& app, CommandContext& context);
void AddStoreCommand(CLI::App& app, CommandContext& context);
void AddChangesCommand(CLI::App& app, CommandContext& context);
void AddHelpCommand(CLI::App& app, CommandContext& context);
void AddHistoryCommand(CLI::App& app, CommandContext& context);
void AddImpactCommand(CLI::App& app, CommandContext& context);
void AddIdentifyCommand(CLI::App& app, CommandContext& context);
void AddManualCommand(CLI::App& app, CommandContext& context);
void AddImportCommand(CLI::App& app, CommandContext& context);
void AddNetworkCommand(CLI::App& app, CommandContext& context);
void AddPlotCommand(CLI::App& app, CommandContext& context);
void AddReplayCommand(CLI::App& app, CommandContext& context);
void AddReportCommand(CLI::App& app, CommandContext& context);
void AddExportCommand(CLI::App& app, CommandContext& context);
void AddServeCommand(CLI::App& app, CommandContext& context);
void AddTraceCommand(CLI::App& app, CommandContext& context);

// --from-barrier and --to-barrier.
void AddRegionOptions(CLI::App& command, ToProgramOptions& options);

// `mpigauge store info`, `delete` and `prune`.
void AddStoreRoomCommands(CLI::App& store, CommandContext& context);

// Adds `store tag` and `store migrate`.
void AddStoreTagCommand(CLI::App& store, CommandContext& context);
void AddStoreMigrateCommand(CLI::App& store, CommandContext& context);

// Adds `init` to the command `ci`.
void AddInitCommand(CLI::App& ci, CommandContext& context);

}  // namespace mpigauge
