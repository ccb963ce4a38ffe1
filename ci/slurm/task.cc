#include "ci/slurm/task.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "base/error.h"
#include "base/escape.h"
#include "base/file.h"
#include "base/host_name.h"
#include "base/units.h"
#include "ci/launch/circle_runner.h"
#include "ci/launch/launch_in_turns.h"
#include "ci/launch/launcher.h"
#include "ci/launch/launchers.h"
#include "ci/process/stop_signals.h"
#include "ci/slurm/starter.h"
#include "ci/slurm/time_limit_signal.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

// A slurmctld that is restarted is away for some minutes, and srun cannot start anything meanwhile.
constexpr double kAwayPauseSeconds = 5;
constexpr int kMostAwayPauses = 60;

int NumberFrom(const char* variable, const char* if_unset) {
  const char* text = std::getenv(variable);
  if (text == nullptr) text = if_unset;
  if (text == nullptr || *text < '0' || *text > '9') {
    throw UsageError("{} is not set: mpigauge-task is started by the job script of mpigauge --slurm", variable);
  }
  return std::atoi(text);
}

// The name of this node in Slurm, and in squeue.
std::string NodeName() {
  const char* node = std::getenv("SLURMD_NODENAME");
  return node != nullptr ? node : HostName();
}

std::string Variable(const char* name) {
  const char* text = std::getenv(name);
  return text != nullptr ? text : "";
}

class Task : public CircleHost {
 public:
  Task(const JobFolder& folder, const TaskPlace& place, std::ostream& log)
      : job_(folder.job()), place_(place), path_(folder.AttemptPath(place.task, place.restart)), log_(log) {
    RequireOwner(folder, place);
    for (const Attempt& attempt : folder.Attempts(place.task)) {
      if (attempt.restart < place.restart) earlier_.push_back(attempt);
    }
    std::filesystem::create_directories(path_.parent_path());
    if (!std::filesystem::create_directory(path_)) {
      throw NotMeasured("{} already exists; was {} submitted twice? Submit a new job instead", path_.string(),
                        folder.script().string());
    }
    for (std::size_t arm = 0; arm < job_.arms.size(); ++arm) {
      std::filesystem::create_directory(ArmPath(path_, static_cast<int>(arm)));
    }
    status_.host = NodeName();
    status_.nodes = Variable("SLURM_JOB_NODELIST");
  }

  bool Run() {
    try {
      Measure();
    } catch (const Error& error) {
      End(AttemptEnd::kFailed, error.what());
      throw;
    }
    return status_.ended == AttemptEnd::kComplete;
  }

 private:
  static void RequireOwner(const JobFolder& folder, const TaskPlace& place) {
    if (place.job_id.empty()) return;
    const std::string owner = folder.Claim(place.job_id);
    if (owner == place.job_id) return;
    throw NotMeasured("{} belongs to job {}, this is job {}: it was submitted twice and measures nothing",
                      folder.path().string(), owner, place.job_id);
  }

  void Measure() {
    WriteStatus(path_, status_);
    // Whether it is still what was submitted, before anything is measured under a wrong name.
    RequireUnchanged(job_);

    // How ranks are started on this node.
    const std::set<std::string> types = MpiTypesHere();
    std::vector<LaunchPlan> plans;
    for (const SlurmArm& arm : job_.arms) plans.push_back(arms_.emplace_back(Find(arm, types)).plan);

    CircleRunner runner(plans, job_.turns, job_.nodes, status_.turns);
    for (std::vector<JobLaunch>& circle : job_.CirclesOf(place_.task, runner.Turns(job_.turns))) {
      std::erase_if(circle, [this](const JobLaunch& launch) { return DoneBefore(launch); });
      if (!circle.empty()) runner.Run(circle, job_.seed + static_cast<std::uint64_t>(circle[0].index), *this);
    }
    End(AttemptEnd::kComplete, "");
  }

  JobStart Find(const SlurmArm& arm, const std::set<std::string>& types) {
    JobStart found = StartInJob(job_, arm, types);
    const std::vector<std::string> words = StartOf(found.plan, found.install).words;
    const Launcher launcher = ChooseLauncher(found.plan.launcher, found.install, KnownLaunchers());
    const std::string text = fmt::format("{} ({}), {}", launcher.Name(), words.front(), found.install.Name());
    if (status_.launcher.find(text) == std::string::npos) status_.launcher += (arms_.empty() ? "" : "; ") + text;
    log_ << fmt::format("mpigauge-task: task {}, attempt {} on {}: {}: {}\n", place_.task, place_.restart, status_.host,
                        arm.library, ShellText(words))
         << std::flush;
    return found;
  }

  Command StartOf(const LaunchPlan& plan, const MpiInstall& install) const {
    return CommandInJob(job_, plan, install, ProcessorsHere());
  }

  bool DoneBefore(const JobLaunch& launch) const {
    return std::any_of(earlier_.begin(), earlier_.end(),
                       [&launch](const Attempt& attempt) { return attempt.complete.contains(launch); });
  }

  bool MayBegin(const std::vector<JobLaunch>& launches) override {
    if (StopSignals::Requested()) End(AttemptEnd::kStopped, "by a signal");
    if (TimeLimitSignal::Announced())
      End(AttemptEnd::kTimeLimit, "no launch was started after Slurm announced the time limit");
    if (status_.ended != AttemptEnd::kNone) return false;
    status_.running = launches;
    WriteStatus(path_, status_);
    return true;
  }

