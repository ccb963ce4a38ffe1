#include "mpigauge/collect.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "base/escape.h"
#include "base/json.h"
#include "baselines/named/stored_side.h"
#include "baselines/store/postgres_url.h"
#include "ci/gate/finish_gate.h"
#include "ci/gate/gate.h"
#include "ci/gate/sides.h"
#include "ci/launch/keep_models.h"
#include "ci/process/process.h"
#include "ci/slurm/collect.h"
#include "ci/slurm/slurm.h"
#include "ci/slurm/wait.h"
#include "mpigauge/commands.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

std::string LaterText(const JobFolder& folder, const FinishOptions& options, const CommandContext& context) {
  return fmt::format("collect it: {}\n  cancel it:  scancel {}", options.CollectCommand(folder, context),
                     folder.JobId());
}

// Returns the name of the store for a command that may be called in any folder. A password is not printed; ~/.pgpass or
// PGPASSWORD has it then.
std::string StoreForLater(const std::string& store) {
  if (IsPostgresUrl(store)) return PostgresUrl(store).shown();
  return std::filesystem::absolute(store).lexically_normal().string();
}

std::vector<TaskOutcome> Wait(Slurm& slurm, const JobFolder& folder, const FinishOptions& options,
                              const CommandContext& context) {
  const Streams& streams = context.streams;
  const WaitEnd end = WaitForJob(slurm, folder, MakePause(), streams.err, streams.err_terminal);
  const std::string done =
      fmt::format("{} of {} launches are done", LaunchesDone(end.tasks), folder.job().LaunchCount());
  if (end.interrupted) {
    throw NotMeasured("stopped waiting; job {} continues, {}\n  {}", folder.JobId(), done,
                      LaterText(folder, options, context));
  }
  if (end.gave_up) {
    throw NotMeasured("Slurm has not answered for ten minutes; {}; job {} may still run\n  {}", done, folder.JobId(),
                      LaterText(folder, options, context));
  }
  return end.tasks;
}

// Returns what can be seen now, without waiting.
std::vector<TaskOutcome> SeenNow(Slurm& slurm, const JobFolder& folder, const Streams& streams) {
  const auto states = slurm.Tasks(folder.JobId());
  auto tasks = Outcomes(folder, states.value_or(std::vector<TaskState>{}), states.has_value());
  for (const TaskOutcome& task : tasks) streams.err << TaskText(task) << "\n";
  return tasks;
}

void Print(const JobFolder& folder, const std::vector<TaskOutcome>& tasks, const Collected& collected,
           const std::string& store, const FinishOptions& options, const Streams& streams) {
  for (const std::string& problem : collected.problems) streams.err << ErrorEscaped(problem) << "\n";
  const SlurmJob& job = folder.job();
  // With a baseline, standard output is the comparison's.
  std::ostream& out = options.baseline.empty() ? streams.out : streams.err;
  if (options.baseline.empty() && options.output.format == "json") {
    Json json = {{"run_id", job.arms[0].run_id},  {"library", job.arms[0].library},    {"job_id", folder.JobId()},
                 {"launches", job.LaunchCount()}, {"complete", collected.complete[0]}, {"added", collected.added},
                 {"tasks", Json::array()}};
    for (const TaskOutcome& task : tasks) json["tasks"].push_back(ToJson(task));
    out << JsonText(json);
    return;
  }
  out << fmt::format("run {} of {}: {} of {} launches complete in {}, {} new\n", job.arms[0].run_id,
                     job.arms[0].library, collected.complete[0], job.LaunchCount(), store, collected.added);
}

bool AllCompleted(const std::vector<TaskOutcome>& tasks) {
  return std::all_of(tasks.begin(), tasks.end(), [](const TaskOutcome& task) { return task.Completed(); });
}

Error TooLittle(const JobFolder& folder, const std::vector<TaskOutcome>& tasks, const Collected& collected) {
  const std::string kept = fmt::format("{} of {} launches of run {} are kept", collected.complete[0],
                                       folder.job().LaunchCount(), folder.job().arms[0].run_id);
  std::string why;
  for (const TaskOutcome& task : tasks) {
    if (!task.Completed()) why += (why.empty() ? "" : "; ") + TaskText(task);
  }
  if (why.empty() && !collected.problems.empty()) why = collected.problems[0];
  return NotMeasured("too little was measured: {}; {}", why, kept);
}

// No launch is whole, and they crashed or hung by themselves while they measured: a baseline that works judges that.
bool Died(Store& store, const JobFolder& folder) {
  return BeganToMeasure(WholeRunSide(store, folder.job().arms[0].run_id, LaunchDetail::kHeads));
}

}  // namespace

