#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <memory>
#include <set>

#include "base/error.h"
#include "base/json.h"
#include "base/plural.h"
#include "baselines/history/changes_text.h"
#include "mpigauge/history_source.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

struct ChangesOptions {
  HistoryOptions history;
  std::string series;
  std::string format = "table";
};

// Why nothing could be found, where that is so: no run, no such series, or too few runs of all of them.
void CheckThatThereIsAHistory(const History& history, const ChangesOptions& options, const std::string& store,
                              std::size_t left_out) {
  if (history.runs.empty()) {
    if (!options.history.library.empty()) {
      throw UsageError("{}: no run of a library that matches '{}'; `mpigauge runs` lists them", store,
                       options.history.library);
    }
    throw UsageError(
        "{}: has no run with a complete launch; `mpigauge run` measures one, `mpigauge import` reads files", store);
  }
  if (history.series.empty()) {
    throw UsageError("{}: no series matches '{}'; `mpigauge history` without a name lists them", store, options.series);
  }
  std::size_t most = 0;
  for (const SeriesHistory& series : history.series) most = std::max(most, series.runs.size());
  if (most < kFewestRuns) {
    throw UsageError(
        "{}: at most {} of a series, and changes need at least {}{}; until then `mpigauge compare` and "
        "`mpigauge gate` compare two runs",
        store, Counted(most, "run"), kFewestRuns, LeftOutText(left_out));
  }
}

std::string Ending(const History& history, const Changes& changes, std::size_t left_out) {
  std::string text = fmt::format("{} in {} series over {}{}", Counted(changes.events.size(), "change"),
                                 changes.sequences, Counted(history.runs.size(), "run"), LeftOutText(left_out));
  if (changes.too_short > 0) text += fmt::format("; {} series have fewer than {} runs", changes.too_short, kFewestRuns);
  return text + "\n";
}

ExitCode Execute(const ChangesOptions& options, CommandContext& context) {
  const ChangesSettings settings = options.history.ToSettings();
  const auto matches = Matching(options.series, "--series");
  Store store = OpenForHistory(context);
  const std::set<std::string> left_out = RunsLeftOut(store, options.history);
  const History history =
      ReadHistory(store, options.history, left_out, [&](const SeriesRecord& series) { return matches(series.name); });
  CheckThatThereIsAHistory(history, options, store.name(), left_out.size());
  const Changes changes = FindChanges(history, settings);
  std::ostream& out = context.streams.out;
  if (options.format == "json") {
    out << JsonText(ToJson(history, changes));
  } else if (options.format == "markdown") {
    out << ChangesTable(history, changes).Markdown();
  } else {
    if (!changes.events.empty()) out << ChangesTable(history, changes).Text(context.streams.out_colors);
    out << Ending(history, changes, left_out.size());
  }
  return ExitCode::kPass;
}

}  // namespace

void AddChangesCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<ChangesOptions>();
  CLI::App* command = app.add_subcommand("changes", "List what changed over all runs, when, and why");
  command->footer(R"(Examples:
  mpigauge changes
  mpigauge changes --series '^allreduce/' --at-least 3%
  mpigauge changes --library 'nightly' --method otava
  mpigauge changes --all-runs                     also older libraries that took turns with a candidate
  mpigauge changes --format json

Steps and drifts of series of one case at one run are one row. The cause of a change is 'library' if a library was
exchanged, and 'machine' if controls (work without MPI) moved, too, or only the environment was exchanged.)");
  command->add_option("--series", options->series, "Only series whose name matches this regular expression")
      ->type_name("REGEX");
  options->history.AddTo(*command);
  command->add_option("--format", options->format, "The format of the list")
      ->group(kOutputGroup)
      ->check(CLI::IsMember({"table", "markdown", "json"}))
      ->capture_default_str();
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
