#include "dashboards/report/report.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>

#include "base/escape.h"
#include "base/file.h"
#include "base/plural.h"
#include "baselines/compare/run_notes.h"
#include "baselines/format/phrases.h"
#include "baselines/verdict/compare_request.h"
#include "baselines/verdict/decide.h"
#include "baselines/verdict/waivers.h"
#include "dashboards/data/gate_view.h"
#include "dashboards/report/run_report.h"
#include "mpigauge/commands.h"
#include "mpigauge/history_source.h"
#include "mpigauge/picture.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

struct ReportOptions {
  std::string gate = "latest";
  std::vector<std::string> compare;  // baseline and candidate
  CompareRequest settings;
  std::string run;  // a single one
  std::string output = "report.html";
};

ComparisonView FromGate(const std::string& reference, CommandContext& context) {
  // Reading is enough, but what is derived of old runs is kept where it can be, so that looking back is quick.
  Store store = OpenForHistory(context);
  KeepMediansIfPossible(store);
  return ViewOfGate(store, FindGate(store, reference));
}

ComparisonView FromSides(const ReportOptions& options, CommandContext& context) {
  const Side baseline = context.FindCompared(options.compare[0], LaunchDetail::kObservations);
  const Side candidate = context.FindCompared(options.compare[1], LaunchDetail::kObservations);
  Comparison comparison = CompareAndDecide(baseline, candidate, options.settings.ToSettings());
  options.settings.CheckTolerances(SeriesOf(comparison));
  ApplyWaivers(comparison, options.settings.ReadWaivers(), Today());
  std::optional<Store> store;
  if (context.HasStore()) {
    store.emplace(OpenForHistory(context));
    KeepMediansIfPossible(*store);
  }
  return ViewOfSides(store ? &*store : nullptr, std::move(comparison), baseline, candidate, options.compare[0],
                     options.compare[1]);
}

// Writes the report of one run, complete or not.
ExitCode WriteRunReport(const ReportOptions& options, CommandContext& context) {
  const Side run = context.FindShown(options.run);
  std::vector<std::string> notes;
  AddNotes({UnfinishedNotes(run, "run"), LostNotes(run, "run")}, notes);
  const bool draws = CanDraw();
  if (!draws) notes.emplace_back("graphs are text, as gnuplot is not in PATH (Debian: gnuplot-nox)");
  const auto draw = [draws](const SizeFigure& figure) {
    if (!draws) return std::string();
    return DrawPicture(PictureFile::Kind::kSvg, [&](const PictureFile& file) { return GnuplotScript(figure, file); });
  };
  WriteFileAtomically(options.output, RunReportHtml(run, notes, draw));
  context.streams.out << fmt::format("{}: {}, {}\n", options.output, TerminalEscaped(run.label),
                                     Counted(run.launches.size(), "launch"));
  return ExitCode::kPass;
}

ExitCode Execute(const ReportOptions& options, CommandContext& context) {
  if (!options.run.empty()) return WriteRunReport(options, context);

  const ComparisonView view = options.compare.empty() ? FromGate(options.gate, context) : FromSides(options, context);
  WriteFileAtomically(options.output, PageHtml(ToJson(view)));
  context.streams.out << fmt::format("{}: {}\n", options.output, TerminalEscaped(Headline(view.comparison)));
  return ExitCode::kPass;
}

}  // namespace

void AddReportCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand("report", "Write a gate or a run as one HTML file with charts");
  command->footer(R"(Examples:
  mpigauge report                              the newest gate, as report.html
  mpigauge report --gate 3f2a -o gate.html     the beginning of a gate's id is enough
  mpigauge report --compare release latest --tolerance 3%
  mpigauge report latest -o run.html           a single run

The file needs no other file and no network. The exit code is 0 when it was written, whatever its verdict.)");
  CLI::Option* gate = command->add_option("--gate", options->gate, "A gate in the store: latest or an id")
                          ->type_name("GATE")
                          ->capture_default_str();
  CLI::Option* compare =
      command
          ->add_option("--compare", options->compare, "Compare now: two baselines, runs, files or folders of records")
          ->expected(2)
          ->type_name("BASELINE CANDIDATE")
          ->excludes(gate);
  command->add_option("run", options->run, "A single run, a baseline, a file or a folder of records")
      ->excludes(gate)
      ->excludes(compare);
  AddSettings(*command, SettingsOf(options->settings));
  for (const char* name : {"--tolerance", "--alpha", "--allow-different", "--waivers"})
    command->get_option(name)->needs(compare);
  command->add_option("-o,--output", options->output, "The file to write")->type_name("FILE")->capture_default_str();
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
