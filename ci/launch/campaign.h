#pragma once

#include <cstdint>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "baselines/store/store.h"
#include "ci/launch/plan.h"

namespace mpigauge {

// Where the launches of a campaign go and how it talks while it runs.
struct CampaignOptions {
  int launches = 10;                   // of each library
  std::uint64_t seed = 0;              // of the order of libraries within blocks; 0: drawn
  std::filesystem::path keep_records;  // the record files are moved here; empty: they are removed
  std::ostream* progress = nullptr;    // nullptr: silent
  bool terminal = false;               // `progress` is one
};

// What became of one library's launches.
struct CampaignRun {
  std::string run_id;
  std::string library;
  int complete = 0;
  std::vector<std::string> problems;  // one text per launch that is not complete
  bool interrupted = false;
};

// Runs every library `launches` times and stores each launch as soon as it is done, so that nothing that was
// finished is ever lost. With several libraries, each block holds one launch of each in an order drawn
// afresh: strict alternation can beat with a neighbour's rhythm. A launch that crashes or hangs is stored as
// such and the next one is started, with the series that broke it measured last [SK12]; three in a row that never begin
// end the campaign. Throws Error (not measured) where the first launch cannot begin.
std::vector<CampaignRun> RunCampaign(const std::vector<LaunchPlan>& plans, const CampaignOptions& options,
                                     Store& store);

std::string NewRunId();

}  // namespace mpigauge
