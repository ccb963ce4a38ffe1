#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "ci/launch/plan.h"

namespace mpigauge {

// What a campaign that can go on after it was killed must know again: which runs, in which order. In campaign.json of
// its folder, never changed; how far it is, the store and the records beside it say.
struct CampaignState {
  std::uint64_t seed = 0;
  std::vector<std::string> run_ids;     // of each library
  std::vector<std::string> started_at;  // UTC
  std::vector<LaunchPlan> plans;
};

// One that begins now: new runs, and a seed that is drawn where none is given (0).
CampaignState FreshCampaignState(const std::vector<LaunchPlan>& plans, std::uint64_t seed);

// That of the folder, or a new one that is written there (atomically: a kill leaves the whole or nothing). Throws Error
// (usage) where the folder was begun with other plans: what was measured by those is not mixed with these.
CampaignState OpenCampaignState(const std::filesystem::path& folder, const CampaignState& fresh);

// The order in which a block launches its libraries: drawn afresh for each, and the same whenever it is asked for.
std::vector<std::size_t> BlockOrder(std::uint64_t seed, int block, std::size_t libraries);

}  // namespace mpigauge
