#include "baselines/compare/compare.h"

#include <CLI/App.hpp>
#include <memory>
#include <optional>
#include <utility>

#include "baselines/compare/pairs.h"
#include "baselines/compare/run_notes.h"
#include "baselines/verdict/compare_request.h"
#include "baselines/verdict/conclusion.h"
#include "baselines/verdict/decide.h"
#include "baselines/verdict/waivers.h"
#include "mpigauge/commands.h"
#include "mpigauge/output_options.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

struct CompareCommandOptions {
  std::string baseline;
  std::string candidate;
  bool pairs = false;
  CompareRequest compare;
  OutputOptions output;
};

// Says that a run did not finish. The measurements that were taken of it prove nothing good of it, since the rest is
// not known. A candidate of which all launches were lost has failed already.
void MarkUnfinished(const Side& side, const std::string& who, Comparison& comparison) {
  if (!side.unfinished) return;
  AddNotes({UnfinishedNotes(side, who)}, comparison.notes);
  LaunchLosses& losses = comparison.losses;
  losses.text = "no launch of the " + who + " finished, and the measurements until then are compared" +
                (losses.text.empty() ? "" : "; " + losses.text);
  if (losses.verdict == Verdict::kPass) losses.verdict = Verdict::kInconclusive;
  comparison.verdict = SuiteVerdict(comparison);
}

Comparison Compared(const CompareCommandOptions& options, CommandContext& context) {
  if (options.pairs == !options.candidate.empty()) {
    throw UsageError("nothing to compare: give two runs, or --pairs and one run; see mpigauge compare --help");
  }
  const CompareSettings settings = options.compare.ToSettings();
  constexpr auto kDetail = LaunchDetail::kClasses;
  // One for both sides: what ten thousand series are is read once.
  std::optional<Store> store;
  if (context.HasStore()) store.emplace(context.OpenStore(Store::Access::kRead));
  const auto find = [&](const std::string& reference) {
    return store ? FindSide(*store, reference, kDetail, Unfinished::kTake) : context.FindShown(reference, kDetail);
  };
  const Side baseline = find(options.baseline);
  if (options.pairs) {
    Comparison pairs = ComparePairs(baseline, settings);
    AddNotes({LostNotes(baseline, "run")}, pairs.notes);
    pairs = Decide(std::move(pairs));
    MarkUnfinished(baseline, "run", pairs);
    return pairs;
  }
  const Side candidate = find(options.candidate);
  Comparison comparison = CompareAndDecide(baseline, candidate, settings);
  MarkUnfinished(baseline, "baseline", comparison);
  MarkUnfinished(candidate, "candidate", comparison);
  return comparison;
}

ExitCode Execute(const CompareCommandOptions& options, CommandContext& context) {
  options.output.Check();
  const Waivers waivers = options.compare.ReadWaivers();
  Comparison comparison = Compared(options, context);
  options.compare.CheckTolerances(SeriesOf(comparison));
  ApplyWaivers(comparison, waivers, Today());
  options.output.Print(comparison, context.streams);
  return ExitCodeOf(comparison.verdict);
}

}  // namespace

void AddCompareCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<CompareCommandOptions>();
  CLI::App* command = app.add_subcommand("compare", "Compare two runs, baselines, or folders of launch records");
  command->footer(R"(Examples:
  mpigauge compare release latest
  mpigauge compare latest~1 latest --all
  mpigauge compare release latest --format benchstat   a row for each series
  mpigauge compare --pairs latest                      Send against Isend, ...
  mpigauge compare records/old records/new --tolerance 'allreduce*=3%')");
  command->add_option("baseline", options->baseline, "A baseline, a run, a file or a folder")->required();
  command->add_option("candidate", options->candidate, "Another baseline, run, file or folder");
  command->add_flag("--pairs", options->pairs, "Compare cases of one run that do similar work with each other");
  AddSettings(*command, SettingsOf(options->compare));
  options->output.AddTo(*command);
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
