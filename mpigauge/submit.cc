#include "ci/slurm/submit.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/units.h"
#include "base/uuid.h"
#include "ci/slurm/slurm.h"
#include "ci/slurm/slurm_campaign.h"
#include "mpigauge/collect.h"
#include "mpigauge/commands.h"
#include "mpigauge/dry_run.h"
#include "mpigauge/measure_options.h"
#include "mpigauge/shared_options.h"
#include "mpigauge/slurm_options.h"

namespace mpigauge {
namespace {

struct SubmitOptions {
  LibraryOptions library;
  MeasureOptions measure;
  std::string folder;
  int launches_per_task = 0;  // 0: by --tasks
  SlurmOptions slurm;
  FinishOptions finish;
  DryRunOptions dry;
};

SlurmJob MakeJob(const SubmitOptions& options, const std::string& run_id, const Streams& streams) {
  SlurmArm arm{run_id, "", UtcNow(), options.measure.PlanFor(options.library, "", streams.err)};
  arm.library = LibraryName(arm.plan.library, streams.err);
  arm.plan.library.label = arm.library;
  std::vector<int> launches(static_cast<std::size_t>(options.measure.request.launches));
  std::iota(launches.begin(), launches.end(), 0);
  SlurmJob job = JobOf(options.slurm.ToCampaign(options.folder, options.measure, streams), {arm}, launches);
  if (options.launches_per_task > 0) job.blocks_per_task = options.launches_per_task;
  return job;
}

void Print(const JobFolder& folder, const SubmitOptions& options, const CommandContext& context) {
  const SlurmJob& job = folder.job();
  const std::string collect = options.finish.CollectCommand(folder, context);
  const bool as_json = options.finish.output.format == "json";
  // While we wait, standard output belongs to what comes at the end.
  std::ostream& out = options.finish.wait ? context.streams.err : context.streams.out;
  if (as_json && !options.finish.wait) {
    out << JsonText({{"job_id", folder.JobId()},
                     {"run_id", job.arms[0].run_id},
                     {"folder", folder.path().string()},
                     {"tasks", job.TaskCount()},
                     {"launches", job.LaunchCount()},
                     {"collect", collect}});
    return;
  }
  out << fmt::format("job {}: {} launches of {} in {} task(s)\nfolder {}\n", folder.JobId(), job.LaunchCount(),
                     job.arms[0].library, job.TaskCount(), folder.path().string());
  if (!options.finish.wait) out << "collect it: " << collect << "\n";
  out << std::flush;
}

ExitCode Execute(SubmitOptions options, const CommandContext& context) {
  // Mistakes cost no time in the queue.
  options.slurm.Settle(options.measure);
  const std::string run_id = options.dry.asked() ? kNoRunYet : NewUuid();
  const SlurmJob job = MakeJob(options, run_id, context.streams);
  options.finish.Check(context, options.dry.asked());
  const std::string path = options.folder.empty() ? "mpigauge-jobs/" + run_id : options.folder;
  if (options.dry.asked()) {
    const DryJob dry{JobFolder::Planned(path, job),
                     options.slurm.ToCampaign(options.folder, options.measure, context.streams).request};
    return PrintDryRun(options.dry, {{job.arms[0].plan, job.LaunchCount(), ""}}, dry, context);
  }
  const auto slurm = MakeSlurm();
  slurm->RequireAnswer();

  const JobFolder folder = JobFolder::Make(path, job);
  SubmitJob(*slurm, folder, options.slurm.ToCampaign(options.folder, options.measure, context.streams).request);
  Print(folder, options, context);

  // From here on the job lives without us.
  return options.finish.wait ? FinishJob(*slurm, folder, options.finish, context) : ExitCode::kPass;
}

}  // namespace

void AddSubmitCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<SubmitOptions>();
  CLI::App* command = app.add_subcommand("submit", "Measure in a Slurm job array");
  command->footer(R"(Examples:
  mpigauge submit --partition perf --exclusive --wait
  mpigauge submit --baseline release --wait      the exit code is the verdict
  mpigauge submit --nodes 2 --ntasks-per-node 16 --launches 20 --tasks 4
  mpigauge submit --mpi /opt/openmpi-5.0.7 --sbatch-arg=--qos=perf

To make the run a baseline: mpigauge baseline set release latest)");
  options->library.AddTo(*command, "");
  options->measure.AddLaunchesTo(*command);
  command
      ->add_option("--folder", options->folder,
                   "The folder for the job's files, which the nodes must see (default ./mpigauge-jobs/RUN)")
      ->type_name("FOLDER")
      ->group(kSlurmGroup);
  options->slurm.AddTo(*command);
  command->add_option("--launches-per-task", options->launches_per_task, "Launches of a task, instead of --tasks")
      ->check(CLI::Range(1, 100000))
      ->excludes("--tasks")
      ->group(kSlurmGroup);
  options->dry.AddTo(*command);
  options->finish.AddTo(*command);
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge
