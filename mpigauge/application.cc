#include "mpigauge/application.h"

#include <CLI/CLI.hpp>
#include <vector>

#include "base/version.h"

namespace mpigauge {
namespace {

constexpr const char* kDescription = "Is this MPI library slower than the last one? Where, and by how much?";

constexpr const char* kFooter = R"(Examples:
  mpigauge run --baseline release       measure the machine's MPI, keep it by name
  mpigauge gate --baseline release      measure again; the exit code is the verdict
  mpigauge gate --baseline-mpi /opt/ompi-5.0.6 --candidate-mpi /opt/ompi-5.0.7
  mpigauge help gate                    the same as mpigauge gate --help

Exit codes: 0 pass, 1 fail (slower), 2 inconclusive, 3 could not be measured, 4 wrong usage or input, 5 not comparable
(measured in different environments).)";

// Commands that the help lists below one heading.
struct CommandGroup {
  const char* title;
  std::vector<void (*)(CLI::App&, CommandContext&)> commands;
};

const std::vector<CommandGroup>& CommandGroups() {
  static const std::vector<CommandGroup> kGroups = {
      {"Commands to measure and judge",
       {AddRunCommand, AddGateCommand, AddCompareCommand, AddGuidelinesCommand, AddBisectCommand, AddCiCommand,
        AddWatchCommand, AddCalibrateCommand, AddDoctorCommand, AddCasesCommand, AddIdentifyCommand,
        AddBuildBenchCommand}},
      {"Commands to look at results",
       {AddShowCommand, AddHistoryCommand, AddChangesCommand, AddPlotCommand, AddReportCommand, AddServeCommand,
        AddExportCommand}},
      {"Commands for what is stored",
       {AddRunsCommand, AddGatesCommand, AddBaselineCommand, AddImportCommand, AddStoreCommand, AddCleanCommand}},
      {"Commands for applications and networks, and help",
       {AddTraceCommand, AddImpactCommand, AddReplayCommand, AddNetworkCommand, AddHelpCommand, AddManualCommand}},
  };
  return kGroups;
}

}  // namespace

void OnChoice(CLI::App& command, CommandContext& context, const std::function<ExitCode()>& action) {
  command.callback([&command, &context, action] {
    if (command.get_subcommands().empty()) context.selected = action;
  });
}

std::unique_ptr<CLI::App> MakeApplication(CommandContext& context) {
  auto application = std::make_unique<CLI::App>(kDescription, "mpigauge");
  CLI::App& app = *application;
  app.footer(kFooter);
  app.require_subcommand(1);
  app.set_version_flag("--version",
                       VersionText("mpigauge") + "MPI none; that of a benchmark program: mpigauge-bench --version",
                       "Print the version of mpigauge");
  app.fallthrough();  // --store may stand behind the command too
  app.add_option("--store", context.store, "The store: a SQLite file or postgresql://..., or $MPIGAUGE_STORE")
      ->each([&context](const std::string&) { context.store_on_command_line = true; })
      ->type_name("FILE|URL")
      ->default_str(ShownStore(context.store));
  app.add_option("--libraries", context.libraries,
                 "The folder for copies of baselines' libraries, by default beside the store")
      ->envname("MPIGAUGE_LIBRARIES")
      ->type_name("FOLDER");
  for (const CommandGroup& group : CommandGroups()) {
    for (const auto& add : group.commands) add(app, context);
    // A command that is not listed has no group.
    for (CLI::App* one : app.get_subcommands([](CLI::App* all) { return all->get_group() == "Subcommands"; })) {
      one->group(group.title);
    }
  }
  return application;
}

}  // namespace mpigauge
