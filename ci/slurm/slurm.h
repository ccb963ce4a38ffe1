#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mpigauge {

// One task of a job array, as Slurm tells it.
struct TaskState {
  int task = 0;           // SLURM_ARRAY_TASK_ID
  std::string state;      // Slurm's own word, such as "RUNNING"
  std::string reason;     // why it waits or why it ended; empty where Slurm says None
  std::string nodes;      // such as "node[1-2]"; empty while it has none
  int restarts = 0;       // how often it was requeued
  std::string script;     // as it was given to sbatch: tells our job from a later one with the same id
  int seconds = 0;        // that it ran for, or has run for, since it was started last
  int limit_seconds = 0;  // its time limit; 0: none
};

// Reads the output of `scontrol -o show job` for a job array, by task. Tasks that wait together (ArrayTaskId=2-9%1)
// come out one by one. Lines that are not of an array are left out.
std::vector<TaskState> ParseTaskStates(std::string_view text);

// Reads the lines "17_0|CANCELLED by 1000" of `sacct --parsable2 --format=JobID,State`: by which user each task was
// cancelled, as "alice (UID 1000)".
std::map<int, std::string> ParseCancellations(std::string_view text);

// Whether Slurm will do nothing more for a task in this state.
bool HasEnded(const std::string& state);

// Our word for Slurm's: "timed out" for TIMEOUT. A word that we do not know comes back in small letters.
std::string StateWord(const std::string& state);

// The seam between us and Slurm. Implemented by Slurm's own commands (MakeSlurm) and, for tests, by
// FakeSlurm.
class Slurm {
 public:
  virtual ~Slurm() = default;

  // Throws Error (not measured) where Slurm is not there or does not answer.
  virtual void RequireAnswer() = 0;

  // Submits a job by the arguments of sbatch, and returns its id. Throws Error (usage) with sbatch's own
  // words where it refuses the job.
  virtual std::string Submit(const std::vector<std::string>& arguments) = 0;

  // The tasks of a job array. Nothing where Slurm does not answer just now, or somebody stops us; no tasks where it
  // does not know the job (any more: it forgets jobs some minutes after their end).
  virtual std::optional<std::vector<TaskState>> Tasks(const std::string& job_id) = 0;

  // The ids of our jobs of this name that Slurm knows, also of those that have ended. Throws Error (not measured) where
  // it does not answer.
  virtual std::vector<std::string> JobsOfName(const std::string& name) = 0;

  virtual void Cancel(const std::string& job_id) = 0;

  // As ParseCancellations. No tasks where the cluster keeps no accounts: slurmctld itself does not say who it was.
  virtual std::map<int, std::string> CancelledBy(const std::string& job_id) = 0;
};

// Slurm by sbatch, scontrol, squeue, scancel and sacct. States are polled with scontrol: sacct needs a database that
// many clusters do not have, exit codes lie (an srun that is hit by a node failure returns 0), and `sbatch --wait`
// looks at the job after 2 s, 10 s, 42 s, ...
std::unique_ptr<Slurm> MakeSlurm();

}  // namespace mpigauge
