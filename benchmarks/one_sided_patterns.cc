// Puts and gets of one rank, of neighbours and of all ranks at once, completed by a flush of everything; every
// operation is started together. Source: IMB-RMA One_put_all, All_put_all, Exchange_put, Put_all_local, the same with
// get, and Truly_passive_put.
#include <mpi.h>

#include <algorithm>
#include <vector>

#include "benchmarks/window.h"
#include "harness/state/buffers.h"
#include "harness/state/state.h"

namespace mpigauge {
namespace {

enum class Who { kOne, kNeighbours, kAll };

struct Pattern {
  const char* name;
  bool get;
  Who who;
  bool local;  // complete at the origin only
};

// One operation: a put into block `block` of the target's window, or a get into that of the own buffer.
struct Transfer {
  int target;
  int block;
};

int Right(const State& state) { return (state.rank() + 1) % state.size(); }
int Left(const State& state) { return (state.rank() + state.size() - 1) % state.size(); }

std::vector<Transfer> TransfersOf(const State& state, const Pattern& pattern) {
  std::vector<Transfer> transfers;
  if (pattern.who == Who::kNeighbours) {
    // The left neighbour's data come to block 0.
    transfers = pattern.get ? std::vector<Transfer>{{Left(state), 0}, {Right(state), 1}}
                            : std::vector<Transfer>{{Right(state), 0}, {Left(state), 1}};
  } else if (pattern.who == Who::kAll || state.rank() == 0) {
    for (int step = 0; step < state.size(); ++step) {  // everybody begins elsewhere
      const int target = (state.rank() + step) % state.size();
      transfers.push_back({target, pattern.get ? target : (pattern.who == Who::kAll ? state.rank() : 0)});
    }
  }
  return transfers;
}

// Returns the rank whose data are in block `block` where they arrive.
int SourceOf(const State& state, const Pattern& pattern, std::int64_t block) {
  if (pattern.who == Who::kNeighbours) return block == 0 ? Left(state) : Right(state);
  return static_cast<int>(block);
}

int BlocksOf(const State& state, const Pattern& pattern, bool get) {
  if (pattern.get != get) return 1;
  if (pattern.who == Who::kNeighbours) return 2;
  return pattern.who == Who::kOne && !get ? 1 : state.size();
}

void Run(State& state, const Pattern& pattern) {
  Buffers<char> buffers(state, BlocksOf(state, pattern, true));
  const int n = buffers.count();
  Window<char> window(state, WindowKind::kAllocate, std::int64_t{BlocksOf(state, pattern, false)} * n);
  window.Fill(state, [&](std::int64_t i) { return pattern.get ? PatternValue<char>(state.rank(), i) : char{0}; });
  const std::vector<Transfer> transfers = TransfersOf(state, pattern);
  std::int64_t contents = 0;  // of a window that others get from
  state.RenewData([&](std::int64_t next) {
    if (!pattern.get) return;
    contents = next;
    window.PutPattern(false, contents);
    Checked(MPI_Win_sync(window.get()));  // all ranks hold the lock
  });
  state.CheckData([&]() -> std::optional<std::string> {
    if (pattern.get) {
      if (transfers.empty()) return std::nullopt;
      return buffers.FirstWrong(
          [&](std::int64_t i) { return PatternValue<char>(SourceOf(state, pattern, i / n), contents + i % n); });
    }
    if (pattern.local) Checked(MPI_Win_flush_all(window.get()));
    Checked(MPI_Barrier(state.comm()));
    // All ranks hold the lock: what the others have done is seen after this.
    Checked(MPI_Win_sync(window.get()));
    return window.Look(false, [&](std::span<char> data) {
      return FirstWrongOf(data,
                          [&](std::int64_t at) { return buffers.Sent(SourceOf(state, pattern, at / n), at % n); });
    });
  });
  const auto flush = pattern.local ? &MPI_Win_flush_local_all : &MPI_Win_flush_all;
  Checked(MPI_Win_lock_all(0, window.get()));
  for (auto _ : state) {
    const char* from = buffers.send();
    char* to = buffers.recv();
    for (const Transfer& transfer : transfers) {
      const MPI_Aint at = MPI_Aint{transfer.block} * n;
      if (pattern.get) {
        Checked(MPI_Get(to + at, n, MPI_CHAR, transfer.target, 0, n, MPI_CHAR, window.get()));
      } else {
        Checked(MPI_Put(from, n, MPI_CHAR, transfer.target, at, n, MPI_CHAR, window.get()));
      }
    }
    Checked(flush(window.get()));
  }
  Checked(MPI_Win_unlock_all(window.get()));
}

const bool one_sided_patterns_registered = [] {
  constexpr Pattern kTable[] = {
      {"one_put_all", false, Who::kOne, false},         {"all_put_all", false, Who::kAll, false},
      {"exchange_put", false, Who::kNeighbours, false}, {"put_all_local", false, Who::kOne, true},
      {"one_get_all", true, Who::kOne, false},          {"all_get_all", true, Who::kAll, false},
      {"exchange_get", true, Who::kNeighbours, false},  {"get_all_local", true, Who::kOne, true},
  };
  for (const Pattern& pattern : kTable) {
    RegisterCase(pattern.name, [pattern](State& state) { Run(state, pattern); })
        ->Collective()
        ->Family("one-sided")
        ->Describe(std::string("IMB-RMA's ") + pattern.name)
        ->MessageSizes();
  }
  return true;
}();

// The target is busy outside of MPI while the origin puts and flushes: the time is the target's where the library needs
// nothing of it. The counters tell the origin's: its seconds, and how much of the target's absence it did not wait for
// (100: truly passive; 0: the put ended when the target came back).
void TrulyPassivePut(State& state) {
  constexpr std::int64_t kAwayNs = 200'000;
  const auto [origin, target] = state.pair();
  Buffers<char> buffers(state);
  const int n = buffers.count();
  Window<char> window(state, WindowKind::kAllocate, n);
  window.Fill(state, [](std::int64_t) { return 0; });
  state.CheckData([&, target = target, origin = origin]() -> std::optional<std::string> {
    if (state.rank() != target) return std::nullopt;
    return window.Look(true, [&](std::span<char> data) { return FirstUnlikePattern(data, origin, buffers.shift()); });
  });
  if (state.rank() == origin) Checked(MPI_Win_lock(MPI_LOCK_SHARED, target, 0, window.get()));
  for (auto _ : state) {
    const char* data = buffers.send();
    buffers.recv();
    if (state.rank() == origin) {
      Checked(MPI_Put(data, n, MPI_CHAR, target, window.At(target), n, MPI_CHAR, window.get()));
      Checked(MPI_Win_flush(target, window.get()));
    } else if (state.rank() == target) {
      const std::int64_t end = state.timer().Now() + kAwayNs;
      while (state.timer().Now() < end) {
      }
    }
  }
  if (state.rank() == origin) Checked(MPI_Win_unlock(target, window.get()));
  const double seconds = state.rank() == origin ? state.MedianOwnSeconds() : 0;
  state.Counter("origin_seconds", seconds);
  state.Counter("passive_percent",
                state.rank() == origin ? 100 * std::clamp(1 - seconds * 1e9 / kAwayNs, 0.0, 1.0) : 0);
}
MPIGAUGE_CASE(TrulyPassivePut)
    ->Collective()
    ->LeastRanks(2)
    ->Family("one-sided")
    ->Parameter("bytes", {8, 65536})
    ->Describe("Put and flush while the target computes outside of MPI");

}  // namespace
}  // namespace mpigauge
