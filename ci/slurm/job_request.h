#pragma once

#include <filesystem>
#include <string>

#include "base/settings.h"
#include "ci/slurm/sbatch.h"
#include "ci/slurm/slurm_campaign.h"

namespace mpigauge {

// The request for Slurm jobs, from the options of a command or from [slurm] of mpigauge.toml.
struct JobRequest {
  SlurmRequest sbatch;  // but for the ranks and the tasks at once, which RequestFor() settles
  int tasks = 2;
  int at_once = 0;  // 0: one, or all where nodes are not shared
  std::string launcher = "auto";

  // The request for tasks with this number of ranks on each node.
  SlurmRequest RequestFor(int ranks_per_node) const;
  // Each task has `nodes` nodes, with `ranks_per_node` ranks on each. Compute nodes must see the folder. Progress,
  // turns and seed keep their defaults.
  SlurmCampaignOptions ToCampaign(int nodes, int ranks_per_node, const std::filesystem::path& folder) const;
};

// All but the launcher, which commands have without Slurm, too (LauncherSetting).
SettingList SettingsOf(JobRequest& request);

}  // namespace mpigauge
