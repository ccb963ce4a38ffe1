#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/escape.h"
#include "base/table.h"
#include "base/units.h"
#include "base/uuid.h"
#include "baselines/named/named.h"
#include "ci/gate/gate_request.h"
#include "ci/launch/campaign.h"
#include "ci/library/identity.h"
#include "ci/slurm/slurm_campaign.h"
#include "mpigauge/baseline_show.h"
#include "mpigauge/commands.h"
#include "mpigauge/dry_run.h"
#include "mpigauge/measure_options.h"
#include "mpigauge/resume.h"
#include "mpigauge/shared_options.h"
#include "mpigauge/slurm_options.h"
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
  bool in_slurm = false;
  std::string folder;  // of the jobs
  SlurmOptions slurm;
  ResumeOption resume;
};

// The part of the jobs' folder for the launches.
constexpr const char* kRunPart = "run";

// How the launches are made: on this host, or in Slurm jobs.
MakeLaunches LaunchesOf(const RunOptions& options, const CommandContext& context, Store& store) {
  if (!options.in_slurm) return OnThisHost(options.measure.ToCampaign(context.streams), store);
  const SlurmCampaignOptions jobs = options.slurm.ToCampaign(options.folder, options.measure, context.streams);
  return options.resume.Keeping(InSlurm(jobs, store), options.folder, context);
}

// Makes as many launches as were asked for, or as end in the budget.
CampaignRun Measure(const RunOptions& options, const LaunchPlan& plan, CommandContext& context, Store& store) {
  const Launches::Deadline deadline = DeadlineAfter(options.budget, "--budget");
  const std::unique_ptr<Launches> launches = LaunchesOf(options, context, store)({plan}, kRunPart);
  launches->Launch(options.measure.request.launches, {}, deadline);
  launches->End();
  if (launches->out_of_time()) {
    context.streams.err << fmt::format("the budget of {} ended it after {} of {} launches\n", options.budget,
                                       launches->Runs()[0].complete, options.measure.request.launches);
  }
  return launches->Runs()[0];
}

ExitCode DryRun(const RunOptions& options, const LaunchPlan& plan, const CommandContext& context) {
  const std::string limit = options.budget.empty() ? "" : "fewer where they would not end in " + options.budget;
  std::optional<DryJob> job;
  if (options.in_slurm) {
    const SlurmCampaignOptions jobs = options.slurm.ToCampaign(options.folder, options.measure, context.streams);
    job = DryJob{FirstJob({plan}, jobs, kRunPart, options.measure.request.launches), jobs.request};
  }
  return PrintDryRun(options.dry, {{plan, options.measure.request.launches, limit}}, job, context);
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

// Stores the run, and says what it has measured.
ExitCode MeasureAndKeep(const RunOptions& options, const LaunchPlan& plan, CommandContext& context) {
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

ExitCode Execute(RunOptions options, CommandContext& context) {
  if (options.resume.given()) return options.resume.Run(context);
  if (options.in_slurm) options.slurm.Settle(options.measure);
  if (options.in_slurm && options.folder.empty())
    options.folder = SlurmOptions::DefaultFolder(options.dry.asked() ? "UUID" : NewUuid());
  LaunchPlan plan = options.measure.PlanFor(options.library, "", context.streams.err);
  if (options.dry.asked()) return DryRun(options, plan, context);
  plan.library.identity = IdentityIfKnown(plan.library);  // a gate can tell whether it is still the one there
  try {
    return MeasureAndKeep(options, plan, context);
  } catch (const JobGoesOn& job) {
    context.streams.out << ErrorEscaped(job.what()) << "\n";
    return ExitCode::kPass;
  }
}

void AddBaselineOptions(CLI::App& command, RunOptions& options) {
  const InGroup group(command, kBaselineGroup);
  CLI::Option* baseline =
      command.add_option("--baseline", options.baseline, "Give the run this name as a baseline")->type_name("NAME");
  command
      .add_flag("--keep-library,!--no-keep-library", options.keep_library,
                "Whether a copy of the library is kept, for gates that come when it is gone (it is, by default)")
      ->needs(baseline);
  command.add_option("--note", options.note, "A note on the baseline")->type_name("TEXT");
}

void AddSlurmOptions(CLI::App& command, RunOptions& options) {
  const InGroup group(command, kSlurmGroup);
  CLI::Option* in_slurm =
      command.add_flag("--slurm", options.in_slurm, "Measure in Slurm jobs")->excludes("--keep-records");
  command
      .add_option("--folder", options.folder, "The folder of the jobs, which the nodes must see; it resumes from there")
      ->type_name("FOLDER")
      ->needs(in_slurm);
  options.slurm.AddTo(command, in_slurm);
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
  mpigauge run --baseline release --slurm --partition perf --nodes 2 --exclusive
  mpigauge run --mpi /opt/openmpi-5.0.7 --bench ./mpigauge-bench-5 --baseline ompi-5.0.7
  mpigauge run --env OMPI_MCA_btl=tcp,self --label tcp -- --passes 20)");
  options->library.AddTo(*command, "");
  options->measure.AddTo(*command);
  AddSetting(*command, BudgetSetting(options->budget));
  options->dry.AddTo(*command);
  AddBaselineOptions(*command, *options);
  AddSlurmOptions(*command, *options);
  options->resume.AddTo(*command);
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
