#include "lab/examples/example.h"

#include <fmt/format.h>
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <limits>
#include <random>
#include <sstream>

#include "base/error.h"
#include "harness/agree/control.h"
#include "harness/environment/environment.h"
#include "harness/environment/places.h"
#include "harness/environment/reference_kernels.h"

namespace mpigauge {

double Pace::Measure() {
  constexpr int kTimes = 4;
  constexpr int kRounds = 50;
  std::int64_t fastest = std::numeric_limits<std::int64_t>::max();
  for (int time = 0; time < kTimes; ++time) {
    control_.Barrier();
    fastest = std::min(fastest, arithmetic_.Time(kRounds));
  }
  control_.MaxToRoot({&fastest, 1});
  return static_cast<double>(fastest) * 1e-9;
}

namespace {

int WorldRank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int WorldSize() {
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

double TimeAfterBarrier() {
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Wtime();
}

// Whether no rank finds anything wrong.
bool AllFindItRight(Example& example) {
  const std::string wrong = example.WhatIsWrong();
  if (!wrong.empty()) std::cerr << fmt::format("rank {}: {}\n", WorldRank(), wrong);
  int right = wrong.empty() ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return right == 1;
}

// The state of the machine, which changes under way if others have a part of it.
struct Machine {
  double handover_seconds;
  double pace_seconds;
};

class MachineProbe {
 public:
  explicit MachineProbe(const Control& control)
      : references_(control, FindPlaces(control), FindPlacement(control).oversubscribed), pace_(control) {}

  Machine Measure() {
    const double pace = pace_.Measure();
    return {references_.Measure().handover, pace};
  }

 private:
  ReferenceKernels references_;
  Pace pace_;
};

ExitCode Run(const char* name, Example& example, MachineProbe& probe, bool tools, bool check) {
  MPI_Pcontrol(tools ? 1 : 0);
  const double begin = TimeAfterBarrier();
  example.Prepare(WorldRank(), WorldSize());
  const Machine before = probe.Measure();
  const double start = TimeAfterBarrier();
  example.Solve();
  const double end = TimeAfterBarrier();
  const Machine after = probe.Measure();
  const bool right = !check || AllFindItRight(example);
  if (WorldRank() == 0) {
    std::cout << fmt::format(
        "{} {} ranks={} seconds={:.9f} whole_seconds={:.9f} handover_seconds={:.10f},{:.10f} "
        "pace_seconds={:.9f},{:.9f} tools={} check={}\n",
        name, example.Problem(), WorldSize(), end - start, end - begin, before.handover_seconds, after.handover_seconds,
        before.pace_seconds, after.pace_seconds, tools ? "on" : "off",
        !check  ? "none"
        : right ? "passed"
                : "failed");
  }
  return right ? ExitCode::kPass : ExitCode::kFail;
}

// Two times with tools on and off, in an order that is drawn and the same on all ranks; the first one of all is on.
class Turns {
 public:
  Turns(bool alternate, unsigned seed) : alternate_(alternate), random_(seed) {}

  bool Next() {
    if (!alternate_ || count_++ == 0) return true;
    if (count_ % 2 != 0) return !last_;
    last_ = (random_() & 1) != 0;
    return last_;
  }

 private:
  bool alternate_;
  std::mt19937 random_;
  int count_ = 0;
  bool last_ = true;
};

struct Times {
  int times = 1;
  bool alternate = false;  // tools on and off
  unsigned seed = 1;
  bool check = true;
};

ExitCode RunAll(const char* name, Example& example, const Times& asked) {
  const Control control(MPI_COMM_WORLD);
  MachineProbe probe(control);
  ExitCode worst = ExitCode::kPass;
  Turns turns(asked.alternate, asked.seed);
  for (int i = 0; i < asked.times; ++i) {
    worst = std::max(worst, Run(name, example, probe, turns.Next(), asked.check));
  }
  return worst;
}

ExitCode ParseAndRun(const char* name, const char* description, Example& example, int argc, char** argv) {
  CLI::App app(description, name);
  Times asked;
  example.AddOptions(app);
  app.add_option("--times", asked.times, "Solve it so often, and print a line for each time")
      ->check(CLI::Range(1, 1000000));
  app.add_flag("--alternate", asked.alternate,
               "From the second time on, two times each with tools on and off by MPI_Pcontrol, in a drawn order");
  app.add_option("--seed", asked.seed, "Of that order");
  app.add_flag("--no-check{false}", asked.check, "Do not compare the answer with that of one process");
  try {
    app.parse(argc, argv);
    return RunAll(name, example, asked);
  } catch (const CLI::ParseError& error) {
    std::ostringstream unheard;
    const bool heard = WorldRank() == 0;
    const int code = app.exit(error, heard ? std::cout : unheard, heard ? std::cerr : unheard);
    return code == 0 ? ExitCode::kPass : ExitCode::kUsage;
  } catch (const Error& error) {
    if (WorldRank() == 0) std::cerr << name << ": " << error.what() << "\n";
    return error.code();
  }
}

}  // namespace

int RunExample(const char* name, const char* description, Example& example, int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const ExitCode code = ParseAndRun(name, description, example, argc, argv);
  MPI_Finalize();
  return static_cast<int>(code);
}

}  // namespace mpigauge
