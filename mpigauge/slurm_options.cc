#include "mpigauge/slurm_options.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <filesystem>

#include "base/error.h"
#include "base/escape.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {

void SlurmOptions::AddTo(CLI::App& command, CLI::Option* in_slurm) {
  command_ = command.get_name();
  ranks_ = command.get_option("--ranks");
  const auto count = [&](const std::string& key, int& value, const std::string& help) {
    return Setting{.key = key, .value = &value, .group = kSlurmGroup, .help = help, .least = 1, .most = 1000000};
  };
  SettingList settings = SettingsOf(jobs);
  settings.push_back(count("nodes", nodes, "Nodes of each task"));
  settings.push_back(count("ntasks_per_node", ntasks_per_node, "Ranks on each node"));
  settings.push_back({.key = "detach",
                      .value = &detach,
                      .group = kSlurmGroup,
                      .help = "Submit, say how to go on (--resume), and wait for no job"});
  AddSettings(command, settings, in_slurm);
}

void SlurmOptions::Settle(MeasureOptions& measure) {
  measure.in_jobs = true;
  int& ranks = measure.ranks;
  if (ntasks_per_node > 0 && ranks_->count() == 0) ranks = nodes * ntasks_per_node;
  if (ntasks_per_node == 0 && ranks % nodes == 0) ntasks_per_node = ranks / nodes;
  if (ranks == nodes * ntasks_per_node) return;
  throw UsageError(
      "--ranks {} do not fit on --nodes {}{}", ranks, nodes,
      ntasks_per_node > 0 ? fmt::format(" with --ntasks-per-node {}", ntasks_per_node) : " in equal parts");
}

SlurmCampaignOptions SlurmOptions::ToCampaign(const std::string& folder, const MeasureOptions& measure,
                                              const Streams& streams) const {
  JobRequest request = jobs;
  request.launcher = measure.launcher;
  SlurmCampaignOptions campaign = request.ToCampaign(nodes, ntasks_per_node, folder);
  campaign.seed = measure.seed;
  campaign.detach = detach;
  const std::string shared = std::filesystem::absolute(folder).string();
  campaign.go_on = ShellText({"mpigauge", command_, "--resume", shared});
  campaign.submit_again = campaign.go_on;
  campaign.more_time = "the first command line with a longer --time, and " + ShellText({"--folder", shared});
  campaign.progress = &streams.err;
  campaign.terminal = streams.err_terminal;
  return campaign;
}

}  // namespace mpigauge
