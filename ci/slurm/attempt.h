#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "ci/launch/turns_taken.h"
#include "ci/slurm/job.h"
#include "harness/base/json.h"

namespace mpigauge {

// How a task says that it ended. kNone: it has not said so. kTimeLimit: it began no more launches, since Slurm had
// announced the time limit. kStopped: by a signal.
enum class AttemptEnd { kNone, kComplete, kTimeLimit, kStopped, kFailed };

// "complete", "time limit", "stopped", "failed"; of kNone nothing.
std::string AttemptEndName(AttemptEnd end);

// What a task says of itself, in status.json beside its launch records: the only word of it that outlives the
// job in Slurm's memory.
struct AttemptStatus {
  std::string host;      // where the task itself runs
  std::string nodes;     // all of its allocation, as Slurm writes them: "node[1-2]"
  std::string launcher;  // such as "srun:pmix (srun), Open MPI 4.1.4"
  // The launches that were started last: one, or those that took turns.
  std::vector<JobLaunch> running = {};
  TurnsTaken turns = {};
  AttemptEnd ended = AttemptEnd::kNone;
  std::string text;                   // why it did not end as kComplete
  std::vector<std::string> problems;  // one text per launch that is not complete
};

Json ToJson(const AttemptStatus& status);
AttemptStatus StatusFromJson(const Json& json, std::string_view what);

// One run of an array task. A task that Slurm requeues runs again, and the old run may live on for a while on
// a node that Slurm has lost: each has a folder of its own.
struct Attempt {
  int restart = 0;  // SLURM_RESTART_COUNT
  std::filesystem::path path;
  AttemptStatus status;
  std::set<JobLaunch> complete;  // launches that left a whole record
  std::set<JobLaunch> partial;   // launches that crashed, hung or were stopped, and left what they had
};

// Where the records of one library lie.
std::filesystem::path ArmPath(const std::filesystem::path& attempt, int arm);

// What is left of a launch that did not end well. A whole record has the name that RecordPath of the launcher
// gives, in ArmPath.
std::filesystem::path PartialRecordPath(const std::filesystem::path& attempt, const JobLaunch& launch);

// Reads the folder of an attempt. What is not there yet is empty.
Attempt ReadAttempt(const std::filesystem::path& path, int restart, int libraries);

// The launches that ran when the attempt came to an end that it had no time to write down.
std::vector<JobLaunch> CutOffLaunches(const Attempt& attempt);

// Writes status.json, atomically.
void WriteStatus(const std::filesystem::path& attempt, const AttemptStatus& status);

}  // namespace mpigauge
