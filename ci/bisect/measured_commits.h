#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "baselines/store/store.h"
#include "ci/bisect/bisect.h"
#include "ci/bisect/builds.h"
#include "ci/launch/campaign.h"

namespace mpigauge {

// The world of a bisection as it is: commits of a repository, built by a command, launched side by side.
class MeasuredCommits : public BisectWorld {
 public:
  // How a commit that was built is launched. Throws Error (usage) where that cannot be, such as a missing file.
  using PlanOf = std::function<LaunchPlan(std::size_t commit)>;

  MeasuredCommits(const Commits& commits, Builds& builds, PlanOf plan_of, CampaignOptions options, Store& store);

  std::size_t suspects() const override { return commits_.suspects(); }
  std::string hash(std::size_t commit) const override { return commits_.hash(commit); }
  void Build(const std::vector<std::size_t>& commits) override { builds_.Build(commits); }
  bool Built(std::size_t commit) const override { return builds_.Known(commit); }
  std::map<std::size_t, std::string> Failures() const override;
  std::optional<BisectPair> Measure(std::size_t commit) override;

 private:
  // Launches of the commit that is asked at present.
  struct Asked {
    std::size_t commit = 0;
    Campaign campaign;
    int blocks = 0;
  };
  // Throws Error (usage).
  void Turn(std::size_t commit);
  std::optional<BisectPair> OnePair();
  std::vector<LaunchRecord> LastLaunch(const CampaignRun& run) const;
  std::optional<BisectPair> GiveUp(std::size_t commit, const std::string& why);

  const Commits& commits_;
  Builds& builds_;
  PlanOf plan_of_;
  CampaignOptions options_;
  Store& store_;
  std::unique_ptr<Asked> asked_;
};

}  // namespace mpigauge
