#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/json.h"
#include "ci/launch/turns_taken.h"
#include "ci/slurm/job.h"

namespace mpigauge {

// How a task says that it ended. kNone: it has not said so. kTimeLimit: it began no more launches, since Slurm had
// announced the time limit. kStopped: by a signal.
enum class AttemptEnd { kNone, kComplete, kTimeLimit, kStopped, kFailed };

// "complete", "time limit", "stopped", "failed"; of kNone nothing.
std::string AttemptEndName(AttemptEnd end);

// A task writes this about itself, in status.json beside its launch records: no other report of it outlives the job in
// Slurm's memory.
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

// The path of the remains of a launch that did not end well. A whole record has the name that RecordPath of the
// launcher gives, in ArmPath.
std::filesystem::path PartialRecordPath(const std::filesystem::path& attempt, const JobLaunch& launch);

// The launches that ran when the attempt came to an end that it had no time to write down.
std::vector<JobLaunch> CutOffLaunches(const Attempt& attempt);

// Writes status.json, atomically.
void WriteStatus(const std::filesystem::path& attempt, const AttemptStatus& status);

// The folder of a job, on a file system that the compute nodes share with this host:
//   job.json                        what was asked for; never changed
//   job.sh                          the job script
//   job_id                          Slurm's number of it, as sbatch said
//   owner                           the same, by the first task that ran
//   tasks.json                      how its tasks ended, in the end
//   task-0.log                      what array task 0 printed
//   task-0/attempt-0/               its first run; attempt-1 is the second, after a requeue
//     status.json                   how far it is, how it ended
//     0/launch-3.json               the record of a launch of the first library
//     0/launch-4.partial.json       what is left of a launch that crashed, hung or was stopped
//     0/launch-5.json.journal       of a launch that runs, or was cut off
class JobFolder {
 public:
  // An existing one. Throws Error (usage) where there is none.
  static JobFolder Open(const std::string& path);
  // One that is not made: what would be submitted is known by its path and its job.
  static JobFolder Planned(const std::string& path, const SlurmJob& job);
  // A new one with the job in it. Throws Error (usage) where it cannot be made or holds a job already, and as
  // RequireTrusted.
  static JobFolder Make(const std::string& path, const SlurmJob& job);
  // Throws Error (usage) where somebody else could change the job (WhyUntrusted): it names programs to start.
  void RequireTrusted() const;
  // Takes back what Make made: Slurm refused the job.
  void Remove() const;

  const std::filesystem::path& path() const { return path_; }
  const SlurmJob& job() const { return job_; }
  std::filesystem::path script() const { return path_ / "job.sh"; }
  std::filesystem::path log(int task) const;

  // The id is empty if sbatch never took the job, or if we were killed before it said so and no task has run yet.
  std::string JobId() const;
  void SetJobId(const std::string& job_id) const;
  // The first job of which a task runs owns the folder for good. Returns its id. A submission that was thought lost
  // must measure nothing beside the one that took its place.
  std::string Claim(const std::string& job_id) const;

  std::filesystem::path AttemptPath(int task, int restart) const;
  std::vector<Attempt> Attempts(int task) const;  // oldest first

 private:
  JobFolder(std::filesystem::path path, SlurmJob job) : path_(std::move(path)), job_(std::move(job)) {}

  std::filesystem::path path_;
  SlurmJob job_;
};

}  // namespace mpigauge
