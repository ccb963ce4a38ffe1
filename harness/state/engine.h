#pragma once

#include <mpi.h>

#include <atomic>
#include <string>

#include "harness/agree/control.h"
#include "harness/agree/pair.h"
#include "harness/clock/global_clock.h"
#include "harness/state/buffer_modes.h"
#include "harness/sync/synchronizer.h"

namespace mpigauge {

// The parts of the launch that a visit needs. They are made once after MPI_Init, the same for all series.
struct Engine {
  const Control& control;
  const GlobalClock& clock;
  Synchronizer& synchronizer;
  MPI_Comm communicator;            // what the cases use; never the harness's own
  std::atomic<const char*>& phase;  // what this rank is doing, for the watchdog
  Pair pair{};                      // of the point-to-point cases
  PairsByDistance pairs = {};       // of those that are measured at every distance
  BufferPlan buffers = {};
  VerifyMode verify = VerifyMode::kSample;
  bool subtract_overhead = false;  // from the figures that are shown
  bool per_rank = false;           // every rank's own durations are gathered
  std::string io_directory = {};   // of the cases' files
};

}  // namespace mpigauge
