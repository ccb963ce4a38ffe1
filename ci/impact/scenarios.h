#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ci/impact/library_costs.h"
#include "ci/impact/program_use.h"
#include "simulator/replay/replay.h"
#include "simulator/replay/timeline.h"

namespace mpigauge {

// A program whose time is asked for. The objects that it points to must outlive it.
struct ImpactProgram {
  std::string application;           // how people call it
  std::string trace;                 // where it was read from
  const Program* program = nullptr;  // with its collectives
  const Communicators* communicators = nullptr;
  std::vector<std::string> hosts;      // of each rank; empty: not known
  std::vector<std::string> notes;      // what is not modelled
  const Topology* topology = nullptr;  // between hosts; null: every two have a link of their own
};

// How a program is replayed with the costs of a library, or of two.
class Scenarios {
 public:
  // Collectives are costed as measured where every library has times for all of the program's numbers of ranks; the
  // others are the messages of their algorithms.
  Scenarios(const ImpactProgram& program, const std::vector<const LibraryCosts*>& libraries);

  Scenario Of(const LibraryCosts& costs) const;

  // One class of operations as another library has it.
  Scenario With(const LibraryCosts& costs, const SizeClass& one, const LibraryCosts& other) const;

  // The time of one class of operations is multiplied by this factor.
  Scenario Slowed(const LibraryCosts& costs, const SizeClass& one, double factor) const;

  const std::vector<SizeClass>& classes() const { return classes_; }
  const std::vector<std::string>& notes() const { return notes_; }
  const ReplayOptions& options() const { return options_; }
  int hosts() const { return hosts_; }

 private:
  void FindHosts(const ImpactProgram& program);
  void FindCosted(const std::vector<const LibraryCosts*>& libraries);
  const NetworkModel& Far(const LibraryCosts& costs) const;
  const NetworkModel& Near(const LibraryCosts& costs) const;
  MessageClass Messages(const LibraryCosts& costs, const SizeClass& one, double factor) const;
  void SetCollectives(const LibraryCosts& costs, const SizeClass* one, const LibraryCosts& other, double factor,
                      Scenario& scenario) const;

  ProgramUse use_;
  std::set<CollectiveKind> costed_;
  std::vector<SizeClass> classes_;
  std::vector<std::string> notes_;
  ReplayOptions options_;
  int hosts_ = 1;
  bool apart_ = false;     // ranks are on several hosts
  bool together_ = false;  // some ranks share a host, while others do not
};

// How long the program takes in each scenario, in seconds. Scenarios are made when they are needed, as there may be
// thousands. Throws Error (usage) on a deadlock.
std::vector<double> ParallelSeconds(const ImpactProgram& program, const Scenarios& scenarios, std::size_t count,
                                    const std::function<Scenario(std::size_t)>& make);

// The timelines of each rank with the costs of both runs.
struct BothTimelines {
  Timeline baseline;
  std::optional<Timeline> candidate;  // nothing where the program hangs with it
};

// Returns nothing if the program has more than so many calls: its timelines would not fit into memory, nor on a screen.
// Throws Error (usage) where it hangs with the baseline.
std::optional<BothTimelines> ReplayBoth(const ImpactProgram& program, const LibraryCosts& baseline,
                                        const LibraryCosts& candidate, std::int64_t most_calls = 1'000'000);

}  // namespace mpigauge
