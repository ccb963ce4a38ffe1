// Replays a program that is given as text.
//   simulator-replay PROGRAM --model MODEL.json [--topology torus:4x4] [--gradient]
// Prints JSON. Exit codes: 0, or 4 for wrong input, which includes a deadlock.
#include <CLI/CLI.hpp>
#include <iostream>

#include "harness/base/error.h"
#include "harness/base/file.h"
#include "harness/base/json.h"
#include "simulator/program/expanded_program.h"
#include "simulator/program/program_text.h"
#include "simulator/replay/gradient.h"
#include "simulator/replay/replay.h"

namespace mpigauge {
namespace {

struct Arguments {
  std::string program;
  std::string model;
  std::string topology;
  double compute_factor = 1;
  bool at_arrival = false;
  bool gradient = false;
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

Json Run(const Arguments& arguments) {
  const auto parsed = ParseProgram(ReadFile(arguments.program), arguments.program);
  const ExpandedProgram program(*parsed.program, *parsed.communicators);
  const auto topology =
      arguments.topology.empty() ? CompleteNetwork(program.ranks()) : ParseTopology(arguments.topology);
  const ReplayOptions options{.receive_cost = arguments.at_arrival ? ReceiveCost::kAtArrival : ReceiveCost::kInWait};
  std::vector<Scenario> scenarios;
  for (auto& model : ReadNetworkModels(arguments.model)) {
    scenarios.push_back({.model = std::move(model), .compute_factor = arguments.compute_factor});
  }
  const auto results = ReplayOrderFree(program, *topology, scenarios, options);
  Json models = Json::array();
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    models.push_back(ToJson(results[i], scenarios[i].model.name));
    if (arguments.gradient) models[i]["gradient"] = ToJson(GradientOf(program, *topology, scenarios[i], options));
  }
  return models;
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
  CLI11_PARSE(app, argc, argv);
  try {
    std::cout << mpigauge::JsonText(mpigauge::Run(arguments));
  } catch (const mpigauge::Error& error) {
    std::cerr << "simulator-replay: " << error.what() << "\n";
    return static_cast<int>(error.code());
  }
  return 0;
}
