#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ci/slurm/task_state.h"

namespace mpigauge {

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

  // The tasks of a job array. Nothing where Slurm does not answer just now; no tasks where it does not know
  // the job (any more: it forgets jobs some minutes after their end).
  virtual std::optional<std::vector<TaskState>> Tasks(const std::string& job_id) = 0;

  // The ids of our jobs of this name that Slurm knows, also of those that have ended. Throws Error (not measured) where
  // it does not answer.
  virtual std::vector<std::string> JobsOfName(const std::string& name) = 0;

  virtual void Cancel(const std::string& job_id) = 0;
};

}  // namespace mpigauge
