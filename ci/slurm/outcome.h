#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ci/slurm/job_folder.h"
#include "ci/slurm/slurm.h"

namespace mpigauge {

// How far an array task is, or how it ended: what Slurm says of it and what it left in the folder, put
// together.
struct TaskOutcome {
  static constexpr const char* kCompleted = "completed";
  static constexpr const char* kFailed = "failed";
  static constexpr const char* kTimedOut = "timed out";
  static constexpr const char* kCancelled = "cancelled";

  int task = 0;
  // A word for people, since Slurm's states are no closed list: "pending", "requeued", "running", "completed",
  // "failed", "timed out", "cancelled", "cancelled by alice (UID 1000)", ...
  std::string word;
  bool ended = false;  // Slurm will do nothing more for it
  // It ended, but its last status is not to be seen: a node that Slurm has let go of may still write, and shared file
  // systems show files late.
  bool late = false;
  std::string nodes;
  int restarts = 0;
  int seconds = 0;        // that it ran for, as Slurm says; 0: not known
  int limit_seconds = 0;  // its time limit; 0: not known, or none
  int wanted = 0;         // launches of this task, of all libraries
  int done = 0;           // of them complete
  std::string text;       // why it waits, what went wrong, what was running

  bool Completed() const { return word == kCompleted; }
  bool Failed() const { return word == kFailed; }
  bool TimedOut() const { return word == kTimedOut; }
  bool Cancelled() const { return word.starts_with(kCancelled); }
};

// The tasks of the job. `states` is what Slurm says of them. Of a task that is not there its own last status counts:
// Slurm has forgotten it, or, where `slurm_answers` is false, cannot be asked.
std::vector<TaskOutcome> Outcomes(const JobFolder& folder, const std::vector<TaskState>& states, bool slurm_answers);

// Says by whom tasks were cancelled, if the cluster keeps accounts. They also tell of a task that Slurm has forgotten.
void NameWhoCancelled(Slurm& slurm, const JobFolder& folder, std::vector<TaskOutcome>& tasks);

bool AllEnded(const std::vector<TaskOutcome>& tasks);
int LaunchesDone(const std::vector<TaskOutcome>& tasks);

// "1 completed, 2 running".
std::string InOneLine(const std::vector<TaskOutcome>& tasks);

// "task 1: running on node2", "task 0: timed out, 3 of 5 launches; launch 3 was running".
std::string TaskText(const TaskOutcome& task);

Json ToJson(const TaskOutcome& task);
TaskOutcome TaskOutcomeFromJson(const Json& json, std::string_view what);

// How the tasks of a job ended, kept in its folder: Slurm forgets it.
void KeepOutcomes(const JobFolder& folder, const std::vector<TaskOutcome>& tasks);
// Returns nothing if nobody has kept them.
std::optional<std::vector<TaskOutcome>> KeptOutcomes(const JobFolder& folder);

// Every job whose folder is `folder` or lies below it, as in the folder of a gate, in the order in which they were
// submitted: a line for the job, and below it one for each task (TaskText) and each bad node. For people.
std::vector<std::string> JobTexts(const std::filesystem::path& folder, Slurm& slurm);

}  // namespace mpigauge