void FinishOptions::AddTo(CLI::App& command) {
  {
    const InGroup group(command, kSlurmGroup);
    command.add_flag("--wait", wait, "Wait until the job has ended");
  }
  {
    const InGroup group(command, kVerdictGroup);
    command.add_option("--baseline", baseline, "Compare with this baseline; the exit code is the verdict")
        ->type_name("NAME");
  }
  impact.AddTo(command);
  compare.AddTo(command);
  output.AddTo(command);
}

void FinishOptions::Check(const CommandContext& context, bool dry) const {
  output.Check();
  compare.ToSettings();
  ReadCriteria(compare.ReadWaivers(), impact.ToSettings());
  if (dry && baseline.empty()) return;
  Store store = context.OpenStore(dry ? Store::Access::kRead : Store::Access::kWrite);
  if (!baseline.empty()) compare.CheckTolerances(SeriesOf(FindSide(store, baseline)));
}

std::string FinishOptions::CollectCommand(const JobFolder& folder, const CommandContext& context) const {
  std::vector<std::string> words = {"mpigauge", "collect", folder.path().string(), "--wait"};
  const auto add = [&words](const std::string& name, const std::string& value) {
    words.insert(words.end(), {name, value});
  };
  add("--store", StoreForLater(context.store));
  if (!baseline.empty()) {
    add("--baseline", baseline);
    for (const std::string& text : compare.tolerance) add("--tolerance", text);
    for (const std::string& field : compare.allow_different) add("--allow-different", field);
    if (!compare.waivers.empty()) add("--waivers", std::filesystem::absolute(compare.waivers).string());
    if (compare.alpha != CompareOptions().alpha) add("--alpha", fmt::format("{}", compare.alpha));
    const auto of_impact = impact.Words();
    words.insert(words.end(), of_impact.begin(), of_impact.end());
  }
  return ShellText(words);
}

ExitCode FinishJob(Slurm& slurm, const JobFolder& folder, const FinishOptions& options, const CommandContext& context) {
  // Until the tasks have ended, or as they are now.
  const auto tasks = options.wait ? Wait(slurm, folder, options, context) : SeenNow(slurm, folder, context.streams);

  // The launches are stored before anything is said about them.
  Store store = context.OpenStore(Store::Access::kWrite);
  const Collected collected = CollectJob(folder, tasks, store);
  Print(folder, tasks, collected, store.name(), options, context.streams);

  if (!AllEnded(tasks)) {
    if (options.baseline.empty()) return ExitCode::kPass;
    throw NotMeasured("job {} has not ended, so there is no verdict yet\n  {}", folder.JobId(),
                      LaterText(folder, options, context));
  }
  for (const auto& arm : folder.job().arms) KeepNetworkModels(store, arm.run_id);
  if (collected.complete[0] == 0 && (options.baseline.empty() || !Died(store, folder))) {
    throw TooLittle(folder, tasks, collected);
  }
  if (options.baseline.empty()) {
    if (!AllCompleted(tasks)) throw TooLittle(folder, tasks, collected);
    return ExitCode::kPass;
  }

  GateOptions gate;
  gate.compare = options.compare.ToSettings();
  GateAnswer answer = GateStoredRun(store, options.baseline, folder.job().arms[0].run_id, gate);
  FinishGate(store, ReadCriteria(options.compare.ReadWaivers(), options.impact.ToSettings()), options.baseline, answer);
  options.output.Print(answer.comparison, context.streams);
  const bool open = answer.comparison.verdict == Verdict::kInconclusive;
  if (open && !AllCompleted(tasks)) throw TooLittle(folder, tasks, collected);
  return ExitCodeOf(answer.comparison.verdict);
}

namespace {

struct CollectOptions {
  std::string folder;
  FinishOptions finish;
};

ExitCode Execute(const CollectOptions& options, const CommandContext& context) {
  const JobFolder folder = JobFolder::Open(options.folder);
  options.finish.Check(context);
  if (folder.JobId().empty()) throw UsageError("{}: Slurm never took this job", options.folder);
  return FinishJob(*MakeSlurm(), folder, options.finish, context);
}

}  // namespace

void AddCollectCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<CollectOptions>();
  CLI::App* command = app.add_subcommand("collect", "Take the launches of a submitted job into the store");
  command->footer(R"(Examples:
  mpigauge collect mpigauge-jobs/3f2a77c1        the launches that are finished; call it again for the rest
  mpigauge collect mpigauge-jobs/3f2a77c1 --wait --baseline release)");
  command->add_option("folder", options->folder, "The job's folder, as mpigauge submit printed it")->required();
  options->finish.AddTo(*command);
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge
