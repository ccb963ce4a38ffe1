#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ci/slurm/collect.h"
#include "ci/slurm/outcome.h"

namespace mpigauge {
namespace {

std::vector<JobFolder> JobsBelow(const std::filesystem::path& folder) {
  std::vector<JobFolder> jobs;
  if (std::filesystem::exists(folder / "job.json")) jobs.push_back(JobFolder::Open(folder));
  if (!std::filesystem::is_directory(folder)) return jobs;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_directory() && std::filesystem::exists(entry.path() / "job.json"))
      jobs.push_back(JobFolder::Open(entry.path()));
  }
  std::sort(jobs.begin(), jobs.end(), [](const JobFolder& one, const JobFolder& other) {
    return std::pair(one.job().submitted_at, one.path()) < std::pair(other.job().submitted_at, other.path());
  });
  return jobs;
}

// Returns the tasks as they ended, or as they are now.
std::vector<TaskOutcome> TasksOf(const JobFolder& folder, Slurm& slurm) {
  if (const auto kept = KeptOutcomes(folder)) return *kept;
  const auto states = slurm.Tasks(folder.JobId());
  return Outcomes(folder, states.value_or(std::vector<TaskState>{}), states.has_value());
}

}  // namespace

std::vector<std::string> JobTexts(const std::filesystem::path& folder, Slurm& slurm) {
  std::vector<std::string> lines;
  for (const JobFolder& job : JobsBelow(folder)) {
    if (job.JobId().empty()) {
      lines.push_back(fmt::format("{}: not submitted", job.path().string()));
      continue;
    }
    const auto tasks = TasksOf(job, slurm);
    lines.push_back(fmt::format("job {}: {} of {} launches; {}", job.JobId(), LaunchesDone(tasks),
                                job.job().LaunchCount(), InOneLine(tasks)));
    for (const TaskOutcome& task : tasks) lines.push_back("  " + TaskText(task));
    std::set<std::string> bad_nodes;
    for (const BadAllocation& bad : JudgedNodes(job)) bad_nodes.insert("  " + bad.text);
    lines.insert(lines.end(), bad_nodes.begin(), bad_nodes.end());
  }
  return lines;
}

}  // namespace mpigauge
