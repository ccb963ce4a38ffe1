#include "ci/slurm/submit.h"

#include <algorithm>

#include "base/error.h"
#include "base/file.h"

namespace mpigauge {

void SubmitJob(Slurm& slurm, const JobFolder& folder, const SlurmRequest& request) {
  std::string job_id;
  try {
    const std::vector<std::string> arguments = SbatchArguments(folder, request);
    WriteFileAtomically(folder.script(), JobScript(folder, arguments));
    job_id = slurm.Submit(arguments);
    folder.SetJobId(job_id);
  } catch (const Error&) {
    if (!job_id.empty()) slurm.Cancel(job_id);  // nobody could collect it
    folder.Remove();
    throw;
  }
}

bool FindSubmitted(Slurm& slurm, const JobFolder& folder) {
  slurm.RequireAnswer();
  for (const std::string& job_id : slurm.JobsOfName(JobName(folder.job()))) {
    const auto tasks = slurm.Tasks(job_id);
    if (!tasks) throw NotMeasured("Slurm does not answer; is {} a job of it? Try again", folder.path().string());
    const bool ours = std::any_of(tasks->begin(), tasks->end(),
                                  [&](const TaskState& task) { return task.script == folder.script().string(); });
    if (!ours) continue;
    folder.SetJobId(job_id);
    return true;
  }
  return !folder.JobId().empty();  // a task of it may have begun, and ended, in the meantime
}

}  // namespace mpigauge
