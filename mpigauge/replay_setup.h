#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ci/impact/cost_request.h"
#include "mpigauge/commands.h"
#include "simulator/network/topology.h"
#include "simulator/program/program.h"
#include "simulator/replay/replay.h"
#include "simulator/trace/to_program.h"

namespace mpigauge {

// The program that is replayed, and the network that it runs on.
struct ReplaySetupOptions {
  std::string program;      // a folder of traces, or a file
  ToProgramOptions region;  // of a trace
  bool incomplete = false;  // a trace may be cut off
  std::string model;        // files
  std::string same_host_model;
  std::string collectives;
  std::string run;    // instead of a model: what this run measured
  CostRequest costs;  // of a run
  std::string topology;
  int ranks_per_host = 0;
  double compute_factor = 1;
  ReplayOptions replay;  // but for the hosts

  void AddTo(CLI::App& command);
};

// A program with everything that its replay needs.
struct ReplaySetup {
  std::unique_ptr<ListedProgram> program;
  std::unique_ptr<Communicators> communicators;
  std::vector<std::string> hosts;  // of each rank; none where they are not known
  std::vector<std::string> notes;  // what is not modelled
  std::vector<Scenario> scenarios;
  ReplayOptions options;
  std::unique_ptr<Topology> topology;
};

// Reads all that the options name. Throws Error (usage).
ReplaySetup ReadReplaySetup(const ReplaySetupOptions& options, const CommandContext& context);

}  // namespace mpigauge
