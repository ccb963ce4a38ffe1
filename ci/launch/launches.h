#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ci/launch/plan.h"
#include "ci/process/process.h"

namespace mpigauge {

// The outcome of one library's launches.
struct CampaignRun {
  std::string run_id;
  std::string library;
  int complete = 0;
  std::vector<std::string> problems;  // one text per launch that is not complete, or did not end well
  bool interrupted = false;
};

// Launches of one or more libraries, as many as somebody asks for, bit by bit; one run for each library. With several
// libraries, each block holds one launch of each in an order drawn afresh: strict alternation can beat with a
// neighbour's rhythm. The implementation makes them on this host (Campaign) or in Slurm jobs.
class Launches {
 public:
  using Deadline = mpigauge::Deadline;

  Launches() = default;
  Launches(const Launches&) = delete;
  Launches& operator=(const Launches&) = delete;
  virtual ~Launches() = default;

  // Makes this many more launches of each library, of these series alone if `only` names some; they are in the store
  // when it returns. It makes fewer if somebody stops it, if launches never begin, or if they would not end before
  // `deadline`; those that still run then are ended, and do not count.
  virtual void Launch(int launches, const std::vector<std::string>& only, const Deadline& deadline) = 0;

  // No more launches will be asked for. Results from all launches of a run (models of the network) are computed now,
  // and not again at every look. Without this call, a reader that needs a model fits it.
  virtual void End() {}

  // Whether more launches make no sense: somebody stopped it, they never begin, or the time is over.
  virtual bool stopped() const = 0;
  virtual bool out_of_time() const = 0;
  // The number of launches of each library so far. The store may have launches with a larger index: a resumed campaign
  // takes them when they are asked for.
  virtual int launched() const = 0;
  virtual std::vector<CampaignRun> Runs() const = 0;
  // More notes on how the launches were made.
  virtual std::vector<std::string> Notes() const { return {}; }
};

// The moment at which a budget such as "10min" is spent, from now on; none without a budget. Throws Error (usage)
// naming `what` where it is no time.
Launches::Deadline DeadlineAfter(const std::string& budget, const std::string& what);

// The parts of a gate: a run of the candidate that stored runs screen, launches of both libraries side by side, and a
// launch of the candidate that checks all data of the series that are far faster.
inline constexpr const char* kScreenPart = "screen";
inline constexpr const char* kSettlePart = "settle";
inline constexpr const char* kCheckPart = "check";

// Makes Launches for the plans of a gate. `what` names the part of the gate, by which resumed launches find their
// state.
using MakeLaunches =
    std::function<std::unique_ptr<Launches>(const std::vector<LaunchPlan>& plans, const std::string& what)>;

// Throws Error (not measured) where no launch ended well, or somebody stopped it.
void RequireLaunches(const CampaignRun& run);

}  // namespace mpigauge
