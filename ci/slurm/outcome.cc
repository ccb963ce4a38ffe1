#include "ci/slurm/outcome.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "base/file.h"
#include "record/checked_fields.h"

namespace mpigauge {
namespace {

constexpr const char* kLost = "lost";

// A job of another number of ours, or of a cluster that counts from 1 again, is not this one.
const TaskState* Find(const std::vector<TaskState>& states, int task, const std::string& script) {
  const auto found = std::find_if(states.begin(), states.end(),
                                  [&](const TaskState& state) { return state.task == task && state.script == script; });
  return found == states.end() ? nullptr : &*found;
}

int Done(const std::vector<Attempt>& attempts, const std::vector<JobLaunch>& wanted) {
  return static_cast<int>(std::count_if(wanted.begin(), wanted.end(), [&attempts](const JobLaunch& launch) {
    return std::any_of(attempts.begin(), attempts.end(),
                       [&launch](const Attempt& attempt) { return attempt.complete.contains(launch); });
  }));
}

// Why a task waits. Nothing is said of one that waits for its turn. Of others some wait for ever: a cluster
// may take jobs that it cannot run (EnforcePartLimits=NO, which is Slurm's default).
std::string WaitsFor(const std::string& reason) {
  static const std::set<std::string> kForEver = {"PartitionConfig", "PartitionNodeLimit", "PartitionTimeLimit",
                                                 "BadConstraints", "DependencyNeverSatisfied"};
  if (reason == "Priority" || reason == "Resources") return "";
  if (reason.find("Held") != std::string::npos || reason.find("_held") != std::string::npos) {
    return reason + ": scontrol release releases it";
  }
  return kForEver.contains(reason) ? reason + ": as it is, this cluster will not start it" : reason;
}

// The task's own word for its end.
std::string OwnWord(const AttemptStatus& status) {
  if (status.ended == AttemptEnd::kComplete) return TaskOutcome::kCompleted;
  if (status.ended == AttemptEnd::kTimeLimit) return TaskOutcome::kTimedOut;
  return AttemptEndName(status.ended);
}

void TakeSlurmsWord(const TaskState& state, const AttemptStatus& status, TaskOutcome& outcome) {
  outcome.word = StateWord(state.state);
  outcome.ended = HasEnded(state.state);
  outcome.nodes = state.nodes;
  outcome.restarts = state.restarts;
  outcome.seconds = state.seconds;
  outcome.limit_seconds = state.limit_seconds;
  if (!outcome.ended) {
    if (state.state == "PENDING" && state.restarts > 0) outcome.word = "requeued";
    outcome.text = WaitsFor(state.reason);
    return;
  }
  outcome.text = status.text;
  // It has listened to the announcement of the time limit, and ended before Slurm had to end it.
  if (status.ended == AttemptEnd::kTimeLimit) outcome.word = TaskOutcome::kTimedOut;
  // Slurm lets go of a task before its node does: where it is cancelled or its node is given up, the task may still
  // be writing.
  outcome.late = status.ended == AttemptEnd::kNone &&
                 (!status.host.empty() || state.state == "COMPLETED" || state.state == "FAILED");
}

void TakeOwnWord(const Attempt& last, bool slurm_answers, TaskOutcome& outcome) {
  outcome.nodes = last.status.nodes.empty() ? last.status.host : last.status.nodes;
  outcome.restarts = last.restart;
  outcome.word = OwnWord(last.status);
  outcome.ended = slurm_answers || !outcome.word.empty();
  outcome.text = last.status.text;
  if (!outcome.word.empty()) return;
  outcome.word = slurm_answers ? kLost : "unknown";
  outcome.text = slurm_answers ? "Slurm no longer knows it, and it left no message" : "Slurm does not answer";
}

// Names the launches that were running when an end came that the task had no time to write down.
std::string CutOff(const SlurmJob& job, const Attempt& last) {
  std::vector<std::string> running;
  for (const JobLaunch& launch : CutOffLaunches(last)) running.push_back(job.Text(launch));
  if (running.empty()) return "";
  return fmt::format("{} {} running", fmt::join(running, ", "), running.size() == 1 ? "was" : "were");
}

TaskOutcome OutcomeOf(const JobFolder& folder, int task, const TaskState* state, bool slurm_answers) {
  const auto attempts = folder.Attempts(task);
  // The last words of an earlier attempt are not about this one.
  const bool current = !attempts.empty() && (state == nullptr || attempts.back().restart == state->restarts);
  const Attempt last = current ? attempts.back() : Attempt{};
  const auto wanted = folder.job().LaunchesOf(task);
  TaskOutcome outcome;
  outcome.task = task;
  outcome.wanted = static_cast<int>(wanted.size());
  outcome.done = Done(attempts, wanted);
  if (state != nullptr) {
    TakeSlurmsWord(*state, last.status, outcome);
  } else {
    TakeOwnWord(last, slurm_answers, outcome);
  }
  if (outcome.ended && !outcome.Completed()) {
    const std::string cut_off = CutOff(folder.job(), last);
    outcome.text += (outcome.text.empty() || cut_off.empty() ? "" : "; ") + cut_off;
    if (attempts.empty() && outcome.Failed()) {
      outcome.text = fmt::format("it left nothing there; does {} see {} and {}? See {}",
                                 outcome.nodes.empty() ? "the node" : outcome.nodes, folder.path().string(),
                                 folder.job().task_program, folder.log(task).string());
    }
  }
  return outcome;
}

}  // namespace

std::vector<TaskOutcome> Outcomes(const JobFolder& folder, const std::vector<TaskState>& states, bool slurm_answers) {
  std::vector<TaskOutcome> tasks;
  for (int task = 0; task < folder.job().TaskCount(); ++task) {
    const TaskState* state = Find(states, task, folder.script().string());
    tasks.push_back(OutcomeOf(folder, task, state, slurm_answers));
  }
  return tasks;
}

void NameWhoCancelled(Slurm& slurm, const JobFolder& folder, std::vector<TaskOutcome>& tasks) {
  const auto may_be = [](const TaskOutcome& task) {
    return task.Cancelled() || task.word == AttemptEndName(AttemptEnd::kStopped) || task.word == kLost;
  };
  if (std::none_of(tasks.begin(), tasks.end(), may_be)) return;
  const std::map<int, std::string> users = slurm.CancelledBy(folder.JobId());
  for (TaskOutcome& task : tasks) {
    const auto user = users.find(task.task);
    if (user != users.end() && may_be(task)) task.word = fmt::format("{} by {}", TaskOutcome::kCancelled, user->second);
  }
}

bool AllEnded(const std::vector<TaskOutcome>& tasks) {
  return std::all_of(tasks.begin(), tasks.end(), [](const TaskOutcome& task) { return task.ended; });
}

int LaunchesDone(const std::vector<TaskOutcome>& tasks) {
  int done = 0;
  for (const TaskOutcome& task : tasks) done += task.done;
  return done;
}

std::string InOneLine(const std::vector<TaskOutcome>& tasks) {
  std::map<std::string, int> counts;
  for (const TaskOutcome& task : tasks) ++counts[task.word];
  std::string line;
  for (const auto& [word, count] : counts) line += fmt::format("{}{} {}", line.empty() ? "" : ", ", count, word);
  return line;
}

std::string TaskText(const TaskOutcome& task) {
  std::string line = fmt::format("task {}: {}", task.task, task.word);
  if (!task.nodes.empty()) line += " on " + task.nodes;
  if (task.restarts > 0 && task.ended) line += fmt::format(", requeued {} time(s)", task.restarts);
  if (task.ended) line += fmt::format(", {} of {} launches", task.done, task.wanted);
  if (!task.text.empty()) line += (task.ended ? "; " : " (") + task.text + (task.ended ? "" : ")");
  return line;
}

template <>
constexpr auto kFields<TaskOutcome> = Fields(Field<IntFrom<0>, &TaskOutcome::task>("task"),
                                             Field<&TaskOutcome::word>("state"), Field<&TaskOutcome::ended>("ended"),
                                             Field<&TaskOutcome::nodes>("nodes"),
                                             Field<IntFrom<0>, &TaskOutcome::restarts>("restarts"),
                                             Field<IntFrom<0>, &TaskOutcome::seconds>("seconds"),
                                             Field<IntFrom<0>, &TaskOutcome::limit_seconds>("limit_seconds"),
                                             Field<IntFrom<0>, &TaskOutcome::wanted>("launches"),
                                             Field<IntFrom<0>, &TaskOutcome::done>("done"),
                                             Field<&TaskOutcome::text>("text"));

Json ToJson(const TaskOutcome& task) { return FieldsToJson(task); }

TaskOutcome TaskOutcomeFromJson(const Json& json, std::string_view what) {
  return ReadingValues(what, [&] { return FieldsFromJson<TaskOutcome>(json); });
}

void KeepOutcomes(const JobFolder& folder, const std::vector<TaskOutcome>& tasks) {
  Json json = Json::array();
  for (const TaskOutcome& task : tasks) json.push_back(ToJson(task));
  WriteFileAtomically(folder.path() / "tasks.json", JsonText(json));
}

namespace {

// Launches are counted over all tasks, and looked for by the numbers of tasks.
void CheckKept(const TaskOutcome& task, const SlurmJob& job, const std::filesystem::path& path) {
  const int launches = job.LaunchCount();
  if (task.task < job.TaskCount() && task.done <= task.wanted && task.wanted <= launches) return;
  throw UsageError("{}: {} of {} launches of task {} are impossible; the job has {} launches in {} tasks",
                   path.string(), task.done, task.wanted, task.task, launches, job.TaskCount());
}

}  // namespace

std::optional<std::vector<TaskOutcome>> KeptOutcomes(const JobFolder& folder) {
  const auto path = folder.path() / "tasks.json";
  if (!std::filesystem::exists(path)) return std::nullopt;
  const Json json = ReadJson(path);
  if (!json.is_array()) throw UsageError("{} is not a list of tasks", path.string());
  std::vector<TaskOutcome> tasks;
  for (const Json& task : json) {
    tasks.push_back(TaskOutcomeFromJson(task, path.string()));
    CheckKept(tasks.back(), folder.job(), path);
  }
  return tasks;
}

}  // namespace mpigauge
