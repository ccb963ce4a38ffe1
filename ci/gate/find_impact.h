#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "baselines/compare/compare.h"
#include "baselines/compare/comparison.h"
#include "baselines/store/store.h"
#include "ci/gate/gate.h"
#include "ci/impact/impact_of.h"
#include "ci/impact/scenarios.h"
#include "simulator/network/topology.h"
#include "simulator/program/program.h"
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
  std::string topology;      // as ParseTopology() reads it; empty: every two hosts have a link of their own
  ToProgramOptions program;  // of traces
};

// "FOLDER=NAME" or "FOLDER" with the traces of a run, or a file with a program as text (program_text.h). Without a name
// it is that of the traced program, or of the file. Throws Error (usage) naming the option --trace.
Application ReadApplication(const std::string& text, const ReadOptions& options);

// All of them. Throws Error (usage) where two have the same name.
std::vector<Application> ReadApplications(const std::vector<std::string>& texts, const ReadOptions& options);

struct ImpactAnswer {
  ImpactSection section;
  std::optional<ApplicationTimeline> timeline;  // of the application that loses most; none where it is too long
};

struct ImpactSettings {
  std::vector<std::string> traces;    // as ReadApplication() reads them; none: nothing is asked for
  std::optional<double> fail_impact;  // share of its time that an application may lose
  ReadOptions read;
  CostOptions costs;
  ImpactOptions impact;
};

// Sides need their observations. Of the baseline the launches count that are comparable with the candidate's. Throws
// Error (usage) if a side has not measured the cost of messages.
ImpactAnswer FindImpact(const std::vector<Application>& applications, const Side& baseline, const Side& candidate,
                        const ImpactSettings& settings);

// The cost of one percent of each operation, for all applications.
std::vector<Sensitivity> FindSensitivity(const std::vector<Application>& applications, const Side& side,
                                         const CostOptions& options);

// Adds the cost of the judged change for applications to the gate's comparison, and to its verdict.
// Side by side the two runs count, else the stored baseline and the candidate's run. Nothing is done without
// applications. If a run has no cost of messages, a note says so; with a limit the gate is then inconclusive.
void AddImpact(const std::vector<Application>& applications, Store& store, const std::string& baseline,
               const ImpactSettings& settings, GateAnswer& answer);

}  // namespace mpigauge
