// Windows themselves: making and freeing one of each kind, and memory that ranks of one host share through one.
// Source: IMB-EXT Window.
#include <mpi.h>

#include <atomic>
#include <cstring>

#include "benchmarks/spin.h"
#include "harness/state/buffers.h"
#include "harness/state/state.h"

namespace mpigauge {
namespace {

// The ranks that share memory with this one.
class HostCommunicator {
 public:
  explicit HostCommunicator(const State& state) {
    Checked(MPI_Comm_split_type(state.comm(), MPI_COMM_TYPE_SHARED, state.rank(), MPI_INFO_NULL, &communicator_));
    Checked(MPI_Comm_rank(communicator_, &rank_));
    Checked(MPI_Comm_size(communicator_, &size_));
  }
  HostCommunicator(const HostCommunicator&) = delete;
  HostCommunicator& operator=(const HostCommunicator&) = delete;
  ~HostCommunicator() { Checked(MPI_Comm_free(&communicator_)); }

  MPI_Comm get() const { return communicator_; }
  int rank() const { return rank_; }
  int size() const { return size_; }

 private:
  MPI_Comm communicator_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 1;
};

// Every rank's part has `bytes`; every operation makes a window and frees it.
void WindowCreate(State& state) {
  PageArray<char> memory(static_cast<std::size_t>(state.bytes()));
  for (auto _ : state) {
    MPI_Win window = MPI_WIN_NULL;
    Checked(MPI_Win_create(memory.data(), state.bytes(), 1, MPI_INFO_NULL, state.comm(), &window));
    if (window != MPI_WIN_NULL) Checked(MPI_Win_free(&window));
  }
}

void WindowAllocate(State& state) {
  for (auto _ : state) {
    MPI_Win window = MPI_WIN_NULL;
    void* memory = nullptr;
    Checked(MPI_Win_allocate(state.bytes(), 1, MPI_INFO_NULL, state.comm(), &memory, &window));
    if (window != MPI_WIN_NULL) Checked(MPI_Win_free(&window));
  }
}

// Each host has a window of its own.
void WindowAllocateShared(State& state) {
  const HostCommunicator host(state);
  for (auto _ : state) {
    MPI_Win window = MPI_WIN_NULL;
    void* memory = nullptr;
    Checked(MPI_Win_allocate_shared(state.bytes(), 1, MPI_INFO_NULL, host.get(), &memory, &window));
    if (window != MPI_WIN_NULL) Checked(MPI_Win_free(&window));
  }
}

void WindowCreateDynamic(State& state) {
  PageArray<char> memory(static_cast<std::size_t>(state.bytes()));
  for (auto _ : state) {
    MPI_Win window = MPI_WIN_NULL;
    Checked(MPI_Win_create_dynamic(MPI_INFO_NULL, state.comm(), &window));
    if (window == MPI_WIN_NULL) continue;
    Checked(MPI_Win_attach(window, memory.data(), state.bytes()));
    Checked(MPI_Win_detach(window, memory.data()));
    Checked(MPI_Win_free(&window));
  }
}

const std::vector<std::int64_t> kWindowBytes = {4096, 1048576};
// Over a single rank Open MPI 4.1 makes no window of memory that is not its own.
MPIGAUGE_CASE(WindowCreate)
    ->Collective()
    ->LeastRanks(2)
    ->Family("one-sided")
    ->Parameter("bytes", kWindowBytes)
    ->Describe("MPI_Win_create and free");
MPIGAUGE_CASE(WindowAllocate)
    ->Collective()
    ->Family("one-sided")
    ->Parameter("bytes", kWindowBytes)
    ->Describe("MPI_Win_allocate and free");
MPIGAUGE_CASE(WindowAllocateShared)
    ->Collective()
    ->Family("one-sided")
    ->Parameter("bytes", kWindowBytes)
    ->Describe("MPI_Win_allocate_shared and free");
MPIGAUGE_CASE(WindowCreateDynamic)
    ->Collective()
    ->LeastRanks(2)
    ->Family("one-sided")
    ->Parameter("bytes", kWindowBytes)
    ->Describe("MPI_Win_create_dynamic, attach, detach and free");

// A rank's part of a shared window: how many messages have come, and the last one, on a line of its own.
struct Mailbox {
  explicit Mailbox(void* memory)
      : arrived(static_cast<std::int64_t*>(memory)), data(static_cast<char*>(memory) + kLineBytes) {}
  void Send(const char* from, std::size_t bytes, std::int64_t number) const {
    std::memcpy(data, from, bytes);
    std::atomic_ref(*arrived).store(number, std::memory_order_release);
  }
  void Receive(char* to, std::size_t bytes, std::int64_t number) const {
    SpinUntil([&] { return std::atomic_ref(*arrived).load(std::memory_order_acquire) == number; });
    std::memcpy(to, data, bytes);
  }

  std::int64_t* arrived;
  char* data;
};

// A ping-pong by loads and stores between the first two ranks of rank 0's host: what a library that does its best can
// reach. Each copies into the other's part, and out of its own.
void SharedWindowPingPong(State& state) {
  const HostCommunicator host(state);
  Buffers<char> buffers(state);
  const auto bytes = static_cast<std::size_t>(buffers.count());
  MPI_Win window = MPI_WIN_NULL;
  void* memory = nullptr;
  Checked(MPI_Win_allocate_shared(static_cast<MPI_Aint>(kLineBytes + bytes), 1, MPI_INFO_NULL, host.get(), &memory,
                                  &window));
  if (window == MPI_WIN_NULL) return;
  const Mailbox own(memory);
  *own.arrived = 0;
  int of_root = state.rank() == 0 ? 1 : 0;  // is this rank 0's host?
  Checked(MPI_Allreduce(MPI_IN_PLACE, &of_root, 1, MPI_INT, MPI_MAX, host.get()));
  const bool talks = of_root != 0 && host.rank() < 2 && host.size() > 1;
  const int partner = 1 - host.rank();
  // Its rank among all.
  int partners_rank = state.rank();
  std::vector<int> ranks(static_cast<std::size_t>(host.size()));
  Checked(MPI_Allgather(&partners_rank, 1, MPI_INT, ranks.data(), 1, MPI_INT, host.get()));
  if (talks) {
    partners_rank = ranks[static_cast<std::size_t>(partner)];
    MPI_Aint size = 0;
    int unit = 0;
    Checked(MPI_Win_shared_query(window, partner, &size, &unit, &memory));
  }
  const Mailbox theirs(memory);
  state.CheckData([&]() -> std::optional<std::string> {
    if (!talks) return std::nullopt;
    return buffers.FirstWrong([&](std::int64_t i) { return buffers.Sent(partners_rank, i); });
  });
  Checked(MPI_Win_lock_all(MPI_MODE_NOCHECK, window));
  Checked(MPI_Barrier(state.comm()));  // all are zero
  std::int64_t number = 0;
  for (auto _ : state) {
    ++number;
    const char* from = buffers.send();
    char* to = buffers.recv();
    if (!talks) continue;
    if (host.rank() == 0) theirs.Send(from, bytes, number);
    own.Receive(to, bytes, number);
    if (host.rank() == 1) theirs.Send(from, bytes, number);
  }
  Checked(MPI_Win_unlock_all(window));
  Checked(MPI_Win_free(&window));
}
MPIGAUGE_CASE(SharedWindowPingPong)
    ->RoundTrip()
    ->Needs(Need::kSharedHost)
    ->Family("one-sided")
    ->MessageSizes()
    ->Describe("Loads and stores through a shared window, there and back");

}  // namespace
}  // namespace mpigauge
