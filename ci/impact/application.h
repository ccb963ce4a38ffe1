#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "simulator/impact/scenarios.h"
#include "simulator/network/topology.h"
#include "simulator/program/communicators.h"
#include "simulator/program/listed_program.h"
#include "simulator/trace/to_program.h"

namespace mpigauge {

// A program that was read, and all that its replay points to.
struct Application {
  std::string name;
  std::string path;
  std::unique_ptr<ListedProgram> program;
  std::unique_ptr<Communicators> communicators;
  std::unique_ptr<Topology> topology;  // null: every two hosts have a link of their own
  std::vector<std::string> hosts;
  std::vector<std::string> notes;

  ImpactProgram ForImpact() const;
};

struct ReadOptions {
  std::string topology;  // as ParseTopology() reads it; empty: every two hosts have a link of their own
  ToProgramOptions program;  // of traces
};

// "FOLDER=NAME" or "FOLDER" with the traces of a run, or a file with a program as text (program_text.h). Without a name
// it is that of the traced program, or of the file. Throws Error (usage) naming the option --trace.
Application ReadApplication(const std::string& text, const ReadOptions& options);

// All of them. Throws Error (usage) where two have the same name.
std::vector<Application> ReadApplications(const std::vector<std::string>& texts, const ReadOptions& options);

}  // namespace mpigauge
