// Replays a program that is given as text.
//   simulator-replay PROGRAM --model MODEL.json [--topology torus:4x4] [--gradient] [--timeline 100]
// Prints JSON, or a timeline. Exit codes: 0, or 4 for wrong input, which includes a deadlock.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <map>

#include "harness/base/error.h"
#include "harness/base/file.h"
#include "harness/base/json.h"
#include "harness/base/units.h"
#include "simulator/program/expanded_program.h"
#include "simulator/program/program_text.h"
#include "simulator/replay/critical_path.h"
#include "simulator/replay/gradient.h"
#include "simulator/replay/replay.h"
#include "simulator/replay/timeline.h"

namespace mpigauge {
namespace {

struct Arguments {
  std::string program;
  std::string model;
  std::string topology;
  double compute_factor = 1;
  bool at_arrival = false;
  bool in_time = false;
  bool busy_links = false;
  bool busy_receivers = false;
  bool gradient = false;
  bool critical_path = false;
  std::size_t columns = 0;
  std::string events;
};

Json ToJson(const ReplayResult& result, const std::string& model) {
  Json ranks = Json::array();
  for (std::size_t rank = 0; rank < result.finish_seconds.size(); ++rank) {
    ranks.push_back({{"finish_seconds", result.finish_seconds[rank]},
                     {"compute_seconds", result.compute_seconds[rank]},
                     {"utilization", result.Utilization(static_cast<int>(rank))}});
  }
  return {{"model", model},
          {"parallel_seconds", result.parallel_seconds},
          {"serial_seconds", result.serial_seconds},
          {"speedup", result.speedup()},
          {"events", result.events},
          {"messages", result.messages},
          {"unreceived", result.unreceived},
          {"ranks", ranks}};
}

Json ToJson(const Gradient& gradient) {
  return {{"link_seconds", gradient.link_seconds},
          {"link_seconds_per_byte", gradient.link_seconds_per_byte},
          {"send_overhead_seconds", gradient.send_overhead_seconds},
          {"receive_overhead_seconds", gradient.receive_overhead_seconds},
          {"gap_seconds", gradient.gap_seconds},
          {"gap_seconds_per_byte", gradient.gap_seconds_per_byte},
          {"compute_factor", gradient.compute_factor}};
}

// How much of the critical path is what.
Json ToJson(const std::vector<PathPiece>& path) {
  std::map<PathPiece::Kind, double> seconds;
  Json pieces = Json::array();
  const auto name = [](PathPiece::Kind kind) {
    switch (kind) {
      case PathPiece::Kind::kCompute:
        return "compute";
      case PathPiece::Kind::kOverhead:
        return "overhead";
      case PathPiece::Kind::kMessage:
        return "message";
      case PathPiece::Kind::kInterface:
        return "interface";
      case PathPiece::Kind::kCollective:
        return "collective";
    }
    return "?";
  };
  for (const PathPiece& piece : path) {
    seconds[piece.kind] += piece.end - piece.begin;
    pieces.push_back(
        {{"what", name(piece.kind)}, {"rank", piece.rank}, {"begin_seconds", piece.begin}, {"end_seconds", piece.end}});
  }
  Json sums;
  for (const auto& [kind, sum] : seconds) sums[std::string(name(kind)) + "_seconds"] = sum;
  return {{"sums", sums}, {"pieces", pieces}};
}

ReplayOptions OptionsOf(const Arguments& arguments) {
  return {.receive_cost = arguments.at_arrival ? ReceiveCost::kAtArrival : ReceiveCost::kInWait,
          .busy_links = arguments.busy_links,
          .busy_receivers = arguments.busy_receivers};
}

std::vector<Scenario> ScenariosOf(const Arguments& arguments) {
  std::vector<Scenario> scenarios;
  for (auto& model : ReadNetworkModels(arguments.model)) {
    scenarios.push_back({.model = std::move(model), .compute_factor = arguments.compute_factor});
  }
  return scenarios;
}

std::string WithoutOrder(const Arguments& arguments, const Program& program, const Topology& topology) {
  const auto scenarios = ScenariosOf(arguments);
  const auto options = OptionsOf(arguments);
  const auto results = ReplayOrderFree(program, topology, scenarios, options);
  Json models = Json::array();
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    models.push_back(ToJson(results[i], scenarios[i].model.name));
    if (arguments.gradient) models[i]["gradient"] = ToJson(GradientOf(program, topology, scenarios[i], options));
  }
  return JsonText(models);
}

std::string InTime(const Arguments& arguments, const Program& program, const Topology& topology) {
  if (arguments.gradient) throw UsageError("--gradient: is not known in the order of time");
  Json models = Json::array();
  std::string timelines;
  for (const Scenario& scenario : ScenariosOf(arguments)) {
    Timeline timeline(program.ranks());
    const auto result = ReplayInTime(program, topology, scenario, OptionsOf(arguments), &timeline);
    if (!arguments.events.empty() && models.empty()) {
      WriteFileAtomically(arguments.events, JsonText(TimelineEvents(timeline)));
    }
    models.push_back(ToJson(result, scenario.model.name));
    if (arguments.critical_path) models.back()["critical_path"] = ToJson(CriticalPath(timeline));
    if (arguments.columns == 0) continue;
    timelines += fmt::format("{}: {}, speedup {:.3f}\n{}", scenario.model.name, FormatSeconds(result.parallel_seconds),
                             result.speedup(), TimelineText(timeline, result.parallel_seconds, arguments.columns));
  }
  return arguments.columns == 0 ? JsonText(models) : timelines;
}

std::string Run(const Arguments& arguments) {
  const auto parsed = ParseProgram(ReadFile(arguments.program), arguments.program);
  const ExpandedProgram program(*parsed.program, *parsed.communicators);
  const auto topology =
      arguments.topology.empty() ? CompleteNetwork(program.ranks()) : ParseTopology(arguments.topology);
  const bool in_time = arguments.in_time || arguments.busy_links || arguments.busy_receivers ||
                       arguments.critical_path || arguments.columns != 0 || !arguments.events.empty();
  return in_time ? InTime(arguments, program, *topology) : WithoutOrder(arguments, program, *topology);
}

}  // namespace
}  // namespace mpigauge

