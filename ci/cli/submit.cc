#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "ci/cli/commands.h"
#include "ci/cli/finish_job.h"
#include "ci/cli/measure_options.h"
#include "ci/slurm/sbatch.h"
#include "ci/slurm/slurm_commands.h"
#include "ci/slurm/starter.h"
#include "harness/base/error.h"
#include "harness/base/file.h"
#include "harness/base/json.h"
#include "harness/base/units.h"

namespace mpigauge {
namespace {

struct SubmitOptions {
  LibraryOptions library;
  MeasureOptions measure;
  std::string folder;
  int tasks = 2;
  int launches_per_task = 0;  // 0: by `tasks`
  int at_once = 0;            // 0: one, or all where nodes are not shared
  int nodes = 1;
  int ntasks_per_node = 0;  // 0: by the ranks
  std::string launcher = "auto";
  SlurmRequest request;
  FinishOptions finish;
  CLI::Option* ranks = nullptr;  // whether --ranks was given
};

// Ranks, nodes and ranks per node: the third follows from the other two.
void SettleShape(SubmitOptions& options) {
  int& ranks = options.measure.ranks;
  int& per_node = options.ntasks_per_node;
  if (per_node > 0 && options.ranks->count() == 0) ranks = options.nodes * per_node;
  if (per_node == 0 && ranks % options.nodes == 0) per_node = ranks / options.nodes;
  if (ranks != options.nodes * per_node) {
    throw UsageError("--ranks {} do not fit on --nodes {}{}", ranks, options.nodes,
                     per_node > 0 ? fmt::format(" with --ntasks-per-node {}", per_node) : " in equal parts");
  }
  options.request.ntasks_per_node = per_node;
}

// What the library is called. The compute nodes may have an MPI that this host has not.
std::string NameOf(const Library& library, const Streams& streams) {
  try {
    const std::string found = FindMpi(library.mpi).Name();
    return library.label.empty() ? found : library.label;
  } catch (const Error& error) {
    streams.err << "on this host: " << error.what() << "; the compute nodes must have it\n";
  }
  if (!library.label.empty()) return library.label;
  return library.mpi.empty() ? "MPI" : library.mpi;
}

SlurmJob MakeJob(const SubmitOptions& options, const Streams& streams) {
  SlurmJob job;
  job.run_id = NewRunId();
  job.submitted_at = UtcNow();
  job.plan = options.measure.PlanFor(options.library, "");
  job.library = NameOf(job.plan.library, streams);
  job.plan.library.label = job.library;
  job.launches = options.measure.launches;
  const int tasks = std::min(options.tasks, job.launches);
  job.launches_per_task =
      options.launches_per_task > 0 ? options.launches_per_task : (job.launches + tasks - 1) / tasks;
  job.nodes = options.nodes;
  job.launcher = options.launcher;
  job.mpigauge = std::filesystem::canonical("/proc/self/exe").string();
  std::vector<std::string> programs = job.plan.library.preload;
  programs.insert(programs.end(), {job.mpigauge, job.plan.bench});
  for (const std::string& program : programs) job.fingerprints[program] = Fingerprint(program);
  return job;
}

void Submit(Slurm& slurm, const JobFolder& folder, const SlurmRequest& request) {
  std::string job_id;
  try {
    const std::vector<std::string> arguments = SbatchArguments(folder, request);
    WriteFileAtomically(folder.script(), JobScript(folder, arguments));
    job_id = slurm.Submit(arguments);
    folder.SetJobId(job_id);
  } catch (const Error&) {
    if (!job_id.empty()) slurm.Cancel(job_id);  // nobody could collect it
    folder.Remove();
    throw;
  }
}

void Print(const JobFolder& folder, const SubmitOptions& options, const CommandContext& context) {
  const SlurmJob& job = folder.job();
  const std::string collect = options.finish.CollectCommand(folder, context);
  const bool as_json = options.finish.output.format == "json";
  // While we wait, standard output belongs to what comes at the end.
  std::ostream& out = options.finish.wait ? context.streams.err : context.streams.out;
  if (as_json && !options.finish.wait) {
    out << JsonText({{"job_id", folder.JobId()},
                     {"run_id", job.run_id},
                     {"folder", folder.path().string()},
                     {"tasks", job.TaskCount()},
                     {"launches", job.launches},
                     {"collect", collect}});
    return;
  }
  out << fmt::format("job {}: {} launches of {} in {} task(s)\nfolder {}\n", folder.JobId(), job.launches, job.library,
                     job.TaskCount(), folder.path().string());
  if (!options.finish.wait) out << "collect it: " << collect << "\n";
  out << std::flush;
}

ExitCode Execute(SubmitOptions options, const CommandContext& context) {
  // Mistakes cost no time in the queue.
  SettleShape(options);
  CheckLauncher(options.launcher);
  SlurmJob job = MakeJob(options, context.streams);
  options.finish.Check(context);
  const auto slurm = MakeSlurm();
  slurm->RequireAnswer();

  // Tasks that share a node would disturb each other.
  options.request.at_once = options.at_once > 0 ? options.at_once : options.request.exclusive ? 0 : 1;
  const std::string path = options.folder.empty() ? "mpigauge-jobs/" + job.run_id : options.folder;
  const JobFolder folder = JobFolder::Make(path, job);
  Submit(*slurm, folder, options.request);
  Print(folder, options, context);

  // From here on the job lives without us.
  return options.finish.wait ? FinishJob(*slurm, folder, options.finish, context) : ExitCode::kPass;
}

void AddSlurmOptions(CLI::App& command, SubmitOptions& options) {
  SlurmRequest& request = options.request;
  command.add_option("--folder", options.folder,
                     "Where the job's files go; the compute nodes must see it; default ./mpigauge-jobs/RUN");
  command.add_option("--tasks", options.tasks, "Array tasks, each with an equal part of the launches")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  command.add_option("--launches-per-task", options.launches_per_task, "The same by the size of the parts")
      ->check(CLI::Range(1, 100000))
      ->excludes("--tasks");
  command
      .add_option("--at-once", options.at_once,
                  "Array tasks that may run at the same time; default 1, with --exclusive all")
      ->check(CLI::Range(1, 100000));
  command
      .add_option("--launcher", options.launcher,
                  "What starts the ranks: mpirun, srun:TYPE, or auto, which is srun where it can start this MPI")
      ->capture_default_str();
  const auto count = CLI::Range(1, 1000000);
  command.add_option("--nodes", options.nodes, "Nodes of each task")->check(count)->capture_default_str();
  command.add_option("--ntasks-per-node", options.ntasks_per_node, "Ranks on each node")->check(count);
  command.add_option("--partition", request.partition, "As for sbatch");
  command.add_option("--account", request.account, "As for sbatch");
  command.add_option("--constraint", request.constraint, "As for sbatch: nodes of one kind");
  command.add_option("--time", request.time, "As for sbatch: the time limit of each task");
  command.add_flag("--exclusive", request.exclusive, "As for sbatch: share the nodes with nobody");
  command.add_option("--sbatch-arg", request.more, "Any other argument for sbatch, such as --sbatch-arg=--qos=perf")
      ->allow_extra_args(false)
      ->type_name("ARGUMENT");
}

}  // namespace

void AddSubmitCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<SubmitOptions>();
  CLI::App* command =
      app.add_subcommand("submit", "Measure in a Slurm job array; with --wait, compare when it is done");
  command->footer(R"(Examples:
  mpigauge submit --partition perf --exclusive --wait
  mpigauge submit --baseline release --wait --output junit:mpigauge.xml      the exit code is the verdict
  mpigauge submit --nodes 2 --ntasks-per-node 16 --launches 20 --tasks 4 --time 30
  mpigauge submit --mpi /opt/openmpi-5.0.7 --bench ./mpigauge-bench-5 --sbatch-arg=--qos=perf
A run becomes a baseline by: mpigauge baseline set release latest)");
  options->library.AddTo(*command, "");
  options->measure.AddLaunchesTo(*command);
  options->ranks = command->get_option("--ranks");
  AddSlurmOptions(*command, *options);
  options->finish.AddTo(*command);
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge
