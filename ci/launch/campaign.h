#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "baselines/store/store.h"
#include "ci/launch/plan.h"

namespace mpigauge {

class Progress;

// Where the launches of a campaign go and how it talks while it runs.
struct CampaignOptions {
  int launches = 10;                   // of each library, for RunCampaign
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

// Launches of one or more libraries, as many as somebody asks for, bit by bit; one run for each library. Each launch is
// stored as soon as it is done, so that nothing that was finished is ever lost. With several libraries, each block
// holds one launch of each in an order drawn afresh: strict alternation can beat with a neighbour's rhythm. A launch
// that crashes or hangs is stored as such and the next one is started, with the series that broke it measured last
// [SK12].
class Campaign {
 public:
  // Stores the runs. Throws Error (usage) where a library cannot be found.
  Campaign(const std::vector<LaunchPlan>& plans, const CampaignOptions& options, Store& store);
  Campaign(const Campaign&) = delete;
  Campaign& operator=(const Campaign&) = delete;
  ~Campaign();

  using Deadline = std::optional<std::chrono::steady_clock::time_point>;

  // So many more of each library, of these series alone where `only` names some. Fewer where somebody stops it, where
  // three launches of a library in a row never begin, and where a block that takes as long as the last one would not
  // end before `deadline`.
  void Launch(int launches, const std::vector<std::string>& only = {}, const Deadline& deadline = std::nullopt);

  // Whether more launches make no sense: somebody stopped it, they never begin, or the time is over.
  bool stopped() const { return stopped_ || out_of_time_; }
  bool out_of_time() const { return out_of_time_; }
  std::vector<CampaignRun> Runs() const;

 private:
  struct Arm;
  void LaunchOne(Arm& arm, const std::vector<std::string>& only, Progress& progress);
  void LaunchBlock(const std::vector<std::string>& only, Progress& progress);

  CampaignOptions options_;
  Store& store_;
  std::vector<Arm> arms_;
  std::mt19937_64 random_;
  int blocks_ = 0;
  std::chrono::steady_clock::duration block_time_{};
  bool stopped_ = false;
  bool out_of_time_ = false;
};

// Throws Error (not measured) where no launch ended well, or somebody stopped it.
void RequireLaunches(const CampaignRun& run);

// Runs every library `launches` times.
std::vector<CampaignRun> RunCampaign(const std::vector<LaunchPlan>& plans, const CampaignOptions& options,
                                     Store& store);

std::string NewRunId();

}  // namespace mpigauge
