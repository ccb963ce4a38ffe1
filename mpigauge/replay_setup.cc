#include "mpigauge/replay_setup.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <filesystem>
#include <map>

#include "base/error.h"
#include "base/file.h"
#include "base/manual/documentation.h"
#include "base/manual/number_check.h"
#include "ci/impact/scenarios.h"
#include "mpigauge/shared_options.h"
#include "simulator/program/program_text.h"
#include "simulator/trace/read_traces.h"

namespace mpigauge {
namespace {

// A folder is one of traces, a file a program as text.
ReplaySetup ReadProgram(const ReplaySetupOptions& options) {
  ReplaySetup setup;
  if (std::filesystem::is_directory(options.program)) {
    TracedProgram traced = ToProgram(ReadTraces(options.program, {.incomplete = options.incomplete}), options.region);
    setup.program = std::move(traced.program);
    setup.communicators = std::move(traced.communicators);
    setup.hosts = std::move(traced.hosts);
    setup.notes = std::move(traced.notes);
  } else {
    if (options.region.from_barrier != 0 || options.region.to_barrier != 0) {
      throw UsageError("{}: --from-barrier and --to-barrier are for folders of traces", options.program);
    }
    ParsedProgram parsed = ParseProgram(ReadFile(options.program), options.program);
    setup.program = std::move(parsed.program);
    setup.communicators = std::move(parsed.communicators);
  }
  if (options.ranks_per_host != 0) {
    setup.hosts.clear();
    for (int rank = 0; rank < setup.program->ranks(); ++rank) {
      setup.hosts.push_back(fmt::format("host {}", rank / options.ranks_per_host));
    }
  }
  return setup;
}

// The number of each rank's host, in the order in which their names come.
std::vector<int> HostNumbers(const std::vector<std::string>& names) {
  std::map<std::string, int> known;
  std::vector<int> numbers;
  for (const std::string& name : names) {
    numbers.push_back(known.try_emplace(name, static_cast<int>(known.size())).first->second);
  }
  return numbers;
}

// Models from files.
void TakeModels(const ReplaySetupOptions& options, ReplaySetup& setup) {
  Scenario like;
  if (!options.same_host_model.empty()) {
    const auto models = ReadNetworkModels(options.same_host_model);
    if (models.size() != 1) {
      throw UsageError("{}: has {} models; one is needed", options.same_host_model, models.size());
    }
    like.same_host = models[0];
  }
  if (options.ranks_per_host != 0 && !like.same_host) {
    throw UsageError("--ranks-per-host: the costs of messages within a host are missing: give --same-host-model FILE");
  }
  if (like.same_host) setup.options.hosts = HostNumbers(setup.hosts);
  for (auto& model : ReadNetworkModels(options.model)) {
    setup.scenarios.push_back(like);
    setup.scenarios.back().model = std::move(model);
  }
}

// Takes the costs of messages and of collectives that a run measured.
void TakeRun(const ReplaySetupOptions& options, const CommandContext& context, ReplaySetup& setup) {
  if (!options.same_host_model.empty()) throw UsageError("--same-host-model: goes with --model, a run has its own");
  const Side side = context.FindCompared(options.run, LaunchDetail::kObservations);
  CostOptions cost_options = options.costs.ToOptions();
  cost_options.resamples = 0;
  const MeasuredCosts costs = CostsOf(side.launches, side.label, cost_options);
  ImpactProgram program;
  program.program = setup.program.get();
  program.communicators = setup.communicators.get();
  program.hosts = setup.hosts;
  const Scenarios scenarios(program, {&costs.costs});
  setup.scenarios = {scenarios.Of(costs.costs)};
  setup.scenarios[0].model.name = side.label;
  setup.options.hosts = scenarios.options().hosts;
  setup.notes.insert(setup.notes.end(), costs.notes.begin(), costs.notes.end());
  setup.notes.insert(setup.notes.end(), scenarios.notes().begin(), scenarios.notes().end());
}

}  // namespace

namespace {

constexpr const char* kReplayGroup = "Program and network";

}  // namespace

void ReplaySetupOptions::AddTo(CLI::App& command) {
  const InGroup group(command, kReplayGroup);
  command
      .add_option(
          "program", program,
          "A folder of traces, or a text file with the actions of each rank (" + NameOfPage("methods/replay") + ")")
      ->required();
  AddRegionOptions(command, region);
  command.add_flag("--incomplete", incomplete, "Accept a trace that is cut off");
  command.add_option("--model", model, "The costs of messages: JSON, one model or a list")->type_name("FILE");
  command.add_option("--run", run, "The costs that this run, baseline, file or folder measured");
  AddSettings(command, SettingsOf(costs, kReplayGroup));
  command.add_option("--same-host-model", same_host_model, "The costs of messages between ranks of one host")
      ->type_name("FILE");
  command.add_option("--collectives", collectives, "Measured times of collectives (JSON)")->type_name("FILE");
  command.add_option("--topology", topology, "The network of the hosts, such as torus:8x8; by default all to all");
  command.add_option("--ranks-per-host", ranks_per_host, "Ranks on each host, in their order")
      ->check(CLI::PositiveNumber);
  command.add_option("--compute-factor", compute_factor, "The factor by which computations take longer")
      ->check(NumberFrom(0, 1e6))
      ->capture_default_str();
}

ReplaySetup ReadReplaySetup(const ReplaySetupOptions& options, const CommandContext& context) {
  if (options.model.empty() == options.run.empty()) {
    throw UsageError("the costs of messages are missing: give --model FILE or --run RUN");
  }
  ReplaySetup setup = ReadProgram(options);
  setup.options = options.replay;
  if (options.run.empty()) {
    TakeModels(options, setup);
  } else {
    TakeRun(options, context, setup);
  }
  for (Scenario& scenario : setup.scenarios) {
    scenario.compute_factor = options.compute_factor;
    if (options.collectives.empty()) continue;
    scenario.collectives =
        std::make_shared<CollectiveCosts>(CollectiveCostsFromJson(ReadJson(options.collectives), options.collectives));
  }
  const auto& hosts = setup.options.hosts;
  const int needed = hosts.empty() ? setup.program->ranks() : *std::max_element(hosts.begin(), hosts.end()) + 1;
  setup.topology = options.topology.empty() ? CompleteNetwork(needed) : ParseTopology(options.topology);
  return setup;
}

}  // namespace mpigauge
