// Several threads of each rank talk at once, each in a communicator of its own (MPI_THREAD_MULTIPLE). An operation is
// many messages of every thread, so that keeping them in step does not matter; the time of one message is reported,
// where all threads' messages count, as a bandwidth, otherwise one thread's. Source: IMB-MT, OSU 7.5 latency_mt.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "benchmarks/thread_team.h"
#include "harness/state/buffers.h"
#include "harness/state/state.h"

namespace mpigauge {
namespace {

constexpr int kThreadTag = 1;
constexpr int kRoundTrips = 16;
constexpr int kWindow = 64;
constexpr int kCollectives = 8;
const std::vector<std::int64_t> kThreads = {2, 4};
const std::vector<std::int64_t> kSizes = {8, 4096, 65536};

// The data that a thread works with.
struct Thread {
  MPI_Comm comm;
  int rank;
  int size;
  int partner;  // in the pair; MPI_PROC_NULL elsewhere
  bool first;   // of the pair
  char* send;
  char* recv;
  int n;
};

void PingPong(const Thread& t) {
  for (int i = 0; i < kRoundTrips; ++i) {
    if (t.first) Checked(MPI_Send(t.send, t.n, MPI_CHAR, t.partner, kThreadTag, t.comm));
    Checked(MPI_Recv(t.recv, t.n, MPI_CHAR, t.partner, kThreadTag, t.comm, MPI_STATUS_IGNORE));
    if (!t.first) Checked(MPI_Send(t.send, t.n, MPI_CHAR, t.partner, kThreadTag, t.comm));
  }
}

void HeadToHead(const Thread& t) {
  for (int i = 0; i < kRoundTrips; ++i) {
    MPI_Request request;
    Checked(MPI_Irecv(t.recv, t.n, MPI_CHAR, t.partner, kThreadTag, t.comm, &request));
    Checked(MPI_Send(t.send, t.n, MPI_CHAR, t.partner, kThreadTag, t.comm));
    Checked(MPI_Wait(&request, MPI_STATUS_IGNORE));
  }
}

// Sends to the right and receives from the left.
void Sendrecv(const Thread& t) {
  for (int i = 0; i < kRoundTrips; ++i) {
    Checked(MPI_Sendrecv(t.send, t.n, MPI_CHAR, (t.rank + 1) % t.size, kThreadTag, t.recv, t.n, MPI_CHAR,
                         (t.rank + t.size - 1) % t.size, kThreadTag, t.comm, MPI_STATUS_IGNORE));
  }
}

// Exchanges with both neighbours; the left one's message comes to the first half of the receive buffer.
void Exchange(const Thread& t) {
  const int left = (t.rank + t.size - 1) % t.size;
  const int right = (t.rank + 1) % t.size;
  for (int i = 0; i < kRoundTrips; ++i) {
    std::array<MPI_Request, 4> requests;
    Checked(MPI_Irecv(t.recv, t.n, MPI_CHAR, left, kThreadTag, t.comm, &requests[0]));
    Checked(MPI_Irecv(t.recv + t.n, t.n, MPI_CHAR, right, kThreadTag + 1, t.comm, &requests[1]));
    Checked(MPI_Isend(t.send, t.n, MPI_CHAR, right, kThreadTag, t.comm, &requests[2]));
    Checked(MPI_Isend(t.send, t.n, MPI_CHAR, left, kThreadTag + 1, t.comm, &requests[3]));
    Checked(MPI_Waitall(4, requests.data(), MPI_STATUSES_IGNORE));
  }
}

void Send64(const Thread& t, MPI_Request* requests) {
  for (int i = 0; i < kWindow; ++i)
    Checked(MPI_Isend(t.send, t.n, MPI_CHAR, t.partner, kThreadTag, t.comm, &requests[i]));
}

// Every message has a place of its own.
void Receive64(const Thread& t, MPI_Request* requests) {
  for (int i = 0; i < kWindow; ++i) {
    Checked(MPI_Irecv(t.recv + std::ptrdiff_t{i} * t.n, t.n, MPI_CHAR, t.partner, kThreadTag, t.comm, &requests[i]));
  }
}

// A window of messages one way, then a short answer.
void Bandwidth(const Thread& t) {
  std::array<MPI_Request, kWindow> requests;
  if (t.first) {
    Send64(t, requests.data());
    Checked(MPI_Waitall(kWindow, requests.data(), MPI_STATUSES_IGNORE));
    Checked(MPI_Recv(nullptr, 0, MPI_CHAR, t.partner, kThreadTag + 1, t.comm, MPI_STATUS_IGNORE));
  } else {
    Receive64(t, requests.data());
    Checked(MPI_Waitall(kWindow, requests.data(), MPI_STATUSES_IGNORE));
    Checked(MPI_Send(nullptr, 0, MPI_CHAR, t.partner, kThreadTag + 1, t.comm));
  }
}

void BidirectionalBandwidth(const Thread& t) {
  std::array<MPI_Request, std::size_t{2} * kWindow> requests;
  Receive64(t, requests.data());
  Send64(t, requests.data() + kWindow);
  Checked(MPI_Waitall(2 * kWindow, requests.data(), MPI_STATUSES_IGNORE));
}

// Rank 0 sends from its send buffer, so that what the others check has come.
void Bcast(const Thread& t) {
  for (int i = 0; i < kCollectives; ++i) Checked(MPI_Bcast(t.rank == 0 ? t.send : t.recv, t.n, MPI_CHAR, 0, t.comm));
}

void Reduce(const Thread& t) {
  for (int i = 0; i < kCollectives; ++i) Checked(MPI_Reduce(t.send, t.recv, t.n, MPI_SIGNED_CHAR, MPI_MAX, 0, t.comm));
}

void Allreduce(const Thread& t) {
  for (int i = 0; i < kCollectives; ++i) Checked(MPI_Allreduce(t.send, t.recv, t.n, MPI_SIGNED_CHAR, MPI_MAX, t.comm));
}

void Barrier(const Thread& t) {
  for (int i = 0; i < kCollectives; ++i) Checked(MPI_Barrier(t.comm));
}

// Returns the rank whose data a rank has in a block at the end; kNobody if there are none to look at.
constexpr int kNobody = -1;
constexpr int kLargest = -2;  // of all ranks, element by element
using SourceOf = int (*)(const State&, std::int64_t block);

int Partner(const State& state, std::int64_t) {
  return state.pair().Has(state.rank()) ? state.pair().PartnerOf(state.rank()) : kNobody;
}
int FirstOfPair(const State& state, std::int64_t) {
  return state.rank() == state.pair().second ? state.pair().first : kNobody;
}
int Left(const State& state, std::int64_t) { return (state.rank() + state.size() - 1) % state.size(); }
int LeftOrRight(const State& state, std::int64_t block) {
  return block == 0 ? Left(state, block) : (state.rank() + 1) % state.size();
}
int Root(const State& state, std::int64_t) { return state.rank() == 0 ? kNobody : 0; }
int LargestAtRoot(const State& state, std::int64_t) { return state.rank() == 0 ? kLargest : kNobody; }
int LargestEverywhere(const State&, std::int64_t) { return kLargest; }

struct ThreadRow {
  const char* name;
  void (*work)(const Thread&);
  SourceOf source;  // nullptr: no data
  bool pair;        // only two ranks talk
  int blocks;       // of the receive buffer
  int messages;     // of a thread in an operation
  bool together;    // all threads' messages count
  bool collective;
};

char LargestSent(const State& state, const Buffers<char>& buffers, std::int64_t index) {
  char largest = buffers.Sent(0, index);
  for (int rank = 1; rank < state.size(); ++rank) largest = std::max(largest, buffers.Sent(rank, index));
  return largest;
}

void Run(State& state, const ThreadRow& row) {
  const int threads = static_cast<int>(state.Parameter("threads"));
  const bool has_data = row.source != nullptr;
  // One after the other, the blocks of each thread.
  std::optional<Buffers<char>> buffers;
  if (has_data) buffers.emplace(state, threads * row.blocks);
  const int n = has_data ? buffers->count() : 0;
  const std::int64_t share = std::int64_t{row.blocks} * n;
  if (has_data) {
    state.CheckData([&]() -> std::optional<std::string> {
      if (row.source(state, 0) == kNobody) return std::nullopt;
      if (row.source(state, 0) == kLargest) {
        return buffers->FirstWrong([&](std::int64_t i) { return LargestSent(state, *buffers, i); });
      }
      for (int i = 0; i < threads * row.blocks; ++i) {
        const std::int64_t of_thread = i / row.blocks * share;
        if (auto wrong = buffers->FirstUnlike(row.source(state, i % row.blocks), of_thread, std::int64_t{i} * n, n)) {
          return "thread " + std::to_string(i / row.blocks) + ": " + *wrong;
        }
      }
      return std::nullopt;
    });
  }
  const ThreadCommunicators communicators(state, threads);
  const bool in_pair = state.pair().Has(state.rank());
  std::vector<Thread> all;
  for (int i = 0; i < threads; ++i) {
    all.push_back({communicators[i], state.rank(), state.size(),
                   in_pair ? state.pair().PartnerOf(state.rank()) : MPI_PROC_NULL, state.rank() == state.pair().first,
                   nullptr, nullptr, n});
  }
  // Where only two talk the others have no work, and no threads.
  const bool works = in_pair || !row.pair;
  ThreadTeam team(works ? threads : 1, [&](int thread) {
    if (works) row.work(all[static_cast<std::size_t>(thread)]);
  });
  for (auto _ : state) {
    if (has_data) {
      char* send = buffers->send();
      char* recv = buffers->recv();
      for (Thread& thread : all) {
        thread.send = std::exchange(send, send + share);
        thread.recv = std::exchange(recv, recv + share);
      }
    }
    team.Run();
  }
}

constexpr ThreadRow kTable[] = {
    {"latency_mt", PingPong, Partner, true, 1, 2 * kRoundTrips, false, false},
    {"head_to_head_mt", HeadToHead, Partner, true, 1, kRoundTrips, false, false},
    {"sendrecv_mt", Sendrecv, Left, false, 1, kRoundTrips, false, false},
    {"exchange_mt", Exchange, LeftOrRight, false, 2, kRoundTrips, false, false},
    {"bandwidth_mt", Bandwidth, FirstOfPair, true, kWindow, kWindow, true, false},
    {"bidirectional_bandwidth_mt", BidirectionalBandwidth, Partner, true, kWindow, 2 * kWindow, true, false},
    {"bcast_mt", Bcast, Root, false, 1, kCollectives, false, true},
    {"reduce_mt", Reduce, LargestAtRoot, false, 1, kCollectives, false, true},
    {"allreduce_mt", Allreduce, LargestEverywhere, false, 1, kCollectives, false, true},
    {"barrier_mt", Barrier, nullptr, false, 1, kCollectives, false, true},
};

// Each number of threads is a registration, because how many messages an operation has depends on it. At 8 bytes the
// bandwidths are message rates.
const bool threads_registered = [] {
  for (const ThreadRow& row : kTable) {
    for (const std::int64_t threads : kThreads) {
      Case* added = RegisterCase(row.name, [&row](State& state) { Run(state, row); });
      (row.collective ? added->Collective() : added->Exchange())
          ->Family("threads")
          ->Describe(std::string("Threads of a rank at once: ") + row.name)
          ->Needs(Need::kThreads)
          ->Messages(row.together ? threads * row.messages : row.messages)
          ->Parameter("threads", {threads});
      if (row.source != nullptr) added->Parameter("bytes", kSizes);
    }
  }
  return true;
}();

}  // namespace
}  // namespace mpigauge
