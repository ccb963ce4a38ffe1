#pragma once

#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// A program that solves a problem with all ranks of MPI_COMM_WORLD and knows whether its answer is right.
class Example {
 public:
  virtual ~Example() = default;

  virtual void AddOptions(CLI::App& app) = 0;

  // What was solved, as words for the printed line: "elements=20000".
  virtual std::string Problem() const = 0;

  // Makes this rank's part of the input, without messages. Throws Error (usage), on all ranks or on none.
  virtual void Prepare(int rank, int ranks) = 0;

  virtual void Solve() = 0;

  // Compares with what one process would have found: empty, or what differs. All ranks call it.
  virtual std::string WhatIsWrong() = 0;
};

// The main program of an example. Rank 0 prints one line:
//   halo-exchange doubles=10000 ... ranks=2 seconds=0.0174 whole_seconds=0.0175 one_way_seconds=1.6e-07,1.7e-07
//   check=passed
// `one_way_seconds` is a message of 8 bytes from rank 0 to rank 1, before and after everything: on some machines
// launches differ much in it, and with it in their times. `seconds` is Solve() between two barriers, `whole_seconds`
// also has Prepare(), from a barrier at the very beginning: almost all that the program does between MPI_Init and
// MPI_Finalize where it is run with --no-check. Returns 0, 1 where the answer is wrong (each rank that finds it so says
// what is wrong), or 4 for wrong options.
int RunExample(const char* name, const char* description, Example& example, int argc, char** argv);

}  // namespace mpigauge
