#include "ci/slurm/task.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "ci/launch/launcher.h"
#include "ci/launch/try_last.h"
#include "ci/process/stop_signals.h"
#include "ci/slurm/starter.h"
#include "ci/slurm/time_limit_signal.h"
#include "harness/base/error.h"
#include "harness/base/file.h"
#include "harness/base/units.h"
#include "harness/record/record_json.h"

namespace mpigauge {
namespace {

constexpr int kMostFailuresInARow = 3;
// A slurmctld that is restarted is away for some minutes, and srun cannot start anything meanwhile.
constexpr double kAwayPauseSeconds = 5;
constexpr int kMostAwayPauses = 60;

int NumberFrom(const char* variable, const char* if_unset) {
  const char* text = std::getenv(variable);
  if (text == nullptr) text = if_unset;
  if (text == nullptr || *text < '0' || *text > '9') {
    throw UsageError("{} is not set: mpigauge task is started by the job script of mpigauge submit", variable);
  }
  return std::atoi(text);
}

std::string HostName() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  const char* node = std::getenv("SLURMD_NODENAME");  // what Slurm calls it, and people in squeue
  return node != nullptr ? node : name;
}

class Task {
 public:
  Task(const JobFolder& folder, const TaskPlace& place, std::ostream& log)
      : job_(folder.job()), place_(place), path_(folder.AttemptPath(place.task, place.restart)), log_(log) {
    for (const Attempt& attempt : folder.Attempts(place.task)) {
      if (attempt.restart < place.restart) earlier_.push_back(attempt);
    }
    std::filesystem::create_directories(path_.parent_path());
    if (!std::filesystem::create_directory(path_)) {
      throw NotMeasured("{}: is there already; was {} submitted twice? Submit a new job instead", path_.string(),
                        folder.script().string());
    }
    status_.host = HostName();
  }

  bool Run() {
    try {
      Measure();
    } catch (const Error& error) {
      End("failed", error.what());
      throw;
    }
    return status_.ended == "complete";
  }

 private:
  void Measure() {
    WriteStatus(path_, status_);
    // Whether it is still what was submitted, before anything is measured under a wrong name.
    RequireUnchanged(job_);

    // How ranks are started on this node.
    const MpiInstall install = FindMpi(job_.plan.library.mpi);
    const Starter starter = ChooseStarter(job_.launcher, install.kind, MpiTypesHere());
    status_.launcher = starter.Text(install);
    const Command start{StartCommand(starter, job_.plan, install, job_.nodes),
                        starter.srun_type.empty() ? install.environment : std::map<std::string, std::string>{},
                        job_.plan.timeout_seconds};
    log_ << fmt::format("mpigauge: task {}, attempt {} on {}: {}\n", place_.task, place_.restart, status_.host,
                        ShellText(start.words))
         << std::flush;

    const auto [first, last] = job_.LaunchesOf(place_.task);
    for (int index = first; index < last && status_.ended.empty(); ++index) {
      if (StopSignals::Requested()) return End("stopped", "by a signal");
      if (TimeLimitSignal::Announced())
        return End("time limit", "no launch was started after Slurm announced the time limit");
      if (!DoneBefore(index)) RunOne(start, index);
    }
    if (status_.ended.empty()) End("complete", "");
  }

  bool DoneBefore(int index) const {
    return std::any_of(earlier_.begin(), earlier_.end(),
                       [index](const Attempt& attempt) { return attempt.complete.contains(index); });
  }

  void RunOne(const Command& plain_start, int index) {
    status_.running = index;
    WriteStatus(path_, status_);
    Command start = plain_start;
    last_.AppendTo(start.words);
    LaunchOutcome outcome = LaunchWhenSlurmIsThere(start, index);
    // A launch that dies may be the first sign of the end: Slurm signals its ranks and us one after the
    // other.
    if (outcome.status != "complete" && !outcome.interrupted) StopSignals::Pause(1);
    const bool stopped = outcome.interrupted || StopSignals::Requested();
    if (stopped && outcome.status != "complete") Interrupt(outcome);
    NoteFault(outcome);
    last_.Learn(outcome);
    Keep(outcome, index);
    failures_in_a_row_ = outcome.status == "failed" ? failures_in_a_row_ + 1 : 0;
    const std::string text = fmt::format("launch {}: {}", index, outcome.text);
    if (stopped) return End("stopped", outcome.status == "complete" ? "by a signal" : text);
    if (failures_in_a_row_ >= kMostFailuresInARow) End("failed", text);
  }

  LaunchOutcome LaunchWhenSlurmIsThere(const Command& start, int index) {
    for (int pause = 0;; ++pause) {
      LaunchOutcome outcome = Launch(start, job_.plan.ranks, {job_.run_id, index}, path_);
      const bool away = outcome.status == "failed" && !outcome.interrupted &&
                        outcome.text.find("Unable to contact slurm controller") != std::string::npos;
      if (!away || pause >= kMostAwayPauses || StopSignals::Requested() || TimeLimitSignal::Announced()) return outcome;
      log_ << fmt::format("mpigauge: launch {}: Slurm does not answer; trying again\n", index) << std::flush;
      StopSignals::Pause(kAwayPauseSeconds);
    }
  }

  static void Interrupt(LaunchOutcome& outcome) {
    if (outcome.status == "interrupted") return;
    outcome.status = "interrupted";
    outcome.text = fmt::format("stopped from outside ({})", outcome.text);
    if (!outcome.record) return;
    outcome.record->status = outcome.status;
    outcome.record->status_text = outcome.text;
  }

  // A complete launch has written its record itself.
  void Keep(const LaunchOutcome& outcome, int index) {
    log_ << fmt::format("mpigauge: launch {}: {} in {}{}{}\n", index, outcome.status, FormatSeconds(outcome.seconds),
                        outcome.text.empty() ? "" : ": ", outcome.text)
         << std::flush;
    if (outcome.status == "complete") return;
    if (outcome.record) {
      WriteFileAtomically(PartialRecordPath(path_, index), JsonText(ToJson(*outcome.record, Json::object())));
    }
    std::filesystem::remove(RecordPath(path_, index).string() + ".journal");
    status_.problems.push_back(fmt::format("launch {}: {}: {}", index, outcome.status, outcome.text));
    WriteStatus(path_, status_);
  }

  void End(const std::string& how, const std::string& text) {
    status_.ended = how;
    status_.text = text;
    WriteStatus(path_, status_);
    log_ << fmt::format("mpigauge: task {}: {}{}{}\n", place_.task, how, text.empty() ? "" : ": ", text) << std::flush;
  }

  const SlurmJob& job_;
  const TaskPlace place_;
  const std::filesystem::path path_;
  std::ostream& log_;
  std::vector<Attempt> earlier_;
  StopSignals stop_signals_;
  TimeLimitSignal time_limit_signal_;
  AttemptStatus status_;
  int failures_in_a_row_ = 0;
  TryLast last_;
};

}  // namespace

TaskPlace PlaceFromEnvironment() {
  return {NumberFrom("SLURM_ARRAY_TASK_ID", nullptr), NumberFrom("SLURM_RESTART_COUNT", "0")};
}

bool RunTask(const JobFolder& folder, const TaskPlace& place, std::ostream& log) {
  return Task(folder, place, log).Run();
}

}  // namespace mpigauge