int main(int argc, char** argv) {
  mpigauge::Arguments arguments;
  CLI::App app("How long a program takes on a network", "simulator-replay");
  app.add_option("program", arguments.program, "What the ranks do, see simulator/program/program_text.h")->required();
  app.add_option("--model", arguments.model, "What messages cost: JSON, one model or a list")->required();
  app.add_option("--topology", arguments.topology, "Such as torus:4x4 or lists:FILE; all joined to all without it");
  app.add_option("--compute-factor", arguments.compute_factor, "Computations take so many times as long");
  app.add_flag("--receive-at-arrival", arguments.at_arrival, "Receiving costs at the arrival, not in the wait");
  app.add_flag("--gradient", arguments.gradient, "Also how much each parameter of the model counts");
  app.add_flag("--in-time", arguments.in_time, "In the order of time: receives may have wildcards");
  app.add_flag("--busy-links", arguments.busy_links, "A link carries one message at a time (in the order of time)");
  app.add_flag("--busy-receivers", arguments.busy_receivers, "A host takes in one message at a time, by the gap");
  app.add_flag("--critical-path", arguments.critical_path, "Also what made it take as long (in the order of time)");
  app.add_option("--timeline", arguments.columns, "A line of so many columns for each rank, instead of JSON")
      ->check(CLI::Range(1, 1000));
  app.add_option("--events", arguments.events, "A file for ui.perfetto.dev or chrome://tracing (of the first model)");
  try {
    app.parse(argc, argv);
    std::cout << mpigauge::Run(arguments);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(mpigauge::ExitCode::kUsage);
  } catch (const mpigauge::Error& error) {
    std::cerr << "simulator-replay: " << error.what() << "\n";
    return static_cast<int>(error.code());
  }
  return 0;
}
