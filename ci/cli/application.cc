#include "ci/cli/application.h"

#include <CLI/CLI.hpp>

#include "harness/base/version.h"

namespace mpigauge {
namespace {

constexpr const char* kDescription =
    "Is this MPI library slower than the last one, where, by how much, and how sure is that?";

constexpr const char* kFooter = R"(Examples:
  mpigauge ci init                                set up a pipeline that judges every new library
  mpigauge run --baseline release                 measure the machine's MPI and keep it as baseline 'release'
  mpigauge gate --baseline release                measure again and compare; the exit code is the verdict
  mpigauge gate --baseline-mpi /opt/ompi-5.0.6 --candidate-mpi /opt/ompi-5.0.7
  mpigauge gate --store postgresql://bench@db/mpigauge --libraries /srv/mpi-copies --baseline release
  mpigauge submit --baseline release --wait       the same as a Slurm job
  mpigauge compare release latest
  mpigauge guidelines latest                      is an operation slower than others that do the same?
  mpigauge impact --trace traces --baseline release --candidate latest      what it costs an application
  mpigauge changes                                list the changes over all runs, with date and cause
  mpigauge doctor                                 check this machine: what would make it quieter?
  mpigauge bisect --repo ompi --good v5.0.6 --bad v5.0.7 ...   find the commit that made it slow
  mpigauge cases                                  list what can be measured
  mpigauge report                                 write the newest gate as a page for the browser
  mpigauge trace record -o t -- mpirun -n 4 ./solver      record what an application does with MPI
  mpigauge COMMAND --help

Exit codes: 0 pass, 1 fail (slower), 2 inconclusive, 3 could not be measured, 4 wrong usage or input, 5 not comparable
(measured in different environments).)";

}  // namespace

std::unique_ptr<CLI::App> MakeApplication(CommandContext& context) {
  auto application = std::make_unique<CLI::App>(kDescription, "mpigauge");
  CLI::App& app = *application;
  app.footer(kFooter);
  app.require_subcommand(1);
  app.set_version_flag("--version",
                       VersionText("mpigauge") + "MPI none; that of a benchmark program: mpigauge-bench --version");
  app.fallthrough();  // --store may stand behind the command too
  app.add_option("--store", context.store, "The store: a SQLite file, or postgresql://... (or MPIGAUGE_STORE)")
      ->type_name("FILE|URL")
      ->capture_default_str();
  app.add_option("--libraries", context.libraries,
                 "The folder for copies of the libraries of baselines (docs/methods/turns.md); by default "
                 "STORE.libraries, beside "
                 "the SQLite file. A pipeline (ci, watch) takes libraries_folder of its configuration instead")
      ->envname("MPIGAUGE_LIBRARIES")
      ->type_name("FOLDER");
  AddCiCommand(app, context);
  AddWatchCommand(app, context);
  AddRunCommand(app, context);
  AddGateCommand(app, context);
  AddBisectCommand(app, context);
  AddSubmitCommand(app, context);
  AddCollectCommand(app, context);
  AddTaskCommand(app, context);
  AddDoctorCommand(app, context);
  AddCasesCommand(app, context);
  AddCompareCommand(app, context);
  AddGuidelinesCommand(app, context);
  AddCalibrateCommand(app, context);
  AddBaselineCommand(app, context);
  AddRunsCommand(app, context);
  AddGatesCommand(app, context);
  AddShowCommand(app, context);
  AddHistoryCommand(app, context);
  AddChangesCommand(app, context);
  AddImpactCommand(app, context);
  AddNetworkCommand(app, context);
  AddIdentifyCommand(app, context);
  AddManualCommand(app, context);
  AddImportCommand(app, context);
  AddPlotCommand(app, context);
  AddReplayCommand(app, context);
  AddReportCommand(app, context);
  AddExportCommand(app, context);
  AddServeCommand(app, context);
  AddStoreCommand(app, context);
  AddTraceCommand(app, context);
  AddCleanCommand(app, context);
  return application;
}

}  // namespace mpigauge
