// Interposes on MPI functions through the profiling interface and makes the chosen ones slower. Functions that
// are not chosen go straight through. MPI_Pcontrol(0) puts them off, MPI_Pcontrol(1) on again. Works with every MPI
// whose headers it was compiled against.
#include <mpi.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <thread>
#include <utility>

#include "base/error.h"
#include "harness/clock/timer.h"
#include "harness/inject/slowdown.h"

namespace mpigauge {
namespace {

// The functions that can be slowed, each with the variable that says how: each definition below adds itself.
std::map<std::string, const Slowdown**>& Slowable() {
  static std::map<std::string, const Slowdown**> functions;
  return functions;
}

// The content of MPIGAUGE_SLOW, read once at load time. A slowdown that is believed and not there would be worse than
// none, so an unknown word ends the program.
class Settings {
 public:
  Settings() {
    const char* text = std::getenv("MPIGAUGE_SLOW");
    try {
      slowdowns_ = ParseSlowdowns(text != nullptr ? text : "");
      for (const auto& [name, slowdown] : slowdowns_) {
        const auto function = Slowable().find(name);
        if (function == Slowable().end())
          throw UsageError("MPIGAUGE_SLOW: {} is not among the functions that can be slowed", name);
        *function->second = &slowdown;
      }
    } catch (const Error& error) {
      std::fprintf(stderr, "libmpigauge_slow: %s\n", error.what());
      std::_Exit(static_cast<int>(error.code()));
    }
    clock_cost_ns_ = std::llround(MeasureTimer(Timer()).cost_seconds * 1e9);
  }

  std::int64_t clock_cost_ns() const { return clock_cost_ns_; }

 private:
  std::map<std::string, Slowdown> slowdowns_;
  std::int64_t clock_cost_ns_ = 0;
};

const Settings& TheSettings() {
  static const Settings settings;
  return settings;
}

// The last request of the rank by MPI_Pcontrol; at first it is as after MPI_Pcontrol(1).
std::atomic<bool> is_on{true};

// -1 before MPI_Init: ranks have no numbers yet.
int RankIn(MPI_Comm communicator) {
  int rank = -1;
  int initialized = 0;
  PMPI_Initialized(&initialized);
  if (initialized == 0) return rank;
  PMPI_Comm_rank(communicator, &rank);
  return rank;
}

std::int64_t BytesOf(int count, MPI_Datatype type) {
  int size = 0;
  if (type != MPI_DATATYPE_NULL) PMPI_Type_size(type, &size);
  return std::int64_t{count} * size;
}

void Wait(const Slowdown& slowdown, std::int64_t until_ns) {
  const Timer timer;
  const std::int64_t left_ns = until_ns - timer.Now();
  if (slowdown.sleeps && left_ns > 0) std::this_thread::sleep_for(std::chrono::nanoseconds(left_ns));
  while (timer.Now() < until_ns) {
  }
}

// `calls` counts those of one function that it may apply to.
bool Applies(const Slowdown& slowdown, std::int64_t bytes, MPI_Comm communicator, std::atomic<std::int64_t>& calls) {
  return is_on.load(std::memory_order_relaxed) && bytes >= slowdown.from_bytes &&
         (slowdown.rank < 0 || slowdown.rank == RankIn(communicator)) &&
         (slowdown.every == 1 || ++calls % slowdown.every == 0);
}

// Calls `function`; then waits for what it must take longer.
template <typename Function>
int ThenWait(const Slowdown& slowdown, Function function) {
  const Timer timer;
  const std::int64_t start = timer.Now();
  const int code = function();
  const std::int64_t end = timer.Now();
  const std::int64_t extra = ExtraNs(slowdown, start, end, TheSettings().clock_cost_ns());
  if (extra > 0) Wait(slowdown, end + extra);
  return code;
}

// A call that only sends waits for an addition before the message leaves: a library with more to do for a send makes
// the receiver wait for it too.
enum class Place { kBefore, kAfter };

template <Place place, typename Function>
int Slowed(const Slowdown& slowdown, std::int64_t bytes, MPI_Comm communicator, Function function) {
  static std::atomic<std::int64_t> calls{0};  // each call has a type of its own, and so each function a counter
  if (!Applies(slowdown, bytes, communicator, calls)) return function();
  if constexpr (place == Place::kAfter) return ThenWait(slowdown, function);
  const Timer timer;
  Slowdown rest = slowdown;
  Wait(slowdown, timer.Now() + std::exchange(rest.addition_ns, 0) - TheSettings().clock_cost_ns());
  return rest.factor == 1 ? function() : ThenWait(rest, function);
}

}  // namespace
}  // namespace mpigauge

