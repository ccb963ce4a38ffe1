#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ci/slurm/attempt.h"
#include "ci/slurm/job.h"

namespace mpigauge {

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
  // A new one with the job in it. Throws Error (usage) where it cannot be made or holds a job already.
  static JobFolder Make(const std::string& path, const SlurmJob& job);
  // Takes back what Make made: Slurm refused the job.
  void Remove() const;

  const std::filesystem::path& path() const { return path_; }
  const SlurmJob& job() const { return job_; }
  std::filesystem::path script() const { return path_ / "job.sh"; }
  std::filesystem::path log(int task) const;

  // Empty where sbatch never took it, or we were killed before it said so and no task has run yet.
  std::string JobId() const;
  void SetJobId(const std::string& job_id) const;
  // The first job of which a task runs owns the folder for good; who it is. A submission that was thought lost must
  // measure nothing beside the one that took its place.
  std::string Claim(const std::string& job_id) const;

  std::filesystem::path AttemptPath(int task, int restart) const;
  std::vector<Attempt> Attempts(int task) const;  // oldest first

 private:
  JobFolder(std::filesystem::path path, SlurmJob job) : path_(std::move(path)), job_(std::move(job)) {}

  std::filesystem::path path_;
  SlurmJob job_;
};

}  // namespace mpigauge
