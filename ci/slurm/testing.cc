#include "ci/slurm/testing.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "ci/launch/launcher.h"
#include "record/record_json.h"
#include "record/testing.h"

namespace mpigauge {

JobFolder ExampleFolder(const std::string& name, int launches, int per_task) {
  SlurmJob job;
  job.submitted_at = "2026-11-20T18:00:00Z";
  job.arms = {{"0f6e9c0a-run", "Open MPI 4.1.4", job.submitted_at, {}}};
  job.arms[0].plan.bench = "/b/mpigauge-bench";
  job.arms[0].plan.library.label = job.arms[0].library;
  for (int index = 0; index < launches; ++index) job.blocks.push_back(index);
  job.blocks_per_task = per_task;
  job.task_program = "/b/mpigauge-task";
  job.fingerprints = {{"/b/mpigauge-task", "9 bytes, 1.000000002 s"}};
  const std::string path = testing::TempDir() + "/" + name;
  std::filesystem::remove_all(path);
  JobFolder folder = JobFolder::Make(path, job);
  folder.SetJobId("17");
  return folder;
}

TaskState ExampleState(const JobFolder& folder, int task, const std::string& state, int restarts) {
  return {task, state, "", state == "PENDING" ? "" : "node1", restarts, folder.script().string()};
}

void AddExampleLaunch(const JobFolder& folder, int task, int restart, int index, LaunchStatus status) {
  LaunchRecord record = ExampleLaunch(folder.job().arms[0].run_id, index, {{"barrier/ranks:2", 1e-6}});
  record.launch_id += "-" + std::to_string(restart);
  record.status = status;
  record.environment.key["ranks"] = "2";
  const auto path = folder.AttemptPath(task, restart);
  std::filesystem::create_directories(ArmPath(path, 0));
  WriteFileAtomically(
      status == LaunchStatus::kComplete ? RecordPath(ArmPath(path, 0), index) : PartialRecordPath(path, {0, index}),
      JsonText(ToJson(record, Json::object())));
}

void AddExampleStatus(const JobFolder& folder, int task, int restart, AttemptEnd ended, const std::vector<int>& running,
                      const std::string& text) {
  std::vector<JobLaunch> launches;
  for (const int index : running) launches.push_back({0, index});
  const auto path = folder.AttemptPath(task, restart);
  std::filesystem::create_directories(path);
  WriteStatus(path, {"node1", "node1", "srun:pmix", launches, {}, ended, text, {}});
}

}  // namespace mpigauge
