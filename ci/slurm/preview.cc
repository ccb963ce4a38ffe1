#include "ci/slurm/preview.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ci/process/process.h"
#include "ci/slurm/starter.h"

namespace mpigauge {

SlurmHere LookForSlurm() { return {FindProgram("sbatch").has_value(), MpiTypesHere()}; }

JobPreview Preview(const JobFolder& folder, const SlurmRequest& request, const SlurmHere& here) {
  const SlurmJob& job = folder.job();
  JobPreview preview;
  preview.place = PlaceText(job, request);
  std::set<std::string> assumed;
  for (const SlurmArm& arm : job.arms) {
    std::set<std::string> types = here.mpi_types;
    if (types.empty()) {
      const std::string type = MpiTypeFor(job.launcher, FindMpi(arm.plan.library.mpi).kind);
      if (!type.empty()) types = {type};
      assumed.insert(types.begin(), types.end());
    }
    const JobStart start = StartInJob(job, arm, types);
    preview.starts.push_back(CommandInJob(job, start.plan, start.install, request.ntasks_per_node).words);
  }
  preview.sbatch = SbatchCommand(SbatchArguments(folder, request));
  if (!assumed.empty()) {
    preview.notes.push_back(
        fmt::format("srun does not name its MPI types on this host; the nodes' srun is taken to have {}",
                    fmt::join(assumed, " and ")));
  }
  if (!here.sbatch) preview.notes.emplace_back("sbatch is not in PATH; this host cannot submit the job");
  return preview;
}

}  // namespace mpigauge
