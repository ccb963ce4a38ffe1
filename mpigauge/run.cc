#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include "base/escape.h"
#include "base/table.h"
#include "base/units.h"
#include "baselines/named/named.h"
#include "ci/library/identity.h"
#include "mpigauge/baseline_show.h"
#include "mpigauge/commands.h"
#include "mpigauge/dry_run.h"
#include "mpigauge/measure_options.h"
#include "mpigauge/shared_options.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

struct RunOptions {
  LibraryOptions library;
  MeasureOptions measure;
  std::string baseline;
  std::string note;
  bool keep_library = true;
  std::string budget;
  DryRunOptions dry;
};

// Makes as many launches as were asked for, or as end in the budget.
CampaignRun Measure(const RunOptions& options, const LaunchPlan& plan, CommandContext& context, Store& store) {
  const CampaignOptions campaign_options = options.measure.ToCampaign(context.streams);
  const Launches::Deadline deadline = DeadlineAfter(options.budget, "--budget");
  Campaign campaign({plan}, campaign_options, store);
  campaign.Launch(campaign_options.launches, {}, deadline);
  campaign.End();
  if (campaign.out_of_time()) {
    context.streams.err << fmt::format("the budget of {} ended it after {} of {} launches\n", options.budget,
                                       campaign.launched(), campaign_options.launches);
  }
  return campaign.Runs()[0];
}

// The series over the launches: their median, and how much launches differ.
std::string LaunchesTable(const std::vector<LaunchRecord>& launches) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<double>> medians;
  for (const LaunchRecord& launch : launches) {
    for (const SeriesRecord& series : launch.series) {
      if (!medians.contains(series.name)) order.push_back(series.name);
      auto& values = medians[series.name];
      if (series.summary.count > 0) values.push_back(series.summary.median);
    }
  }
  Table table({{"series", Table::Align::kLeft}, {"median"}, {"smallest"}, {"largest"}, {"launches"}});
  for (const std::string& name : order) {
    const Summary summary = Summarize(medians[name]);
    table.AddRow({name, FormatSeconds(summary.median), FormatSeconds(summary.minimum), FormatSeconds(summary.maximum),
                  std::to_string(summary.count)});
  }
  return table.Text(false);
}

ExitCode Execute(const RunOptions& options, CommandContext& context) {
  LaunchPlan plan = options.measure.PlanFor(options.library, "", context.streams.err);
  if (!options.budget.empty()) ParseSeconds(options.budget, "--budget");  // before anything costs time
  if (options.dry.asked()) {
    const std::string limit = options.budget.empty() ? "" : "fewer where they would not end in " + options.budget;
    return PrintDryRun(options.dry, {{plan, options.measure.launches, limit}}, std::nullopt, context);
  }
  plan.library.identity = IdentityIfKnown(plan.library);  // a gate can tell whether it is still the one there
  Store store = context.OpenStore(Store::Access::kWrite);
  if (!options.baseline.empty()) CheckBaselineName(store, options.baseline);  // before anything costs time
  const CampaignRun run = Measure(options, plan, context, store);
  auto launches = store.runs().Launches(run.run_id, LaunchDetail::kSummaries);
  std::erase_if(launches, [](const LaunchRecord& launch) { return launch.status != LaunchStatus::kComplete; });
  context.streams.out << LaunchesTable(launches) << FaultNotes(store, {run.run_id})
                      << fmt::format("run {} of {}: {} complete launch(es) in {}\n", run.run_id,
                                     TerminalEscaped(run.library), run.complete, store.name());
  RequireLaunches(run);
  if (!options.baseline.empty()) {
    const auto known = store.baselines().Find(options.baseline);
    const bool rolls = known && known->keep > 0;
    const Baseline baseline = rolls ? Roll(store, options.baseline, 0, {run.run_id}, options.note)
                                    : Pin(store, options.baseline, {run.run_id}, options.note);
    const KeepSettings keep{options.keep_library, "--no-keep-library"};
    context.streams.out << TerminalEscaped(BaselineTitle(baseline)) << "\n"
                        << KeepForBaseline(store, context.Libraries(), keep, plan) << "\n";
  }
  return ExitCode::kPass;
}

}  // namespace

void AddRunCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Measure a library, and store the run");
  command->footer(R"(Examples:
  mpigauge run --filter allreduce --launches 5
  mpigauge run --suite standard --baseline nightly
  mpigauge run --suite standard --budget 20min        as many launches as fit
  mpigauge run --suite standard --dry-run             series, launches and time
  mpigauge run --baseline release --no-keep-library   no copy of the library
  mpigauge run --mpi /opt/openmpi-5.0.7 --bench ./mpigauge-bench-5 --baseline ompi-5.0.7
  mpigauge run --env OMPI_MCA_btl=tcp,self --label tcp -- --passes 20)");
  options->library.AddTo(*command, "");
  options->measure.AddTo(*command);
  {
    const InGroup group(*command, kMeasureGroup);
    command->add_option("--budget", options->budget, "Start no launch that would not end within this time")
        ->type_name("TIME");
  }
  options->dry.AddTo(*command);
  const InGroup group(*command, kBaselineGroup);
  CLI::Option* baseline =
      command->add_option("--baseline", options->baseline, "Give the run this name as a baseline")->type_name("NAME");
  command
      ->add_flag("--keep-library,!--no-keep-library", options->keep_library,
                 "Whether a copy of the library is kept, for gates that come when it is gone (it is, by default)")
      ->needs(baseline);
  command->add_option("--note", options->note, "A note on the baseline")->type_name("TEXT");
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge
