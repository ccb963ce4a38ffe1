// How many events a second the simulator replays, and in how much memory. An event is a computation, a send, a receive
// or an arrival; with several models in one pass each event counts once.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <algorithm>
#include <vector>

#include "simulator/network/topology.h"
#include "simulator/program/expanded_program.h"
#include "simulator/program/generators.h"
#include "simulator/replay/replay.h"

namespace mpigauge {
namespace {

// LogGP of a fast network; each further scenario is 1% slower.
std::vector<Scenario> Scenarios(std::int64_t count) {
  std::vector<Scenario> scenarios;
  for (std::int64_t i = 0; i < count; ++i) {
    const double factor = 1 + 0.01 * static_cast<double>(i);
    Scenario scenario;
    scenario.model.link = Curve(1.6e-6 * factor, 1e-9 * factor);
    scenario.model.send_overhead = Curve(4e-7 * factor, 0);
    scenario.model.receive_overhead = Curve(4e-7 * factor, 0);
    scenario.model.gap = Curve(2e-7 * factor, 1e-9 * factor);
    scenarios.push_back(scenario);
  }
  return scenarios;
}

void Report(benchmark::State& state, std::int64_t events) {
  state.SetItemsProcessed(events);
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  state.counters["peak_MiB"] = static_cast<double>(usage.ru_maxrss) / 1024;  // of the whole process: one filter a time
}

void Replay(benchmark::State& state, const Program& program, std::int64_t models) {
  const auto network = CompleteNetwork(program.ranks());
  const auto scenarios = Scenarios(models);
  std::int64_t events = 0;
  for (auto _ : state) {
    const auto results = ReplayOrderFree(program, *network, scenarios);
    events += results[0].events;
    benchmark::DoNotOptimize(results[0].parallel_seconds);
  }
  Report(state, events);
}

// Side of the grid, iterations, models in one pass.
void StencilReplay(benchmark::State& state) {
  const auto side = static_cast<int>(state.range(0));
  const auto program = StencilProgram({.width = side,
                                       .height = side,
                                       .iterations = static_cast<int>(state.range(1)),
                                       .bytes = 1024,
                                       .calc_ns = 5000,
                                       .jitter = 0.1});
  Replay(state, *program, state.range(2));
}
BENCHMARK(StencilReplay)
    ->ArgNames({"side", "iterations", "models"})
    ->Args({32, 100, 1})
    ->Args({320, 10, 1})
    ->Args({320, 10, 2})
    ->Args({320, 10, 4})
    ->Args({320, 10, 8})
    ->Args({1024, 10, 1})
    ->Unit(benchmark::kMillisecond);

// Logarithm of the number of ranks, models in one pass.
void RecursiveDoublingReplay(benchmark::State& state) {
  const CollectiveLoop loop{.collective = {.kind = CollectiveKind::kAllreduce,
                                           .algorithm = Algorithm::kRecursiveDoubling,
                                           .ranks = 1 << state.range(0),
                                           .bytes = 8},
                            .iterations = 1,
                            .calc_ns = 5000};
  const auto program = CollectiveProgram(loop);
  const Communicators world(loop.collective.ranks);
  Replay(state, ExpandedProgram(*program, world), state.range(1));
}
BENCHMARK(RecursiveDoublingReplay)
    ->ArgNames({"log_ranks", "models"})
    ->Args({10, 1})
    ->Args({14, 1})
    ->Args({17, 1})
    ->Args({17, 8})
    ->Args({20, 1})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace mpigauge

BENCHMARK_MAIN();
