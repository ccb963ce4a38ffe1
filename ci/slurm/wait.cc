#include "ci/slurm/wait.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/units.h"
#include "ci/process/stop_signals.h"

namespace mpigauge {
namespace {

// Looks get rarer: short jobs are seen to end at once, long ones do not load slurmctld.
constexpr double kShortestPause = 0.5;
constexpr double kLongestPause = 15;
constexpr double kShareOfElapsed = 0.05;
// How long a shared file system may take to show what was written.
constexpr double kLateFilesSeconds = 30;
constexpr double kMostSilenceSeconds = 600;

// Says what is new since the last look: tasks on lines of their own, the count of launches on one that a
// terminal rewrites.
class Watch {
 public:
  Watch(std::ostream& out, bool terminal, int launches) : out_(out), terminal_(terminal), launches_(launches) {}

  void Look(const std::vector<TaskOutcome>& tasks, double elapsed) {
    if (terminal_) out_ << "\r\x1b[K";
    for (const TaskOutcome& task : tasks) {
      const std::string text = TaskText(task);
      if (texts_[task.task] != text) out_ << text << "\n";
      texts_[task.task] = text;
    }
    const int done = LaunchesDone(tasks);
    const std::string line = fmt::format("{} of {} launches; {}", done, launches_, InOneLine(tasks));
    // In a log, about ten lines are enough.
    const int tenth = done * 10 / launches_;
    if (terminal_) {
      out_ << line << ", " << FormatWallTime(elapsed);
    } else if (tenth != tenth_) {
      out_ << line << "\n";
    }
    tenth_ = tenth;
    out_ << std::flush;
  }

  void Silence(bool silent) {
    if (silent && !silent_)
      out_ << (terminal_ ? "\r\x1b[K" : "") << "Slurm does not answer; waiting for it\n" << std::flush;
    silent_ = silent;
  }

  void Finish() {
    if (terminal_) out_ << "\r\x1b[K" << std::flush;
  }

 private:
  std::ostream& out_;
  bool terminal_;
  int launches_;
  bool silent_ = false;
  int tenth_ = 0;
  std::map<int, std::string> texts_;
};

// Remembers the tasks: Slurm forgets those that ended some minutes ago.
void Remember(const std::vector<TaskState>& look, std::vector<TaskState>& known) {
  for (const TaskState& state : look) {
    std::erase_if(known, [&](const TaskState& old) { return old.task == state.task; });
    known.push_back(state);
  }
}

// A job that is gone while it seemed to run has ended: we were not there when.
void Forget(std::vector<TaskState>& known) {
  std::erase_if(known, [](const TaskState& state) { return !HasEnded(state.state); });
}

bool AnyLate(const std::vector<TaskOutcome>& tasks) {
  return std::any_of(tasks.begin(), tasks.end(), [](const TaskOutcome& task) { return task.late; });
}

}  // namespace

Pause MakePause() {
  return [signals = std::make_shared<StopSignals>()](double seconds) { return signals->Pause(seconds); };
}

WaitEnd WaitForJob(Slurm& slurm, const JobFolder& folder, const Pause& pause, std::ostream& progress, bool terminal) {
  Watch watch(progress, terminal, folder.job().LaunchCount());
  std::vector<TaskState> known;
  WaitEnd end;
  double elapsed = 0;
  double ended_for = 0;
  double silent_for = 0;
  while (true) {
    const auto look = slurm.Tasks(folder.JobId());
    // A signal to us ends the program that asks, too: then the missing answer is no silence of Slurm.
    end.interrupted = !look && !pause(0);
    if (end.interrupted) break;
    if (look && look->empty()) Forget(known);
    if (look) Remember(*look, known);
    end.tasks = Outcomes(folder, known, look.has_value());
    watch.Silence(!look);
    watch.Look(end.tasks, elapsed);
    if (look && AllEnded(end.tasks) && (!AnyLate(end.tasks) || ended_for >= kLateFilesSeconds)) {
      NameWhoCancelled(slurm, folder, end.tasks);
      watch.Look(end.tasks, elapsed);
      break;
    }
    end.gave_up = silent_for >= kMostSilenceSeconds;
    if (end.gave_up) break;

    const double seconds = std::clamp(elapsed * kShareOfElapsed, kShortestPause, kLongestPause);
    end.interrupted = !pause(seconds);
    if (end.interrupted) {
      end.tasks = Outcomes(folder, known, look.has_value());  // what is said last is as it is now
      break;
    }
    elapsed += seconds;
    ended_for = AllEnded(end.tasks) ? ended_for + seconds : 0;
    silent_for = look ? 0 : silent_for + seconds;
  }
  watch.Finish();
  return end;
}

}  // namespace mpigauge
