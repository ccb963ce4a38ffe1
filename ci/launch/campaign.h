#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/error.h"
#include "baselines/store/store.h"
#include "ci/launch/campaign_state.h"
#include "ci/launch/circle_runner.h"
#include "ci/launch/launches.h"
#include "ci/launch/not_stored.h"
#include "ci/launch/plan.h"
#include "ci/launch/turns_taken.h"

namespace mpigauge {

// The settings of a campaign: how many launches, where their records go, and where progress is written.
struct CampaignOptions {
  int launches = 10;       // of each library, for those who ask for all at once
  std::uint64_t seed = 0;  // of the order of libraries within blocks; 0: drawn
  // The number of launches of each library that are alive at the same time and take turns (LaunchInTurns), as far as
  // memory allows. With 1 or less, launches run one after the other. It has no meaning for a single library.
  int turns = 0;
  std::filesystem::path keep_records;  // the record files are moved here; empty: they are removed
  // The folder with the state of the campaign. After a kill, a campaign with the same plans resumes with the launches
  // that are missing, in the order that was drawn. One campaign at a time may use it. Empty: a campaign cannot resume.
  std::filesystem::path folder;
  std::ostream* progress = nullptr;  // nullptr: silent
  bool terminal = false;             // `progress` is one
};

// Launches on this host. Each is stored as soon as it is done, so that nothing that was finished is ever lost; if the
// store refuses one, it and the others of its circle are kept in files (NotStored), and Launch() throws Error. A launch
// that crashes or hangs is stored as such and the next one is started, with the series that broke it measured last
// [SK12]. Three launches of a library in a row that never begin end it.
class Campaign : public Launches {
 public:
  // Stores the runs. Goes on with a campaign of the same plans whose launches were refused by the store, if files of
  // one are here. Throws Error (usage) where a library cannot be found, or this host cannot hold the ranks.
  Campaign(const std::vector<LaunchPlan>& plans, const CampaignOptions& options, Store& store);
  ~Campaign() override;

  void Launch(int launches, const std::vector<std::string>& only = {},
              const Deadline& deadline = std::nullopt) override;
  void End() override;
  bool stopped() const override { return stopped_ || out_of_time_; }
  bool out_of_time() const override { return out_of_time_; }
  int launched() const override { return launched_; }
  std::vector<CampaignRun> Runs() const override;
  std::vector<std::string> Notes() const override;

 private:
  struct Arm;
  struct Files;
  struct Host;
  void TakeFinished(Arm& arm);
  bool TakeFile(Arm& arm, const std::filesystem::path& file);
  void PutAway(const LaunchRecord& record, const std::filesystem::path& file);
  void ThrowIfRefused() const;
  int Missing(int blocks) const;
  std::vector<BlockLaunch> DueIn(int blocks);

  CampaignOptions options_;
  Store& store_;
  std::unique_ptr<Files> files_;
  NotStored not_stored_;
  std::optional<Error> refusal_;  // of the store, for the first launch that it did not take
  CampaignState state_;
  std::vector<Arm> arms_;
  std::uint64_t seed_ = 0;
  int launched_ = 0;
  TurnsTaken turns_taken_;
  CircleRunner runner_;
  std::chrono::steady_clock::duration block_time_{};
  bool stopped_ = false;
  bool out_of_time_ = false;
  int cut_off_ = 0;  // launches that the deadline ended
};

// Campaigns on this host for a gate; each has its part of the folder, where there is one.
MakeLaunches OnThisHost(const CampaignOptions& options, Store& store);

}  // namespace mpigauge
