#include "simulator/examples/example.h"

#include <fmt/format.h>
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <limits>
#include <sstream>

#include "harness/base/error.h"

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

// Seconds from rank 0 to rank 1: half a round trip of 8 bytes, of several averages the smallest. 0 of a single rank.
// What is preloaded to slow or trace messages is passed by.
double OneWaySeconds() {
  constexpr int kAverages = 5;
  constexpr int kRoundTrips = 50;
  if (WorldRank() > 1 || WorldSize() < 2) return 0;
  const int other = 1 - WorldRank();
  double data = 0;
  double smallest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kAverages; ++i) {
    const double begin = MPI_Wtime();
    for (int trip = 0; trip < kRoundTrips; ++trip) {
      if (other == 1) PMPI_Send(&data, 1, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
      PMPI_Recv(&data, 1, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (other == 0) PMPI_Send(&data, 1, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
    }
    smallest = std::min(smallest, (MPI_Wtime() - begin) / (2 * kRoundTrips));
  }
  return smallest;
}

// Whether no rank finds anything wrong.
bool AllFindItRight(Example& example) {
  const std::string wrong = example.WhatIsWrong();
  if (!wrong.empty()) std::cerr << fmt::format("rank {}: {}\n", WorldRank(), wrong);
  int right = wrong.empty() ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return right == 1;
}

ExitCode Run(const char* name, Example& example, bool check) {
  const double way_before = OneWaySeconds();
  const double begin = TimeAfterBarrier();
  example.Prepare(WorldRank(), WorldSize());
  const double start = TimeAfterBarrier();
  example.Solve();
  const double end = TimeAfterBarrier();
  const double way_after = OneWaySeconds();
  const bool right = !check || AllFindItRight(example);
  if (WorldRank() == 0) {
    std::cout << fmt::format(
        "{} {} ranks={} seconds={:.9f} whole_seconds={:.9f} one_way_seconds={:.9f},{:.9f} check={}\n", name,
        example.Problem(), WorldSize(), end - start, end - begin, way_before, way_after,
        !check  ? "none"
        : right ? "passed"
                : "failed");
  }
  return right ? ExitCode::kPass : ExitCode::kFail;
}

ExitCode ParseAndRun(const char* name, const char* description, Example& example, int argc, char** argv) {
  CLI::App app(description, name);
  bool no_check = false;
  example.AddOptions(app);
  app.add_flag("--no-check", no_check, "Do not compare the answer with that of one process");
  try {
    app.parse(argc, argv);
    return Run(name, example, !no_check);
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
