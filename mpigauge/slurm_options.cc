#include "mpigauge/slurm_options.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <filesystem>

#include "base/error.h"
#include "base/escape.h"
#include "ci/launch/launchers.h"
#include "ci/launch/plan.h"
#include "ci/slurm/slurm.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {

void SlurmOptions::AddTo(CLI::App& command, CLI::Option* in_slurm) {
  const InGroup group(command, kSlurmGroup);
  command_ = command.get_name();
  ranks_ = command.get_option("--ranks");
  const auto add = [&](const std::string& name, auto& value, const std::string& what) {
    return command.add_option(name, value, what)->needs(in_slurm);
  };
  const auto count = CLI::Range(1, 1000000);
  add("--tasks", tasks, "Array tasks, each with a part of the launches")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  add("--at-once", at_once, "Tasks at the same time (1; with --exclusive all)")->check(CLI::Range(1, 100000));
  add("--nodes", nodes, "Nodes of each task")->check(count)->capture_default_str();
  add("--ntasks-per-node", ntasks_per_node, "Ranks on each node")->check(count);
  add("--partition", request.partition, "As for sbatch");
  add("--account", request.account, "As for sbatch");
  add("--constraint", request.constraint, "As for sbatch: nodes of one kind");
  add("--time", request.time, "As for sbatch: the time limit of each task");
  add("--sbatch-arg", request.more, "Another argument, such as --sbatch-arg=--qos=perf")
      ->allow_extra_args(false)
      ->type_name("ARGUMENT");
  command.add_flag("--exclusive", request.exclusive, "As for sbatch: share the nodes with no other job")
      ->needs(in_slurm);
  command.add_flag("--detach", detach, "Submit, say how to go on (--resume), and wait for no job")->needs(in_slurm);
}

void SlurmOptions::Settle(MeasureOptions& measure) {
  CheckLauncher(measure.launcher);
  measure.in_jobs = true;
  int& ranks = measure.ranks;
  if (ntasks_per_node > 0 && ranks_->count() == 0) ranks = nodes * ntasks_per_node;
  if (ntasks_per_node == 0 && ranks % nodes == 0) ntasks_per_node = ranks / nodes;
  if (ranks == nodes * ntasks_per_node) return;
  throw UsageError(
      "--ranks {} do not fit on --nodes {}{}", ranks, nodes,
      ntasks_per_node > 0 ? fmt::format(" with --ntasks-per-node {}", ntasks_per_node) : " in equal parts");
}

SlurmRequest SlurmOptions::Request() const {
  SlurmRequest asked = request;
  asked.ntasks_per_node = ntasks_per_node;
  // Tasks that share a node would disturb each other.
  asked.at_once = at_once > 0 ? at_once : request.exclusive ? 0 : 1;
  return asked;
}

SlurmCampaignOptions SlurmOptions::ToCampaign(const std::string& folder, const MeasureOptions& measure,
                                              const Streams& streams) const {
  SlurmCampaignOptions campaign;
  campaign.slurm = MakeSlurm();
  campaign.request = Request();
  campaign.nodes = nodes;
  campaign.tasks = tasks;
  campaign.launcher = measure.launcher;
  campaign.task_program = FindTaskProgram();
  campaign.folder = folder;
  campaign.seed = measure.seed;
  campaign.pause = MakePause();
  campaign.detach = detach;
  campaign.go_on = ShellText({"mpigauge", command_, "--resume", std::filesystem::absolute(folder).string()});
  campaign.progress = &streams.err;
  campaign.terminal = streams.err_terminal;
  return campaign;
}

}  // namespace mpigauge
