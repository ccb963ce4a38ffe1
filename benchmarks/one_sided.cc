// One-sided latency: the first of the pair accesses the memory of the second, once in every epoch or between flushes.
// Source: OSU 7.5 put, get, acc, get_acc, fop and cas latency, with its ways to complete (-s) and kinds of windows
// (-w); IMB-RMA Unidir_put, Unidir_get, Put_local, Get_local (flush_local), Accumulate, Get_accumulate, Fetch_and_op,
// Compare_and_swap.
#include <mpi.h>

#include <algorithm>
#include <utility>

#include "benchmarks/epochs.h"
#include "benchmarks/window.h"
#include "harness/state/buffers.h"
#include "harness/state/state.h"

namespace mpigauge {
namespace {

struct Way {
  WindowKind kind;
  Completion completion;
};

void Put(State& state, const Way& way) {
  Buffers<char> buffers(state);
  const int n = buffers.count();
  Window<char> window(state, way.kind, n);
  window.Fill(state, [](std::int64_t) { return 0; });
  const Roles roles = OneWay(state);
  state.CheckData([&]() -> std::optional<std::string> {
    Settle(state, window.get(), way.completion, roles);
    if (!roles.is_accessed()) return std::nullopt;
    return window.Look(Passive(way.completion),
                       [&](std::span<char> data) { return FirstUnlikePattern(data, roles.origin, buffers.shift()); });
  });
  const MPI_Aint place = roles.accesses() ? window.At(roles.target) : 0;
  RunEpochs(state, window.get(), way.completion, roles, [&] {
    const char* data = buffers.send();
    buffers.recv();  // for the target to know which place was sent
    if (roles.accesses()) Checked(MPI_Put(data, n, MPI_CHAR, roles.target, place, n, MPI_CHAR, window.get()));
  });
}

void Get(State& state, const Way& way) {
  Buffers<char> buffers(state);
  const int n = buffers.count();
  Window<char> window(state, way.kind, n);
  window.Fill(state, [&](std::int64_t i) { return PatternValue<char>(state.rank(), i); });
  const Roles roles = OneWay(state);
  std::int64_t contents = 0;  // of the window
  state.RenewData([&](std::int64_t next) {
    contents = next;
    if (roles.is_accessed()) window.PutPattern(Passive(way.completion), contents);
  });
  state.CheckData([&]() -> std::optional<std::string> {
    if (!roles.accesses()) return std::nullopt;
    return buffers.FirstUnlike(roles.target, contents - buffers.shift(), 0, n);
  });
  const MPI_Aint place = roles.accesses() ? window.At(roles.target) : 0;
  RunEpochs(state, window.get(), way.completion, roles, [&] {
    char* data = buffers.recv();
    if (roles.accesses()) Checked(MPI_Get(data, n, MPI_CHAR, roles.target, place, n, MPI_CHAR, window.get()));
  });
}

// Adds to the target: every operation from the same place, so that the sum is known. It begins with the target's
// pattern where data have been renewed since the last check, and with zero where not. `operation(from, result, target,
// place)` is timed; if it `fetches`, the result is the sum before it.
template <typename Operation>
void Add(State& state, const Way& way, std::int64_t count, bool fetches, Operation operation) {
  const auto length = static_cast<std::size_t>(count);
  PageArray<std::int64_t> from(length);
  PageArray<std::int64_t> result(length);
  FillWithPattern(from.values(), state.rank(), 0);
  Window<std::int64_t> window(state, way.kind, count);
  window.Fill(state, [](std::int64_t) { return 0; });
  const Roles roles = OneWay(state);
  // The same on all ranks.
  std::int64_t turns = 0;  // since the sum began
  std::int64_t contents = 0;
  bool renewed = false;  // the sum
  state.RenewData([&](std::int64_t next) {
    constexpr std::int64_t kNoSum = -1;
    turns = 0;
    contents = next;
    renewed = true;
    FillWithPattern(from.values(), state.rank(), contents);
    std::ranges::fill(result.values(), kNoSum);
    if (roles.is_accessed()) window.PutPattern(Passive(way.completion), contents);
  });
  state.CheckData([&]() -> std::optional<std::string> {
    Settle(state, window.get(), way.completion, roles);
    const std::int64_t done = std::exchange(turns, 0);
    const bool from_pattern = std::exchange(renewed, false);
    const auto sum = [&](int origin, int target, std::int64_t times, std::int64_t i) {
      const auto begin = from_pattern ? PatternValue<std::int64_t>(target, contents + i) : 0;
      return begin + times * PatternValue<std::int64_t>(origin, contents + i);
    };
    if (roles.is_accessed()) {
      return window.Look(Passive(way.completion), [&](std::span<std::int64_t> sums) {
        return FirstWrongOf(sums, [&](std::int64_t i) { return sum(roles.origin, state.rank(), done, i); });
      });
    }
    if (!roles.accesses() || !fetches) return std::nullopt;
    return FirstWrongOf(result.values(), [&](std::int64_t i) { return sum(state.rank(), roles.target, done - 1, i); });
  });
  const MPI_Aint place = roles.accesses() ? window.At(roles.target) : 0;
  RunEpochs(state, window.get(), way.completion, roles, [&] {
    ++turns;
    if (roles.accesses())
      operation(from.data(), result.data(), static_cast<int>(count), roles.target, place, window.get());
  });
}

std::int64_t CountOf(const State& state) { return state.bytes() / static_cast<std::int64_t>(sizeof(std::int64_t)); }

void Accumulate(State& state, const Way& way) {
  Add(state, way, CountOf(state), false,
      [](const std::int64_t* from, std::int64_t*, int n, int target, MPI_Aint place, MPI_Win window) {
        Checked(MPI_Accumulate(from, n, MPI_INT64_T, target, place, n, MPI_INT64_T, MPI_SUM, window));
      });
}

void GetAccumulate(State& state, const Way& way) {
  Add(state, way, CountOf(state), true,
      [](const std::int64_t* from, std::int64_t* result, int n, int target, MPI_Aint place, MPI_Win window) {
        Checked(MPI_Get_accumulate(from, n, MPI_INT64_T, result, n, MPI_INT64_T, target, place, n, MPI_INT64_T, MPI_SUM,
                                   window));
      });
}

void FetchAndOp(State& state, const Way& way) {
  Add(state, way, 1, true,
      [](const std::int64_t* from, std::int64_t* result, int, int target, MPI_Aint place, MPI_Win window) {
        Checked(MPI_Fetch_and_op(from, result, MPI_INT64_T, target, place, MPI_SUM, window));
      });
}

// Counts up: each one finds what the one before left. Where data are renewed it begins with another number.
void CompareAndSwap(State& state, const Way& way) {
  Window<std::int64_t> window(state, way.kind, 1);
  window.Fill(state, [](std::int64_t) { return 0; });
  const Roles roles = OneWay(state);
  std::int64_t compare = 0;
  std::int64_t swap = 0;
  std::int64_t result = 0;
  state.RenewData([&](std::int64_t contents) {
    swap = contents;
    result = -1;
    if (!roles.is_accessed()) return;
    window.Look(Passive(way.completion), [&](std::span<std::int64_t> counter) {
      counter[0] = contents;
      return std::nullopt;
    });
  });
  state.CheckData([&]() -> std::optional<std::string> {
    Settle(state, window.get(), way.completion, roles);
    const std::int64_t last = std::exchange(swap, 0);
    if (roles.is_accessed()) {
      return window.Look(Passive(way.completion), [&](std::span<std::int64_t> counter) {
        return FirstWrongOf(counter, [&](std::int64_t) { return last; });
      });
    }
    if (!roles.accesses()) return std::nullopt;
    return FirstWrongOf(std::span(&result, 1), [&](std::int64_t) { return last - 1; });
  });
  const MPI_Aint place = roles.accesses() ? window.At(roles.target) : 0;
  RunEpochs(state, window.get(), way.completion, roles, [&] {
    compare = swap++;
    if (roles.accesses()) {
      Checked(MPI_Compare_and_swap(&swap, &compare, &result, MPI_INT64_T, roles.target, place, window.get()));
    }
  });
}

struct Operation {
  const char* name;
  void (*function)(State&, const Way&);
  bool sizes;      // of all message sizes; atomics are of 8 bytes
  bool all_kinds;  // fence in windows of all kinds too, not flush alone
};

// Every way to complete in windows of MPI_Win_allocate, which are OSU's; windows of the other kinds by flush, and where
// data are moved only by fence too.
const bool one_sided_registered = [] {
  constexpr Operation kOperations[] = {
      {"put", Put, true, true},
      {"get", Get, true, true},
      {"accumulate", Accumulate, true, false},
      {"get_accumulate", GetAccumulate, true, false},
      {"fetch_and_op", FetchAndOp, false, false},
      {"compare_and_swap", CompareAndSwap, false, false},
  };
  const auto add = [](const Operation& operation, const Way& way) {
    std::string name = std::string(operation.name) + "_latency_" + NameOf(way.completion);
    if (way.kind != WindowKind::kAllocate) name += "_" + NameOf(way.kind);
    Case* added = RegisterCase(name, [operation, way](State& state) { operation.function(state, way); });
    added->Exchange()->Family("one-sided");
    added->Describe(std::string("One ") + operation.name + ", completed by " + NameOf(way.completion) + ", window by " +
                    NameOf(way.kind));
    if (operation.sizes) added->MessageSizes();
  };
  for (const Operation& operation : kOperations) {
    for (const Completion completion : {Completion::kFence, Completion::kPscw, Completion::kLock, Completion::kLockAll,
                                        Completion::kFlush, Completion::kFlushLocal}) {
      add(operation, {WindowKind::kAllocate, completion});
    }
    for (const WindowKind kind : {WindowKind::kCreate, WindowKind::kDynamic}) {
      if (operation.all_kinds) add(operation, {kind, Completion::kFence});
      add(operation, {kind, Completion::kFlush});
    }
  }
  return true;
}();

}  // namespace
}  // namespace mpigauge
