#include "ci/cli/cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>

#include "baselines/compare/comparability.h"
#include "ci/cli/commands.h"
#include "ci/cli/nearest_text.h"
#include "ci/cli/shown_output.h"
#include "harness/base/version.h"

namespace mpigauge {
namespace {

constexpr const char* kDescription =
    "Is this MPI library slower than the last one, where, by how much, and how sure is that?";

constexpr const char* kFooter = R"(Examples:
  mpigauge ci init                                a pipeline: every new library is measured and judged
  mpigauge run --baseline release                 measure the machine's MPI and keep it as baseline 'release'
  mpigauge gate --baseline release                measure again and compare; the exit code is the verdict
  mpigauge gate --baseline-mpi /opt/ompi-5.0.6 --candidate-mpi /opt/ompi-5.0.7
  mpigauge gate --store postgresql://bench@db/mpigauge --libraries /srv/mpi-copies --baseline release
  mpigauge submit --baseline release --wait       the same as a Slurm job
  mpigauge compare release latest
  mpigauge guidelines latest                      is anything slower than what could be done instead?
  mpigauge impact --trace traces --baseline release --candidate latest      what it costs an application
  mpigauge changes                                what changed over all runs, since when, and with which library
  mpigauge doctor                                 what would make measurements on this machine quieter
  mpigauge bisect --repo ompi --good v5.0.6 --bad v5.0.7 ...   the commit that made it slow
  mpigauge cases                                  what can be measured
  mpigauge report                                 the newest gate as a page for the browser
  mpigauge trace record -o t -- mpirun -n 4 ./solver      what an application does with MPI
  mpigauge COMMAND --help

Exit codes: 0 pass, 1 fail (slower), 2 inconclusive, 3 could not be measured, 4 wrong usage or input, 5 not comparable
(measured in different environments).)";

std::string DefaultStore() {
  const char* variable = std::getenv("MPIGAUGE_STORE");
  return variable != nullptr && *variable != '\0' ? variable : "mpigauge.sqlite";
}

// `git bisect run` takes everything from 1 to 127 for "bad", but 125 for "cannot be tested"; from 128 on it stops. What
// is not decided is neither good nor bad; wrong usage is wrong for all commits, and so is another environment.
ExitCode ForGitBisect(ExitCode code) {
  if (code == ExitCode::kInconclusive || code == ExitCode::kNotMeasured) return static_cast<ExitCode>(125);
  const bool wrong_for_all = code == ExitCode::kUsage || code == ExitCode::kNotComparable;
  return wrong_for_all ? static_cast<ExitCode>(255) : code;
}

ExitCode RunCommand(const std::vector<std::string>& arguments, const Streams& streams) {
  CommandContext context{streams, DefaultStore(), "", {}};
  CLI::App app(kDescription, "mpigauge");
  app.footer(kFooter);
  app.require_subcommand(1);
  app.set_version_flag("--version",
                       VersionText("mpigauge") + "MPI none; that of a benchmark program: mpigauge-bench --version");
  app.fallthrough();  // --store may stand behind the command too
  app.add_option("--store", context.store, "The store: a SQLite file, or postgresql://... (or MPIGAUGE_STORE)")
      ->type_name("FILE|URL")
      ->capture_default_str();
  app.add_option(
         "--libraries", context.libraries,
         "Where copies of the libraries of baselines are kept (docs/turns.md); default: beside the SQLite file, "
         "STORE.libraries. Of a pipeline (ci, watch) its configuration says it: libraries_folder")
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
  AddImportCommand(app, context);
  AddPlotCommand(app, context);
  AddReplayCommand(app, context);
  AddReportCommand(app, context);
  AddExportCommand(app, context);
  AddServeCommand(app, context);
  AddStoreCommand(app, context);
  AddTraceCommand(app, context);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // CLI11 takes them from the back
    return context.selected();
  } catch (const CLI::CallForHelp&) {
    // The help of the command that was named, if one was.
    const auto chosen = app.get_subcommands();
    streams.out << (chosen.empty() ? app.help() : chosen.back()->help("mpigauge"));
    return ExitCode::kPass;
  } catch (const CLI::CallForVersion& version) {
    streams.out << version.what() << "\n";
    return ExitCode::kPass;
  } catch (const CLI::ParseError& error) {
    const auto unknown = app.remaining();
    streams.err << "mpigauge: " << (unknown.empty() ? error.what() : "no command or option '" + unknown[0] + "'")
                << "; see mpigauge --help\n";
    return ExitCode::kUsage;
  } catch (const NotComparableError& error) {
    const auto chosen = app.get_subcommands();
    streams.err << "mpigauge: " << error.what() << NearestText(context, error, chosen.back()->get_name()) << "\n";
    return error.code();
  } catch (const Error& error) {
    streams.err << "mpigauge: " << error.what() << "\n";
    return error.code();
  } catch (const std::exception& error) {
    streams.err << "mpigauge: " << error.what() << "\n";
    return ExitCode::kNotMeasured;
  }
}

// A full disk or a pipe that nobody reads: whoever takes what is printed for all that there is would be wrong. A
// verdict and an error stay what they are.
ExitCode AfterOutput(ExitCode code, const Streams& streams) {
  if (streams.out.flush()) return code;
  streams.err << "mpigauge: standard output could not be written; what is there is not complete. Is the disk full?\n";
  return code == ExitCode::kPass ? ExitCode::kNotMeasured : code;
}

}  // namespace

ExitCode RunCli(const std::vector<std::string>& arguments, const Streams& streams) {
  ShownOutput shown_out(streams.out, streams.out_colors);
  ShownOutput shown_err(streams.err, streams.err_terminal);
  std::ostream out(&shown_out);
  std::ostream err(&shown_err);
  err.setf(std::ios::unitbuf);
  const Streams shown{out, err, streams.out_colors, streams.err_terminal};
  const ExitCode code = AfterOutput(RunCommand(arguments, shown), shown);
  // Wrong usage, too, where the arguments were not understood: they are looked at here, as they are.
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  return std::find(arguments.begin(), end, "--git-bisect") != end ? ForGitBisect(code) : code;
}

}  // namespace mpigauge
