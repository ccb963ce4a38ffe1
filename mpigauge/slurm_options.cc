#include "mpigauge/slurm_options.h"

#include <fmt/format.h>

#include <CLI/App.hpp>

#include "base/error.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {

void SlurmOptions::AddTo(CLI::App& command, CLI::Option* only_with) {
  ranks_ = command.get_option("--ranks");
  const auto count = [&](const std::string& key, int& value, const std::string& help) {
    return Setting{.key = key, .value = &value, .group = kSlurmGroup, .help = help, .least = 1, .most = 1000000};
  };
  AddSettings(
      command,
      {count("nodes", nodes, "Nodes of each task"), count("ntasks_per_node", ntasks_per_node, "Ranks on each node")},
      only_with);
  AddSettings(command, SettingsOf(jobs), only_with);
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
  campaign.progress = &streams.err;
  campaign.terminal = streams.err_terminal;
  return campaign;
}

}  // namespace mpigauge
