#include "simulator/examples/example.h"

#include <fmt/format.h>
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <sstream>

#include "harness/agree/control.h"
#include "harness/base/error.h"
#include "harness/environment/environment.h"
#include "harness/environment/handover.h"
#include "harness/environment/places.h"

namespace mpigauge {
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

ExitCode Run(const char* name, Example& example, Handover& handover, bool check) {
  const double begin = TimeAfterBarrier();
  example.Prepare(WorldRank(), WorldSize());
  const double before = handover.Measure();
  const double start = TimeAfterBarrier();
  example.Solve();
  const double end = TimeAfterBarrier();
  const double after = handover.Measure();
  const bool right = !check || AllFindItRight(example);
  if (WorldRank() == 0) {
    std::cout << fmt::format(
        "{} {} ranks={} seconds={:.9f} whole_seconds={:.9f} handover_seconds={:.10f},{:.10f} check={}\n", name,
        example.Problem(), WorldSize(), end - start, end - begin, before, after,
        !check  ? "none"
        : right ? "passed"
                : "failed");
  }
  return right ? ExitCode::kPass : ExitCode::kFail;
}

ExitCode RunAll(const char* name, Example& example, int times, bool check) {
  const Control control(MPI_COMM_WORLD);
  Handover handover(control, FindPlaces(control), FindPlacement(control).oversubscribed);
  ExitCode worst = ExitCode::kPass;
  for (int i = 0; i < times; ++i) worst = std::max(worst, Run(name, example, handover, check));
  return worst;
}

ExitCode ParseAndRun(const char* name, const char* description, Example& example, int argc, char** argv) {
  CLI::App app(description, name);
  bool no_check = false;
  int times = 1;
  example.AddOptions(app);
  app.add_option("--times", times, "Solve it so often, and print a line for each time")->check(CLI::Range(1, 1000000));
  app.add_flag("--no-check", no_check, "Do not compare the answer with that of one process");
  try {
    app.parse(argc, argv);
    return RunAll(name, example, times, !no_check);
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
