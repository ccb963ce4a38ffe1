#pragma once

#include <string>

#include "harness/agree/control.h"
#include "harness/environment/arithmetic.h"

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// How long a fixed piece of arithmetic takes while all ranks do it.
class Pace {
 public:
  explicit Pace(const Control& control) : control_(control) {}

  // Seconds: the fastest of a few times, of the slowest rank; on rank 0. Some 100 us. Collective.
  double Measure();

 private:
  const Control& control_;
  Arithmetic arithmetic_;
};

// A program that solves a problem with all ranks of MPI_COMM_WORLD and knows whether its answer is right.
class Example {
 public:
  virtual ~Example() = default;

  virtual void AddOptions(CLI::App& app) = 0;

  // The problem that was solved, as words for the printed line: "elements=20000".
  virtual std::string Problem() const = 0;

  // Makes this rank's part of the input, without messages. Throws Error (usage), on all ranks or on none.
  virtual void Prepare(int rank, int ranks) = 0;

  virtual void Solve() = 0;

  // Compares with what one process would have found: empty, or what differs. All ranks call it.
  virtual std::string WhatIsWrong() = 0;
};

// The main program of an example. Rank 0 prints one line, or --times of them:
//   halo-exchange doubles=10000 ... ranks=2 seconds=0.0174 whole_seconds=0.0175 handover_seconds=2.7e-08,2.8e-08
//   tools=on check=passed
// `seconds` is Solve() between two barriers, `whole_seconds` also has Prepare(), from a barrier at the very beginning:
// almost all that the program does between MPI_Init and MPI_Finalize where it is run with --no-check.
// `handover_seconds` is how long a cache line takes between ranks, before and after Solve(): record/
// record.h. `tools` is what MPI_Pcontrol said before: with --alternate it is on and off in turns. Returns 0, 1 where
// the answer is wrong (each rank that finds it so says what is wrong), or 4 for wrong options.
int RunExample(const char* name, const char* description, Example& example, int argc, char** argv);

}  // namespace mpigauge
