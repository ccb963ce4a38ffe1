#pragma once

#include <string>

#include "ci/slurm/job_request.h"
#include "ci/slurm/slurm_campaign.h"
#include "mpigauge/commands.h"
#include "mpigauge/measure_options.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace mpigauge {

// The options that say what is asked of Slurm, for every command that measures in jobs.
struct SlurmOptions {
  JobRequest jobs;
  int nodes = 1;
  int ntasks_per_node = 0;  // 0: by the ranks
  bool detach = false;

  // Adds the options to a command that has --ranks and --resume. They need the flag that asks for Slurm.
  void AddTo(CLI::App& command, CLI::Option* in_slurm);
  // Ranks, nodes and ranks per node: the third follows from the other two. Throws Error (usage).
  void Settle(MeasureOptions& measure);
  // The folder of the jobs where nobody has named one; `name` is its own.
  static std::string DefaultFolder(const std::string& name) { return "mpigauge-jobs/" + name; }
  // Launches in jobs, from a folder that compute nodes share.
  SlurmCampaignOptions ToCampaign(const std::string& folder, const MeasureOptions& measure,
                                  const Streams& streams) const;

 private:
  std::string command_;
  CLI::Option* ranks_ = nullptr;  // whether --ranks was given
};

}  // namespace mpigauge
