#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ci/launch/plan.h"
#include "harness/base/json.h"

namespace mpigauge {

// A run as a job array: what `mpigauge submit` was asked to do. It lies in the job's folder, where the tasks
// on the compute nodes and `mpigauge collect` read it.
struct SlurmJob {
  std::string run_id;
  std::string library;       // as people call it
  std::string submitted_at;  // UTC
  LaunchPlan plan;
  int launches = 10;
  int launches_per_task = 5;
  int nodes = 1;                  // of each task
  std::string launcher = "auto";  // "auto", "mpirun", or "srun:TYPE" with a type of `srun --mpi=list`
  std::string mpigauge;           // the program that the tasks start
  // Size and time of the files that the tasks start or preload: what is rebuilt while the job waits in the
  // queue would be measured under a wrong name.
  std::map<std::string, std::string> fingerprints;

  int TaskCount() const { return (launches + launches_per_task - 1) / launches_per_task; }
  // The launches of an array task: from the first up to, not including, the second.
  std::pair<int, int> LaunchesOf(int task) const;
};

Json ToJson(const SlurmJob& job);
SlurmJob JobFromJson(const Json& json, std::string_view what);

// What changes when the file does. Throws Error (usage) where there is no such file.
std::string Fingerprint(const std::string& path);

// Throws Error (not measured) naming the first file that is no longer what it was when the job was submitted.
void RequireUnchanged(const SlurmJob& job);

}  // namespace mpigauge
