// These events happen once in a process: starting MPI, and meeting the others for the first time; and the memory that
// it takes. Source: MPIPerf 7 [KU15], OSU 7.5 osu_init.
#include "harness/state/start_up.h"

#include <mpi.h>

#include <algorithm>
#include <array>
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

// Reports how long `step` takes from when all ranks have come, and what memory it takes. The barriers are not seen by
// what stands between the program and the library: the step may have the first call of MPI_Barrier.
template <typename Step>
void First(State& state, double parts_of_memory, const char* part, Step step) {
  const MemoryUse before = MemoryInUse();
  PMPI_Barrier(state.comm());
  const std::int64_t start = state.timer().Now();
  step();
  const double seconds = static_cast<double>(state.timer().Now() - start) * 1e-9;
  PMPI_Barrier(state.comm());  // memory that others share with this process is there, too
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

// Libraries have another way for each of these numbers of whole numbers: 4 B, 4 KiB, 64 KiB and 1 MiB.
constexpr std::array kFirstCounts = {1, 1024, 16384, 262144};

// The data that a rank sends to its right neighbour, to the root and to all, and the data that it gets.
struct FirstData {
  explicit FirstData(const State& state)
      : own(static_cast<std::size_t>(kFirstCounts.back()), state.rank()),
        from_left(own.size(), -1),
        from_root(own.size(), state.rank()),
        sums(own.size(), -1),
        of_each(static_cast<std::size_t>(state.size()), state.rank()),
        from_each(of_each.size(), -1) {}

  std::vector<int> own;
  std::vector<int> from_left;
  std::vector<int> from_root;
  std::vector<int> sums;
  std::vector<int> of_each;
  std::vector<int> from_each;
};

void CallEachFirst(const State& state, MPI_Comm comm, FirstData& data) {
  const int left = (state.rank() + state.size() - 1) % state.size();
  const int right = (state.rank() + 1) % state.size();
  MPI_Barrier(comm);
  MPI_Alltoall(data.of_each.data(), 1, MPI_INT, data.from_each.data(), 1, MPI_INT, comm);
  MPI_Allgather(data.own.data(), 1, MPI_INT, data.from_each.data(), 1, MPI_INT, comm);
  for (const int count : kFirstCounts) {
    MPI_Request sending = MPI_REQUEST_NULL;
    MPI_Isend(data.own.data(), count, MPI_INT, right, 0, comm, &sending);
    MPI_Recv(data.from_left.data(), count, MPI_INT, left, 0, comm, MPI_STATUS_IGNORE);
    MPI_Wait(&sending, MPI_STATUS_IGNORE);
    MPI_Bcast(data.from_root.data(), count, MPI_INT, 0, comm);
    MPI_Reduce(data.own.data(), data.sums.data(), count, MPI_INT, MPI_SUM, 0, comm);
    MPI_Allreduce(data.own.data(), data.sums.data(), count, MPI_INT, MPI_SUM, comm);
  }
}

// The first time costs what a library puts off until then, and a program of many short jobs pays it each time.
void FirstCalls(State& state) {
  FirstData data(state);
  First(state, 1, "proportional_bytes_per_communicator", [&] {
    MPI_Comm fresh = MPI_COMM_NULL;
    MPI_Comm_dup(state.comm(), &fresh);
    CallEachFirst(state, fresh, data);
    MPI_Comm_free(&fresh);
  });
  const auto all = [](const std::vector<int>& values, int wanted) {
    return std::all_of(values.begin(), values.end(), [&](int value) { return value == wanted; });
  };
  const int left = (state.rank() + state.size() - 1) % state.size();
  if (!all(data.from_left, left)) state.SkipWithError("wrong data from the left neighbour");
  if (!all(data.from_root, 0)) state.SkipWithError("wrong data from the root");
  if (!all(data.sums, state.size() * (state.size() - 1) / 2)) state.SkipWithError("wrong sum of the ranks");
}
MPIGAUGE_CASE(FirstCalls)
    ->Once()
    ->Describe("First call of messages and collectives at several sizes, and memory after it");

}  // namespace
}  // namespace mpigauge
