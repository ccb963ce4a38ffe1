#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "ci/launch/plan.h"

namespace mpigauge {

// The state that a killed campaign needs to resume: its runs and their order. It is in campaign.json of its folder and
// never changes; the store and the records beside it say how far the campaign is.
struct CampaignState {
  std::uint64_t seed = 0;
  std::vector<std::string> run_ids;     // of each library
  std::vector<std::string> started_at;  // UTC
  std::vector<LaunchPlan> plans;
};

// The state of a new campaign: new runs, and a seed that is drawn if none is given (0).
CampaignState FreshCampaignState(const std::vector<LaunchPlan>& plans, std::uint64_t seed);

// Reads the state of the folder, or writes a new one there (atomically: a kill leaves the whole or nothing). Throws
// Error (usage) if the folder was begun with other plans, since launches of different plans must not mix.
CampaignState OpenCampaignState(const std::filesystem::path& folder, const CampaignState& fresh);

// Throws Error (usage) where somebody else could change the state of a campaign, or its records (WhyUntrusted).
void RequireTrustedState(const std::filesystem::path& folder);

// A launch of a campaign: of which library, in which block.
struct BlockLaunch {
  int arm = 0;
  int index = 0;  // of the block, which is the launch's index in its run
  auto operator<=>(const BlockLaunch&) const = default;
};

// The order in which a block launches its libraries: drawn afresh for each, and the same whenever it is asked for.
std::vector<std::size_t> BlockOrder(std::uint64_t seed, int block, std::size_t libraries);

// How texts call a library among those that are launched beside it: by its label, and where both sides of a gate have
// one label, by its side, too: "Open MPI 5.0.6 (candidate)".
std::string SideName(const std::vector<std::string>& labels, std::size_t side);

}  // namespace mpigauge
