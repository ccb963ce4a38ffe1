#include <fmt/format.h>

#include <CLI/App.hpp>
#include <cmath>
#include <memory>

#include "base/escape.h"
#include "base/json.h"
#include "base/plural.h"
#include "base/table.h"
#include "base/units.h"
#include "baselines/compare/merge.h"
#include "baselines/compare/run_notes.h"
#include "dashboards/data/run_view.h"
#include "mpigauge/commands.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

struct ShowOptions {
  std::string what = "latest";
  std::string figure = "median";
  bool json = false;
};

std::string Time(double seconds) { return std::isnan(seconds) ? "-" : FormatSeconds(seconds); }

// "2 x wrong-data on rank 1: element 3 is 0, should be 7".
std::string Faults(const MergedSeries& merged) {
  if (merged.faults.empty()) return "";
  const Fault& first = merged.faults[0];
  return fmt::format("{} x {} on rank {}: {}", merged.faults.size(), FaultKindName(first.kind), first.rank,
                     first.message);
}

std::string AsTable(const std::vector<MergedSeries>& all, const std::string& figure) {
  Table table({{"series", Table::Align::kLeft},
               {figure},
               {"smallest"},
               {"largest"},
               {"deviation"},
               {"launches"},
               {"late"},
               {"measured as", Table::Align::kLeft},
               {"faults", Table::Align::kLeft}});
  for (const MergedSeries& merged : all) {
    const Summary launches = Summarize(merged.launches_seconds);
    const double deviation = merged.relative_deviation;
    table.AddRow({merged.series->name, Time(merged.seconds), Time(launches.minimum), Time(launches.maximum),
                  std::isnan(deviation) ? "-" : fmt::format("{:.1f}%", 100 * deviation), std::to_string(launches.count),
                  std::to_string(merged.late), merged.series->method.Text(), Faults(merged)});
  }
  return table.Text(false);
}

ExitCode Execute(const ShowOptions& options, CommandContext& context) {
  const Side side = context.FindShown(options.what);
  if (options.json) {
    context.streams.out << JsonText(FiguresJson(side, options.figure));
    return ExitCode::kPass;
  }
  std::vector<std::string> notes;
  AddNotes({UnfinishedNotes(side, "run"), LostNotes(side, "run")}, notes);
  context.streams.out << fmt::format(
                             "{}: {}, merged by the median\n", TerminalEscaped(side.label),
                             Counted(side.launches.size(), side.unfinished ? "unfinished launch" : "complete launch"))
                      << AsTable(MergeLaunches(side.launches, options.figure), options.figure);
  for (const std::string& note : notes) context.streams.out << "note: " << TerminalEscaped(note) << "\n";
  return ExitCode::kPass;
}

}  // namespace

void AddShowCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command = app.add_subcommand("show", "Print the figures of a run");
  command->footer(R"(Examples:
  mpigauge show
  mpigauge show latest~1 --figure minimum
  mpigauge show records/old --format json)");
  command->add_option("run", options->what, "A run, a baseline, a launch record or a folder of them")
      ->capture_default_str();
  command->add_option("--figure", options->figure, "The figure that is taken from each launch")
      ->check(CLI::IsMember(MergedFigureNames()))
      ->capture_default_str();
  AddFormatOption(*command, options->json);
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
