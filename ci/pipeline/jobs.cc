#include "ci/pipeline/jobs.h"

#include <algorithm>
#include <optional>

#include "ci/slurm/slurm_commands.h"

namespace mpigauge {
namespace {

// Of "screen" and "settle" below a shape's folder, the job whose file of wishes is the newest.
std::optional<std::filesystem::path> NewestJob(const std::filesystem::path& shape) {
  std::optional<std::filesystem::path> newest;
  if (!std::filesystem::is_directory(shape)) return newest;
  std::filesystem::file_time_type newest_time{};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shape)) {
    if (entry.path().filename() != "job.json") continue;
    if (newest && entry.last_write_time() <= newest_time) continue;
    newest = entry.path().parent_path();
    newest_time = entry.last_write_time();
  }
  return newest;
}

}  // namespace

std::vector<UpdateJob> JobsOf(const StateFolder& folder, const Update& update) {
  std::vector<UpdateJob> jobs;
  if (update.state != "built") return jobs;
  for (const ShapeState& shape : update.shapes) {
    const auto path = shape.verdict.empty() ? NewestJob(folder.Of(update, shape)) : std::nullopt;
    if (!path) continue;
    const JobFolder job = JobFolder::Open(path->string());
    const std::string job_id = job.JobId();
    const auto states = job_id.empty() ? std::nullopt : MakeSlurm()->Tasks(job_id);
    jobs.push_back({*path, job_id, Outcomes(job, states.value_or(std::vector<TaskState>{}), states.has_value())});
  }
  return jobs;
}

}  // namespace mpigauge
