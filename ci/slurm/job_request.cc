#include "ci/slurm/job_request.h"

#include "ci/launch/plan.h"
#include "ci/slurm/slurm.h"

namespace mpigauge {

SlurmRequest JobRequest::RequestFor(int ranks_per_node) const {
  SlurmRequest request = sbatch;
  request.ntasks_per_node = ranks_per_node;
  // Tasks that share a node would disturb each other.
  request.at_once = at_once > 0 ? at_once : sbatch.exclusive ? 0 : 1;
  return request;
}

SlurmCampaignOptions JobRequest::ToCampaign(int nodes, int ranks_per_node, const std::filesystem::path& folder) const {
  SlurmCampaignOptions campaign;
  campaign.slurm = MakeSlurm();
  campaign.request = RequestFor(ranks_per_node);
  campaign.nodes = nodes;
  campaign.tasks = tasks;
  campaign.launcher = launcher;
  campaign.task_program = FindTaskProgram();
  campaign.folder = folder;
  campaign.pause = MakePause();
  return campaign;
}

SettingList SettingsOf(JobRequest& request) {
  SlurmRequest& sbatch = request.sbatch;
  return {{.key = "tasks",
           .value = &request.tasks,
           .group = kSlurmGroup,
           .help = "Array tasks, each with a part of the launches",
           .least = 1,
           .most = 100000},
          {.key = "at_once",
           .value = &request.at_once,
           .group = kSlurmGroup,
           .help = "Tasks at the same time (1; with --exclusive all)",
           .least = 1,
           .most = 100000},
          {.key = "partition", .value = &sbatch.partition, .group = kSlurmGroup, .help = "As for sbatch"},
          {.key = "account", .value = &sbatch.account, .group = kSlurmGroup, .help = "As for sbatch"},
          {.key = "constraint",
           .value = &sbatch.constraint,
           .group = kSlurmGroup,
           .help = "As for sbatch: nodes of one kind"},
          {.key = "time",
           .value = &sbatch.time,
           .group = kSlurmGroup,
           .help = "As for sbatch: the time limit of each task"},
          {.key = "arguments",
           .value = &sbatch.more,
           .group = kSlurmGroup,
           .help = "Another argument, such as --sbatch-arg=--qos=perf",
           .type = "ARGUMENT",
           .option = "--sbatch-arg"},
          {.key = "exclusive",
           .value = &sbatch.exclusive,
           .group = kSlurmGroup,
           .help = "As for sbatch: share the nodes with no other job"}};
}

}  // namespace mpigauge
