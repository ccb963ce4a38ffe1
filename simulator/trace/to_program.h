#pragma once

#include <memory>
#include <string>
#include <vector>

#include "simulator/program/program.h"
#include "simulator/trace/trace_set.h"

namespace mpigauge {

struct ToProgramOptions {
  // CPU time between two tests or probes is polling, and not computation, where the first found nothing and it is at
  // most this long. A longer time was computation between two looks.
  double polling_seconds = 5e-6;

  // The replay has only the part between these two barriers of the world, the second one included; they are counted
  // from 1. 0, 0: everything. For programs that measure themselves between barriers.
  int from_barrier = 0;
  int to_barrier = 0;
};

struct TracedProgram {
  std::unique_ptr<ListedProgram> program;  // says where its operations come from: "rank 3, call 17 (MPI_Recv)"
  std::unique_ptr<Communicators> communicators;
  std::vector<std::string> hosts;  // of each rank
  std::vector<std::string> notes;  // what is not modelled, or not as it was; with how often it occurs
};

// Returns the work of the traced ranks as a program that can be replayed (see ExpandedProgram for its collectives).
//   computation   the CPU time before each call, from the end of MPI_Init on, without polling
//   wildcards     receives ask for the message that they received
//   waits, tests  that completed something wait for that, in the order of the call; those that did not are nothing
//   persistent    each start is a send or receive of its own
//   probes        that found a message receive it; the receive that takes it later is nothing
//   collectives   the n-th of all ranks on a communicator belong together. Those with a size for each rank (gatherv,
//                 alltoallv, ...) count with the ranks' mean. Nonblocking ones are messages: the first round
//                 begins in the call, the others go in the wait.
//   communicators are made by a collective of 8 bytes: an allreduce, or an allgather for MPI_Comm_split
//   threads       of a rank go one after the other
// Sends that nobody waits for (buffered, freed requests) are waited for much later.
// Throws Error (usage) naming rank and call where collectives do not fit together, a communicator is unknown, or a
// peer is none of its ranks. Messages that are missing are a deadlock, which is found by the replay.
TracedProgram ToProgram(const TraceSet& traces, const ToProgramOptions& options = {});

}  // namespace mpigauge