// MPIGAUGE_SLOWED(place, name, parameters, arguments, bytes, communicator): the definition of one function. One that is
// not chosen goes on with a comparison and a jump: to ask for `bytes` alone takes 4 ns, of some 200 that a small
// exchange takes in all.
#define MPIGAUGE_SLOWED(place, name, parameters, arguments, bytes, communicator)                                \
  static const ::mpigauge::Slowdown* slowdown_##name = nullptr;                                                 \
  static const bool slowable_##name = ::mpigauge::Slowable().emplace(#name, &slowdown_##name).second;           \
  [[gnu::noinline]] static int slowed_##name parameters {                                                       \
    return ::mpigauge::Slowed<place>(*slowdown_##name, bytes, communicator, [&] { return P##name arguments; }); \
  }                                                                                                             \
  extern "C" int name parameters { return slowdown_##name == nullptr ? P##name arguments : slowed_##name arguments; }

using mpigauge::BytesOf;
using enum mpigauge::Place;

MPIGAUGE_SLOWED(kAfter, MPI_Init, (int* argc, char*** argv), (argc, argv), 0, MPI_COMM_WORLD)
MPIGAUGE_SLOWED(kAfter, MPI_Init_thread, (int* argc, char*** argv, int wanted, int* got), (argc, argv, wanted, got), 0,
                MPI_COMM_WORLD)
MPIGAUGE_SLOWED(kAfter, MPI_Finalize, (), (), 0, MPI_COMM_WORLD)
MPIGAUGE_SLOWED(kBefore, MPI_Send, (const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c),
                (b, n, t, to, tag, c), BytesOf(n, t), c)
MPIGAUGE_SLOWED(kBefore, MPI_Ssend, (const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c),
                (b, n, t, to, tag, c), BytesOf(n, t), c)
MPIGAUGE_SLOWED(kAfter, MPI_Recv, (void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status* s),
                (b, n, t, from, tag, c, s), BytesOf(n, t), c)
MPIGAUGE_SLOWED(kBefore, MPI_Isend, (const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request* r),
                (b, n, t, to, tag, c, r), BytesOf(n, t), c)
MPIGAUGE_SLOWED(kAfter, MPI_Irecv, (void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request* r),
                (b, n, t, from, tag, c, r), BytesOf(n, t), c)
MPIGAUGE_SLOWED(kAfter, MPI_Wait, (MPI_Request * r, MPI_Status* s), (r, s), 0, MPI_COMM_WORLD)
MPIGAUGE_SLOWED(kAfter, MPI_Waitall, (int n, MPI_Request* r, MPI_Status* s), (n, r, s), 0, MPI_COMM_WORLD)
MPIGAUGE_SLOWED(kAfter, MPI_Win_flush, (int rank, MPI_Win w), (rank, w), 0, MPI_COMM_WORLD)
MPIGAUGE_SLOWED(kAfter, MPI_Sendrecv,
                (const void* b, int n, MPI_Datatype t, int to, int tag, void* rb, int rn, MPI_Datatype rt, int from,
                 int rtag, MPI_Comm c, MPI_Status* s),
                (b, n, t, to, tag, rb, rn, rt, from, rtag, c, s), BytesOf(n, t), c)
MPIGAUGE_SLOWED(kAfter, MPI_Barrier, (MPI_Comm c), (c), 0, c)
MPIGAUGE_SLOWED(kAfter, MPI_Bcast, (void* b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c),
                BytesOf(n, t), c)
MPIGAUGE_SLOWED(kAfter, MPI_Reduce, (const void* b, void* rb, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c),
                (b, rb, n, t, op, root, c), BytesOf(n, t), c)
MPIGAUGE_SLOWED(kAfter, MPI_Allreduce, (const void* b, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c),
                (b, rb, n, t, op, c), BytesOf(n, t), c)
MPIGAUGE_SLOWED(kAfter, MPI_Scan, (const void* b, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c),
                (b, rb, n, t, op, c), BytesOf(n, t), c)
MPIGAUGE_SLOWED(kAfter, MPI_Gather,
                (const void* b, int n, MPI_Datatype t, void* rb, int rn, MPI_Datatype rt, int root, MPI_Comm c),
                (b, n, t, rb, rn, rt, root, c), BytesOf(n, t), c)
MPIGAUGE_SLOWED(kAfter, MPI_Scatter,
                (const void* b, int n, MPI_Datatype t, void* rb, int rn, MPI_Datatype rt, int root, MPI_Comm c),
                (b, n, t, rb, rn, rt, root, c), BytesOf(rn, rt), c)
MPIGAUGE_SLOWED(kAfter, MPI_Allgather,
                (const void* b, int n, MPI_Datatype t, void* rb, int rn, MPI_Datatype rt, MPI_Comm c),
                (b, n, t, rb, rn, rt, c), BytesOf(rn, rt), c)
MPIGAUGE_SLOWED(kAfter, MPI_Alltoall,
                (const void* b, int n, MPI_Datatype t, void* rb, int rn, MPI_Datatype rt, MPI_Comm c),
                (b, n, t, rb, rn, rt, c), BytesOf(rn, rt), c)

extern "C" int MPI_Pcontrol(const int level, ...) {
  ::mpigauge::is_on = level != 0;
  return PMPI_Pcontrol(level);
}

// After all of the above has added itself.
static const ::mpigauge::Settings& settings_at_load = ::mpigauge::TheSettings();
