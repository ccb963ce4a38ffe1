// These events happen once in a process: starting MPI, and meeting the others for the first time; and the memory that
// it takes. Source: MPIPerf 7 [KU15], OSU 7.5 osu_init.
#include "harness/state/start_up.h"

#include <mpi.h>

#include <vector>

#include "base/memory_use.h"
#include "harness/state/state.h"

namespace mpigauge {
namespace {

void CountMemory(State& state, const MemoryUse& now, const MemoryUse& before) {
  state.Counter("resident_bytes", static_cast<double>(now.resident));
  state.Counter("proportional_bytes", static_cast<double>(now.proportional));
  state.Counter("added_resident_bytes", static_cast<double>(now.resident - before.resident));
  state.Counter("added_proportional_bytes", static_cast<double>(now.proportional - before.proportional));
}

// MPI_Init_thread, of the slowest rank; the processes are there already.
void Init(State& state) {
  const StartUp& start_up = ThisStartUp();
  CountMemory(state, start_up.memory_after, start_up.memory_before);
  state.Report(start_up.init_seconds);
}
MPIGAUGE_CASE(Init)->Once()->Describe("MPI_Init as the program saw it, and memory after it");

// Takes its time from the harness when all others are over; here it has its place in lists.
void Finalize(State& state) { state.Report(0); }
MPIGAUGE_CASE(Finalize)->Once()->Describe("MPI_Finalize on rank 0, when all ranks have come to it");

// Reports how long `step` takes from when all ranks have come, and what memory it takes.
template <typename Step>
void First(State& state, double parts_of_memory, const char* part, Step step) {
  const MemoryUse before = MemoryInUse();
  Checked(MPI_Barrier(state.comm()));
  const std::int64_t start = state.timer().Now();
  step();
  const double seconds = static_cast<double>(state.timer().Now() - start) * 1e-9;
  Checked(MPI_Barrier(state.comm()));  // memory that others share with this process is there, too
  const MemoryUse now = MemoryInUse();
  CountMemory(state, now, before);
  state.Counter(part, static_cast<double>(now.proportional - before.proportional) / parts_of_memory);
  state.Report(seconds);
}

// A message to each rank and one from each. The harness has talked to log2(ranks) of them before.
void MeetEverybody(State& state, int bytes) {
  const auto ranks = static_cast<std::size_t>(state.size());
  const auto length = static_cast<std::size_t>(bytes);
  const std::vector<char> from(length, 'x');
  std::vector<char> to(length * ranks);
  std::vector<MPI_Request> requests(2 * ranks, MPI_REQUEST_NULL);
  First(state, state.size() - 1, "proportional_bytes_per_peer", [&] {
    for (int step = 1; step < state.size(); ++step) {
      const int left = (state.rank() + state.size() - step) % state.size();
      const int right = (state.rank() + step) % state.size();
      const auto place = static_cast<std::size_t>(step);
      Checked(MPI_Irecv(to.data() + place * length, bytes, MPI_CHAR, left, 0, state.comm(), &requests[2 * place]));
      Checked(MPI_Isend(from.data(), bytes, MPI_CHAR, right, 0, state.comm(), &requests[2 * place + 1]));
    }
    Checked(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
  });
  for (std::size_t i = length; i < to.size(); ++i) {
    if (to[i] != 'x') state.SkipWithError("wrong data from peer number " + std::to_string(i / length));
  }
}

// The buffers belong to the step's memory where they are large: they are touched before it.
void FirstContact(State& state) { MeetEverybody(state, 8); }
MPIGAUGE_CASE(FirstContact)
    ->Once()
    ->LeastRanks(2)
    ->Describe("First small message to and from every other rank, and memory after it");

void FirstLargeContact(State& state) { MeetEverybody(state, 262144); }
MPIGAUGE_CASE(FirstLargeContact)
    ->Once()
    ->LeastRanks(2)
    ->Describe("First large message to and from every other rank, and memory after it");

// The usual collectives in a communicator that is new, its making included.
void FirstCollectives(State& state) {
  const auto ranks = static_cast<std::size_t>(state.size());
  const std::vector<int> from(ranks, state.rank());
  std::vector<int> to(ranks);
  int sum = 0;
  First(state, 1, "proportional_bytes_per_communicator", [&] {
    MPI_Comm fresh = MPI_COMM_NULL;
    Checked(MPI_Comm_dup(state.comm(), &fresh));
    Checked(MPI_Barrier(fresh));
    Checked(MPI_Bcast(&sum, 1, MPI_INT, 0, fresh));
    Checked(MPI_Alltoall(from.data(), 1, MPI_INT, to.data(), 1, MPI_INT, fresh));
    Checked(MPI_Allgather(from.data(), 1, MPI_INT, to.data(), 1, MPI_INT, fresh));
    Checked(MPI_Allreduce(from.data(), &sum, 1, MPI_INT, MPI_SUM, fresh));
    Checked(MPI_Comm_free(&fresh));
  });
  if (sum != state.size() * (state.size() - 1) / 2) state.SkipWithError("wrong sum of the ranks");
}
MPIGAUGE_CASE(FirstCollectives)->Once()->Describe("First call of the usual collectives, and memory after it");

}  // namespace
}  // namespace mpigauge
