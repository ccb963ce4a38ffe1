#include "mpigauge/cli.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <memory>

#include "base/error.h"
#include "base/escape.h"
#include "baselines/compare/comparability.h"
#include "mpigauge/application.h"
#include "mpigauge/commands.h"
#include "mpigauge/help_text.h"
#include "mpigauge/nearest_text.h"
#include "mpigauge/shown_output.h"

namespace mpigauge {
namespace {

std::string DefaultStore() {
  const char* variable = std::getenv("MPIGAUGE_STORE");
  return variable != nullptr && *variable != '\0' ? variable : "mpigauge.sqlite";
}

// `git bisect run` takes everything from 1 to 127 for "bad", but 125 for "cannot be tested"; from 128 on it stops. An
// undecided comparison is neither good nor bad; wrong usage is wrong for all commits, and so is another environment.
ExitCode ForGitBisect(ExitCode code) {
  if (code == ExitCode::kInconclusive || code == ExitCode::kNotMeasured) return static_cast<ExitCode>(125);
  const bool wrong_for_all = code == ExitCode::kUsage || code == ExitCode::kNotComparable;
  return wrong_for_all ? static_cast<ExitCode>(255) : code;
}

// Prints an error of any command: it names what was given, which may hold line ends and commands of terminals.
ExitCode PrintError(const std::string& text, ExitCode code, const Streams& streams) {
  streams.err << "mpigauge: " << ErrorEscaped(text) << "\n";
  return code;
}

ExitCode RunCommand(const std::vector<std::string>& arguments, const Streams& streams) {
  CommandContext context{streams, DefaultStore(), "", {}, false, arguments};
  const std::unique_ptr<CLI::App> table = MakeApplication(context);
  CLI::App& app = *table;
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // CLI11 takes them from the back
    RequireStoreName(context.store);
    return context.selected();
  } catch (const CLI::CallForHelp&) {
    // The help of the command that was named, if one was.
    const CLI::App* chosen = &app;
    while (!chosen->get_subcommands().empty()) chosen = chosen->get_subcommands().back();
    streams.out << HelpText(*chosen, streams.columns);
    return ExitCode::kPass;
  } catch (const CLI::CallForVersion& version) {
    streams.out << version.what() << "\n";
    return ExitCode::kPass;
  } catch (const CLI::ParseError& error) {
    const auto unknown = app.remaining();
    const std::string text = unknown.empty() ? error.what() : "no command or option '" + unknown[0] + "'";
    return PrintError(text + "; see mpigauge --help", ExitCode::kUsage, streams);
  } catch (const NotComparableError& error) {
    const auto chosen = app.get_subcommands();
    const std::string nearest = NearestText(context, error, chosen.back()->get_name());
    return PrintError(error.what() + nearest, error.code(), streams);
  } catch (const Error& error) {
    return PrintError(error.what(), error.code(), streams);
  } catch (const std::exception& error) {
    return PrintError(error.what(), ExitCode::kNotMeasured, streams);
  }
}

// A full disk or a pipe that nobody reads: whoever takes what is printed for all that there is would be wrong. A
// verdict and an error stay what they are.
ExitCode AfterOutput(ExitCode code, const Streams& streams) {
  if (streams.out.flush()) return code;
  streams.err << "mpigauge: standard output could not be written and is not complete. Is the disk full?\n";
  return code == ExitCode::kPass ? ExitCode::kNotMeasured : code;
}

}  // namespace

ExitCode RunCli(const std::vector<std::string>& arguments, const Streams& streams) {
  ShownOutput shown_out(streams.out, streams.out_colors);
  ShownOutput shown_err(streams.err, streams.err_terminal);
  std::ostream out(&shown_out);
  std::ostream err(&shown_err);
  err.setf(std::ios::unitbuf);
  const Streams shown{out, err, streams.out_colors, streams.err_terminal, streams.columns};
  const ExitCode code = AfterOutput(RunCommand(arguments, shown), shown);
  // Wrong usage, too, where the arguments were not understood: they are looked at here, as they are.
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  return std::find(arguments.begin(), end, "--git-bisect") != end ? ForGitBisect(code) : code;
}

}  // namespace mpigauge
