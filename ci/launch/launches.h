#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ci/launch/plan.h"

namespace mpigauge {

// What became of one library's launches.
struct CampaignRun {
  std::string run_id;
  std::string library;
  int complete = 0;
  std::vector<std::string> problems;  // one text per launch that is not complete, or did not end well
  bool interrupted = false;
};

// Launches of one or more libraries, as many as somebody asks for, bit by bit; one run for each library. With several
// libraries, each block holds one launch of each in an order drawn afresh: strict alternation can beat with a
// neighbour's rhythm. Where they are made is the implementation's: on this host (Campaign), or in Slurm jobs.
class Launches {
 public:
  using Deadline = std::optional<std::chrono::steady_clock::time_point>;

  Launches() = default;
  Launches(const Launches&) = delete;
  Launches& operator=(const Launches&) = delete;
  virtual ~Launches() = default;

  // So many more of each library, of these series alone where `only` names some; they are in the store when it comes
  // back. Fewer where somebody stops it, where launches never begin, and where they would not end before `deadline`.
  virtual void Launch(int launches, const std::vector<std::string>& only, const Deadline& deadline) = 0;

  // No more will be asked for: what is computed from all launches of a run (models of the network) is computed now,
  // and not again at every look. Where nobody says so, whoever needs a model fits it.
  virtual void End() {}

  // Whether more launches make no sense: somebody stopped it, they never begin, or the time is over.
  virtual bool stopped() const = 0;
  virtual bool out_of_time() const = 0;
  // Of each library so far. Those of the store with a larger index belong to nobody yet: launches that go on where they
  // were take them up when they are asked for.
  virtual int launched() const = 0;
  virtual std::vector<CampaignRun> Runs() const = 0;
  // What else there is to say of how they were made.
  virtual std::vector<std::string> Notes() const { return {}; }
};

// Makes them for the plans of a gate. `what` tells the parts of one gate from each other ("screen", "settle"): launches
// that go on where they were find themselves by it.
using MakeLaunches =
    std::function<std::unique_ptr<Launches>(const std::vector<LaunchPlan>& plans, const std::string& what)>;

// Throws Error (not measured) where no launch ended well, or somebody stopped it.
void RequireLaunches(const CampaignRun& run);

}  // namespace mpigauge
