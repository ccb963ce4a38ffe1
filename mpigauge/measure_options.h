#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "ci/launch/campaign.h"
#include "ci/launch/measure_request.h"
#include "ci/launch/plan.h"
#include "mpigauge/cli.h"

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// The options that say which library is meant, with a prefix: --mpi, --candidate-mpi, ...
struct LibraryOptions {
  std::string label;
  std::string mpi;
  std::string bench;
  std::vector<std::string> preload;
  std::vector<std::string> environment;  // NAME=VALUE

  // `prefix` is "" or "baseline-" or "candidate-".
  void AddTo(CLI::App& command, const std::string& prefix);
  bool given() const { return !mpi.empty() || !bench.empty() || !preload.empty() || !environment.empty(); }
  Library ToLibrary(const std::string& prefix) const;  // throws Error (usage)
};

// The options that say how to measure.
struct MeasureOptions {
  int ranks = 2;
  MeasureRequest request;
  std::string launcher = "auto";
  bool in_jobs = false;  // the launcher is chosen there
  std::uint64_t seed = 0;
  std::string keep_records;

  void AddTo(CLI::App& command);
  // Adds only the options that say what a launch is and how many there are.
  void AddLaunchesTo(CLI::App& command);
  // `notes` is told which benchmark program is taken where it is not bin/mpigauge-bench.
  LaunchPlan PlanFor(const LibraryOptions& library, const std::string& prefix, std::ostream& notes) const;
  CampaignOptions ToCampaign(const Streams& streams) const;
};

}  // namespace mpigauge