  TurnLaunch Prepare(const JobLaunch& launch) override {
    const JobStart& arm = arms_[launch.arm];
    const auto start = [this](const LaunchPlan& plan, const MpiInstall& install) { return StartOf(plan, install); };
    const LaunchId id{job_.arms[launch.arm].run_id, launch.index};
    return {arm.plan, arm.install, id, ArmPath(path_, launch.arm), start};
  }

  // The files of a launch go into the folder of this attempt.
  void Ended(const JobLaunch& launch, LaunchOutcome& outcome, bool hopeless) override {
    // A launch that dies may be the first sign of the end: Slurm signals its ranks and us one after the
    // other.
    if (outcome.status != LaunchStatus::kComplete && !outcome.interrupted) StopSignals::Pause(1);
    const bool stopped = outcome.interrupted || StopSignals::Requested();
    if (stopped && outcome.status != LaunchStatus::kComplete) Interrupt(outcome);
    if (!stopped) NoteHead({job_.arms[launch.arm].run_id, launch.index}, outcome);
    NoteFault(outcome);
    Keep(outcome, launch);
    const std::string text = fmt::format("{}: {}", job_.Text(launch), outcome.text);
    if (stopped) return End(AttemptEnd::kStopped, outcome.status == LaunchStatus::kComplete ? "by a signal" : text);
    if (hopeless) End(AttemptEnd::kFailed, text);
  }

  // Waits for a Slurm that does not answer.
  LaunchOutcome Alone(const TurnLaunch& launch) override {
    for (int pause = 0;; ++pause) {
      LaunchOutcome outcome = CircleHost::Alone(launch);
      const bool away = outcome.status == LaunchStatus::kFailed && !outcome.interrupted &&
                        outcome.text.find("Unable to contact slurm controller") != std::string::npos;
      if (!away || pause >= kMostAwayPauses || StopSignals::Requested() || TimeLimitSignal::Announced()) return outcome;
      log_ << fmt::format("mpigauge-task: {}: Slurm does not answer; trying again\n", job_.Text(status_.running[0]))
           << std::flush;
      StopSignals::Pause(kAwayPauseSeconds);
    }
  }

  std::vector<LaunchOutcome> InTurns(const std::vector<TurnLaunch>& launches, std::uint64_t seed) override {
    TurnsShown shown;
    shown.waits = [&](std::size_t i, double seconds) {
      log_ << "mpigauge-task: " << WaitsText(job_.Text(status_.running[i]), seconds) << std::endl;
    };
    return LaunchInTurns(launches, seed, shown);
  }

  static void Interrupt(LaunchOutcome& outcome) {
    if (outcome.status == LaunchStatus::kInterrupted) return;
    outcome.status = LaunchStatus::kInterrupted;
    outcome.text = fmt::format("stopped from outside ({})", outcome.text);
    if (!outcome.record) return;
    outcome.record->status = outcome.status;
    outcome.record->status_text = outcome.text;
  }

  // A complete launch has written its record itself.
  void Keep(const LaunchOutcome& outcome, const JobLaunch& launch) {
    const std::string name = job_.Text(launch);
    log_ << fmt::format("mpigauge-task: {}: {} in {}{}{}\n", name, LaunchStatusName(outcome.status),
                        FormatSeconds(outcome.seconds), outcome.text.empty() ? "" : ": ", outcome.text)
         << std::flush;
    if (outcome.status == LaunchStatus::kComplete && outcome.text.empty()) return;
    if (outcome.record && outcome.status != LaunchStatus::kComplete) {
      WriteFileAtomically(PartialRecordPath(path_, launch), JsonText(ToJson(*outcome.record, Json::object())));
    }
    std::filesystem::remove(RecordPath(ArmPath(path_, launch.arm), launch.index).string() + ".journal");
    status_.problems.push_back(fmt::format("{}: {}: {}", name, LaunchStatusName(outcome.status), outcome.text));
    WriteStatus(path_, status_);
  }

  // The first word counts.
  void End(AttemptEnd how, const std::string& text) {
    if (status_.ended != AttemptEnd::kNone) return;
    status_.ended = how;
    status_.text = text;
    WriteStatus(path_, status_);
    log_ << fmt::format("mpigauge-task: task {}: {}{}{}\n", place_.task, AttemptEndName(how), text.empty() ? "" : ": ",
                        text)
         << std::flush;
  }

  const SlurmJob& job_;
  const TaskPlace place_;
  const std::filesystem::path path_;
  std::ostream& log_;
  std::vector<Attempt> earlier_;
  StopSignals stop_signals_;
  TimeLimitSignal time_limit_signal_;
  AttemptStatus status_;
  std::vector<JobStart> arms_;
};

}  // namespace

TaskPlace PlaceFromEnvironment() {
  return {NumberFrom("SLURM_ARRAY_TASK_ID", nullptr), NumberFrom("SLURM_RESTART_COUNT", "0"),
          Variable("SLURM_ARRAY_JOB_ID")};
}

bool RunTask(const JobFolder& folder, const TaskPlace& place, std::ostream& log) {
  return Task(folder, place, log).Run();
}

}  // namespace mpigauge
