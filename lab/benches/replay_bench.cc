// How many events a second the simulator replays, and in how much memory. An event is a computation, a send, a receive
// or an arrival; with several models in one pass each event counts once.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <memory>
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

constexpr std::int64_t kBytes = 1024;

std::unique_ptr<Program> StencilOf(std::int64_t side, std::int64_t iterations) {
  return StencilProgram({.width = static_cast<int>(side),
                         .height = static_cast<int>(side),
                         .iterations = static_cast<int>(iterations),
                         .bytes = kBytes,
                         .calc_ns = 5000,
                         .jitter = 0.1});
}

// Side of the grid, iterations, models in one pass.
void StencilReplay(benchmark::State& state) {
  Replay(state, *StencilOf(state.range(0), state.range(1)), state.range(2));
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

// The same in the order of time, one model.
void StencilInTime(benchmark::State& state) {
  const auto program = StencilOf(state.range(0), state.range(1));
  const auto network = CompleteNetwork(program->ranks());
  const auto scenarios = Scenarios(1);
  std::int64_t events = 0;
  for (auto _ : state) events += ReplayInTime(*program, *network, scenarios[0]).events;
  Report(state, events);
}
BENCHMARK(StencilInTime)
    ->ArgNames({"side", "iterations"})
    ->Args({32, 100})
    ->Args({320, 10})
    ->Unit(benchmark::kMillisecond);

// The program that the replay is compared with: the arithmetic of the stencil in plain loops over arrays, without
// programs, requests or matching, written for this stencil alone. Its result must be that of the replay.
class PlainStencil {
 public:
  PlainStencil(std::int64_t side, std::int64_t iterations)
      : side_(static_cast<std::size_t>(side)), iterations_(static_cast<std::size_t>(iterations)) {
    const auto program = StencilOf(side, iterations);
    std::vector<Operation> buffer;
    for (std::size_t i = 0; i < iterations_; ++i) {
      for (int rank = 0; rank < program->ranks(); ++rank) {
        calc_ns_.push_back(static_cast<double>(program->Fetch(rank, i, buffer).operations[0].amount));
      }
    }
  }

  double Seconds(const NetworkModel& model) const {
    const std::size_t ranks = side_ * side_;
    const double send = model.send_overhead.At(kBytes) * 1e9;
    const double receive = model.receive_overhead.At(kBytes) * 1e9;
    const double gap = model.gap.At(kBytes) * 1e9;
    const double transit = TransitSeconds(model, kBytes, 1) * 1e9;
    std::vector<double> time(ranks);
    std::vector<double> free(ranks);
    std::vector<double> arrivals(4 * ranks);  // of what each rank sent to each side
    for (std::size_t i = 0; i < iterations_; ++i) {
      for (std::size_t rank = 0; rank < ranks; ++rank) {
        double now = time[rank] + calc_ns_[i * ranks + rank];
        for (std::size_t to = 0; to < 4; ++to) {
          const double begin = std::max(now, free[rank]);
          now = begin + send;
          free[rank] = begin + gap;
          arrivals[4 * rank + to] = now + transit;
        }
        time[rank] = now;
      }
      for (std::size_t y = 0; y < side_; ++y) {
        const std::size_t below = (y + 1 == side_ ? 0 : y + 1) * side_;
        const std::size_t above = (y == 0 ? side_ - 1 : y - 1) * side_;
        for (std::size_t x = 0; x < side_; ++x) {
          const std::size_t right = y * side_ + (x + 1 == side_ ? 0 : x + 1);
          const std::size_t left = y * side_ + (x == 0 ? side_ - 1 : x - 1);
          double& now = time[y * side_ + x];
          std::array from = {arrivals[4 * right + 1], arrivals[4 * left], arrivals[4 * (below + x) + 3],
                             arrivals[4 * (above + x) + 2]};
          std::sort(from.begin(), from.end());
          for (const double arrival : from) now = std::max(now, arrival) + receive;
        }
      }
    }
    return *std::max_element(time.begin(), time.end()) * 1e-9;
  }

 private:
  std::size_t side_;
  std::size_t iterations_;
  std::vector<double> calc_ns_;
};

void StencilPlain(benchmark::State& state) {
  const PlainStencil plain(state.range(0), state.range(1));
  const auto scenarios = Scenarios(1);
  const auto program = StencilOf(state.range(0), state.range(1));
  const auto replayed = ReplayOrderFree(*program, *CompleteNetwork(program->ranks()), scenarios)[0];
  for (auto _ : state) {
    if (plain.Seconds(scenarios[0].model) != replayed.parallel_seconds) state.SkipWithError("another result");
  }
  Report(state, replayed.events * static_cast<std::int64_t>(state.iterations()));
}
BENCHMARK(StencilPlain)->ArgNames({"side", "iterations"})->Args({320, 10})->Unit(benchmark::kMillisecond);

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
