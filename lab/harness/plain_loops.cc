// Cases again, as textbooks and OSU write them: one clock read before many operations and one after, for each size, on
// the first two ranks. They know nothing of the harness, which is compared with them in the same launch
// (compare_with_plain.py). Collectives: one operation after a barrier, the slowest rank's time.
#include <benchmark/benchmark.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include "harness/state/case.h"

namespace {

struct Loop {
  int rank;
  int other;
  int n;  // bytes
  char* out;
  char* in;
  MPI_Win window = MPI_WIN_NULL;

  bool first() const { return rank == 0; }
  bool second() const { return rank == 1; }
};

using Operation = void (*)(Loop&);

constexpr int kWindow = 64;
constexpr int kWarmUp = 16;  // messages at least

template <auto kSend>
void Send(Loop& loop) {
  kSend(loop.out, loop.n, MPI_CHAR, loop.other, 1, MPI_COMM_WORLD);
}
void Isend(Loop& loop) {
  MPI_Request request;
  MPI_Isend(loop.out, loop.n, MPI_CHAR, loop.other, 1, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}
void Receive(Loop& loop) { MPI_Recv(loop.in, loop.n, MPI_CHAR, loop.other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
void ReceiveAny(Loop& loop) {
  MPI_Recv(loop.in, loop.n, MPI_CHAR, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
void ProbeAndReceive(Loop& loop) {
  MPI_Probe(loop.other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  Receive(loop);
}

template <Operation kSending, Operation kReceiving>
void PingPong(Loop& loop) {
  if (loop.first()) {
    kSending(loop);
    kReceiving(loop);
  } else if (loop.second()) {
    kReceiving(loop);
    kSending(loop);
  }
}

void HeadToHead(Loop& loop) {
  MPI_Request request;
  MPI_Irecv(loop.in, loop.n, MPI_CHAR, loop.other, 1, MPI_COMM_WORLD, &request);
  MPI_Send(loop.out, loop.n, MPI_CHAR, loop.other, 1, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void Sendrecv(Loop& loop) {
  MPI_Sendrecv(loop.out, loop.n, MPI_CHAR, loop.other, 1, loop.in, loop.n, MPI_CHAR, loop.other, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

void Bandwidth(Loop& loop) {
  std::array<MPI_Request, kWindow> requests;
  char answer[4];
  if (loop.first()) {
    for (auto& one : requests) MPI_Isend(loop.out, loop.n, MPI_CHAR, loop.other, 1, MPI_COMM_WORLD, &one);
    MPI_Waitall(kWindow, requests.data(), MPI_STATUSES_IGNORE);
    MPI_Recv(answer, 4, MPI_CHAR, loop.other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (loop.second()) {
    for (auto& one : requests) MPI_Irecv(loop.in, loop.n, MPI_CHAR, loop.other, 1, MPI_COMM_WORLD, &one);
    MPI_Waitall(kWindow, requests.data(), MPI_STATUSES_IGNORE);
    MPI_Send(answer, 4, MPI_CHAR, loop.other, 1, MPI_COMM_WORLD);
  }
}

void BidirectionalBandwidth(Loop& loop) {
  std::array<MPI_Request, std::size_t{2} * kWindow> requests;
  for (int i = 0; i < kWindow; ++i) MPI_Irecv(loop.in, loop.n, MPI_CHAR, loop.other, 1, MPI_COMM_WORLD, &requests[i]);
  for (int i = 0; i < kWindow; ++i)
    MPI_Isend(loop.out, loop.n, MPI_CHAR, loop.other, 1, MPI_COMM_WORLD, &requests[kWindow + i]);
  MPI_Waitall(2 * kWindow, requests.data(), MPI_STATUSES_IGNORE);
}

void Unidirectional(Loop& loop) {
  char answer[4];
  if (loop.first()) {
    for (int i = 0; i < kWindow; ++i) Send<MPI_Send>(loop);
    MPI_Recv(answer, 4, MPI_CHAR, loop.other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (loop.second()) {
    for (int i = 0; i < kWindow; ++i) Receive(loop);
    MPI_Send(answer, 4, MPI_CHAR, loop.other, 1, MPI_COMM_WORLD);
  }
}

void PutFlush(Loop& loop) {
  if (!loop.first()) return;
  MPI_Put(loop.out, loop.n, MPI_CHAR, loop.other, 0, loop.n, MPI_CHAR, loop.window);
  MPI_Win_flush(loop.other, loop.window);
}

void GetFlush(Loop& loop) {
  if (!loop.first()) return;
  MPI_Get(loop.in, loop.n, MPI_CHAR, loop.other, 0, loop.n, MPI_CHAR, loop.window);
  MPI_Win_flush(loop.other, loop.window);
}

void Bcast(Loop& loop) { MPI_Bcast(loop.first() ? loop.out : loop.in, loop.n, MPI_CHAR, 0, MPI_COMM_WORLD); }
void Allreduce(Loop& loop) {
  MPI_Allreduce(loop.out, loop.in, loop.n / static_cast<int>(sizeof(float)), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}
void Alltoall(Loop& loop) { MPI_Alltoall(loop.out, loop.n, MPI_CHAR, loop.in, loop.n, MPI_CHAR, MPI_COMM_WORLD); }

// About as long as the harness' own loops, 50 us and more: what is asked for back to back goes on in another state of
// the caches and of the memory than what follows a pause.
int Operations(int n, int messages) { return std::clamp((1 << 18) / (n * messages), 1, 256 / messages); }
// A copy in shared memory is over sooner.
int Accesses(int n) { return std::clamp((1 << 22) / n, 1, 1024); }

enum class Kind { kLoop, kWindows, kCollective };

// `kMessages` in an operation, of which one's time is reported.
template <Operation kOperation, int kMessages, Kind kKind>
void Plain(benchmark::State& state) {
  constexpr std::size_t kPage = 4096;
  int rank = 0;
  int size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const auto n = static_cast<std::size_t>(state.range(0));
  const std::size_t room = (n * static_cast<std::size_t>(size) / kPage + 1) * kPage;
  const auto memory = [room] {
    auto* bytes = static_cast<char*>(std::aligned_alloc(kPage, room));
    std::fill_n(bytes, room, char{0});
    return std::unique_ptr<char, decltype(&std::free)>(bytes, std::free);
  };
  const auto out = memory();
  const auto in = memory();
  Loop loop{rank, 1 - rank, static_cast<int>(n), out.get(), in.get()};
  if (kKind == Kind::kWindows) {
    void* base = nullptr;
    MPI_Win_allocate(static_cast<MPI_Aint>(n), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &loop.window);
    MPI_Win_lock_all(0, loop.window);
  }
  const int operations = kKind == Kind::kCollective ? 1
                         : kKind == Kind::kWindows  ? Accesses(loop.n)
                                                    : Operations(loop.n, kMessages);
  // Google Benchmark comes here for every observation: what has just been filled must get into the caches' usual state.
  for (int i = 0; i < std::max(operations, kWarmUp / kMessages); ++i) kOperation(loop);
  for (auto _ : state) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (int i = 0; i < operations; ++i) kOperation(loop);
    state.SetIterationTime((MPI_Wtime() - start) / (operations * kMessages));
  }
  if (kKind == Kind::kWindows) {
    MPI_Win_unlock_all(loop.window);
    MPI_Win_free(&loop.window);
  }
}

template <Operation kOperation, int kMessages = 1, Kind kKind = Kind::kLoop>
void Register(const char* of_case) {
  mpigauge::RegisterCase(std::string("plain_") + of_case, &Plain<kOperation, kMessages, kKind>)
      ->LeastRanks(2)
      ->Parameter("bytes", {8, 4096, 1048576});
}

[[maybe_unused]] const bool kRegistered = [] {
  Register<PingPong<Send<MPI_Send>, Receive>, 2>("ping_pong");
  Register<PingPong<Send<MPI_Ssend>, Receive>, 2>("ping_pong_synchronous");
  Register<PingPong<Isend, Receive>, 2>("ping_pong_isend");
  Register<PingPong<Send<MPI_Send>, ReceiveAny>, 2>("ping_pong_any_source");
  Register<PingPong<Send<MPI_Send>, ProbeAndReceive>, 2>("ping_pong_probe");
  Register<HeadToHead>("head_to_head");
  Register<Sendrecv>("head_to_head_sendrecv");
  Register<Sendrecv>("ring_sendrecv");
  Register<Bandwidth, kWindow>("bandwidth");
  Register<BidirectionalBandwidth, 2 * kWindow>("bidirectional_bandwidth");
  Register<Unidirectional, kWindow>("unidirectional");
  Register<PutFlush, 1, Kind::kWindows>("put_latency_flush");
  Register<GetFlush, 1, Kind::kWindows>("get_latency_flush");
  Register<Bcast, 1, Kind::kCollective>("bcast");
  Register<Allreduce, 1, Kind::kCollective>("allreduce");
  Register<Alltoall, 1, Kind::kCollective>("alltoall");
  return true;
}();

}  // namespace
