#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "base/file.h"
#include "base/manual/documentation.h"
#include "mpigauge/commands.h"
#include "mpigauge/replay_setup.h"
#include "mpigauge/shared_options.h"
#include "simulator/program/expanded_program.h"
#include "simulator/replay/outputs.h"
#include "simulator/replay/timeline.h"

namespace mpigauge {
namespace {

struct ReplayCommandOptions {
  ReplaySetupOptions setup;
  bool at_arrival = false;
  bool in_time = false;
  bool gradient = false;
  bool critical_path = false;
  std::size_t columns = 0;
  std::string events;
  std::string otf2;
  bool json = false;

  // These options need a replay in the order of time.
  bool InTime() const {
    return in_time || setup.replay.busy_links || setup.replay.busy_receivers || critical_path || columns != 0 ||
           !events.empty() || !otf2.empty();
  }
};

// The results of each model.
struct Replays {
  std::vector<std::string> names;
  std::vector<ReplayResult> results;
  std::vector<Gradient> gradients;            // where asked for
  std::vector<std::vector<PathPiece>> paths;  // where asked for
  std::string timelines;
};

Replays WithoutOrder(const ReplayCommandOptions& options, const ReplaySetup& setup, const Program& program) {
  Replays replays;
  replays.results = ReplayOrderFree(program, *setup.topology, setup.scenarios, setup.options);
  for (const Scenario& scenario : setup.scenarios) {
    if (options.gradient) {
      replays.gradients.push_back(GradientOf(program, *setup.topology, scenario, setup.options));
    }
  }
  return replays;
}

void WriteFiles(const ReplayCommandOptions& options, const Timeline& timeline) {
  if (!options.events.empty()) WriteFileAtomically(options.events, JsonText(TimelineEvents(timeline)));
  if (!options.otf2.empty()) WriteOtf2(timeline, options.otf2);
}

// Files are of the first model.
Replays InTime(const ReplayCommandOptions& options, const ReplaySetup& setup, const Program& program) {
  if (options.gradient) throw UsageError("--gradient: is not known in the order of time");
  Replays replays;
  for (const Scenario& scenario : setup.scenarios) {
    Timeline timeline(program.ranks());
    replays.results.push_back(ReplayInTime(program, *setup.topology, scenario, setup.options, &timeline));
    if (replays.results.size() == 1) WriteFiles(options, timeline);
    if (options.critical_path) replays.paths.push_back(CriticalPath(timeline));
    if (options.columns == 0) continue;
    replays.timelines += fmt::format("{}:\n{}", scenario.model.name,
                                     TimelineText(timeline, replays.results.back().parallel_seconds, options.columns));
  }
  return replays;
}

Json ToJson(const Replays& replays, const std::vector<std::string>& notes) {
  Json models = Json::array();
  for (std::size_t i = 0; i < replays.results.size(); ++i) {
    Json model = {{"model", replays.names[i]}};
    model.update(ToJson(replays.results[i]));
    if (!replays.gradients.empty()) model["gradient"] = ToJson(replays.gradients[i]);
    if (!replays.paths.empty()) model["critical_path"] = ToJson(replays.paths[i]);
    models.push_back(std::move(model));
  }
  return {{"models", models}, {"notes", notes}};
}

std::string TextOf(const Replays& replays, const std::vector<std::string>& notes) {
  std::string text = ReplayText(replays.names, replays.results);
  for (std::size_t i = 0; i < replays.gradients.size(); ++i) {
    text +=
        fmt::format("\n{}: how often each parameter counts\n{}", replays.names[i], GradientText(replays.gradients[i]));
  }
  for (std::size_t i = 0; i < replays.paths.size(); ++i) {
    text += fmt::format("\n{}: critical path: {}\n", replays.names[i], PathText(replays.paths[i]));
  }
  if (!replays.timelines.empty()) text += "\n" + replays.timelines;
  for (const std::string& note : notes) text += fmt::format("note: {}\n", note);
  return text;
}

ExitCode Execute(ReplayCommandOptions options, const CommandContext& context) {
  if (options.at_arrival) options.setup.replay.receive_cost = ReceiveCost::kAtArrival;
  const ReplaySetup setup = ReadReplaySetup(options.setup, context);
  const ExpandedProgram program(*setup.program, *setup.communicators);
  Replays replays = options.InTime() ? InTime(options, setup, program) : WithoutOrder(options, setup, program);
  for (const Scenario& scenario : setup.scenarios) replays.names.push_back(scenario.model.name);
  std::vector<std::string> notes = setup.notes;
  if (replays.results[0].unreceived > 0) {
    notes.push_back(fmt::format("{} messages are never received", replays.results[0].unreceived));
  }
  context.streams.out << (options.json ? JsonText(ToJson(replays, notes)) : TextOf(replays, notes));
  return ExitCode::kPass;
}

constexpr const char* kFooter = R"(Examples:
  mpigauge replay t1 --model network.json      how long the program takes there
  mpigauge replay t1 --model network.json --topology torus:8x8 --critical-path
  mpigauge replay t1 --run latest              with what this run measured
  mpigauge replay t1 --model network.json --events replay.json

What is not modelled: )";

void AddEngineOptions(CLI::App& command, ReplayCommandOptions& options) {
  const InGroup group(command, "Replay");
  ReplayOptions& replay = options.setup.replay;
  command.add_flag("--receive-at-arrival", options.at_arrival, "Charge a receive when its message arrives");
  command.add_flag("--in-time", options.in_time, "Replay in the order of time; allows wildcards");
  command.add_flag("--busy-links", replay.busy_links, "A link carries one message at a time");
  command.add_flag("--busy-receivers", replay.busy_receivers, "A host takes in one message at a time");
}

void AddOutputOptions(CLI::App& command, ReplayCommandOptions& options) {
  const InGroup group(command, kOutputGroup);
  command.add_flag("--gradient", options.gradient, "Print how often each parameter counts");
  command.add_flag("--critical-path", options.critical_path, "Print the path that determines the time");
  command.add_option("--timeline", options.columns, "Print what each rank did when, in this many columns")
      ->check(CLI::Range(1, 1000));
  command.add_option("--events", options.events, "Write events for ui.perfetto.dev (first model)")->type_name("FILE");
  command.add_option("--otf2", options.otf2, "Write an OTF2 archive into this new folder")->type_name("FOLDER");
  AddFormatOption(command, options.json);
}

}  // namespace

void AddReplayCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<ReplayCommandOptions>();
  CLI::App* command = app.add_subcommand("replay", "Simulate a traced program on another network");
  command->footer(kFooter + NameOfPage("methods/replay"));
  options->setup.AddTo(*command);
  AddEngineOptions(*command, *options);
  AddOutputOptions(*command, *options);
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
