// Interposes on MPI functions through the profiling interface and turns over one bit of chosen messages: ground truth
// for checks that find wrong data. A message is sent as a copy with the bit turned over; in a receive buffer the bit is
// turned over when the message is there. Each flip says on standard error that it was made.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "harness/inject/contiguous_bytes.h"
#include "harness/inject/flip.h"

namespace mpigauge {
namespace {

// The functions whose messages can be changed: each definition below adds itself.
std::set<std::string>& Flippable() {
  static std::set<std::string> names;
  return names;
}

// A flip that is believed and not there would be worse than none, so what is not understood ends the program.
FlipCounter ReadFlips() {
  const char* text = std::getenv("MPIGAUGE_FLIP");
  try {
    FlipCounter counter(ParseFlips(text != nullptr ? text : ""));
    for (const Flip& flip : counter.flips()) {
      if (!Flippable().contains(flip.function)) {
        throw UsageError("MPIGAUGE_FLIP: {} is not among the functions whose messages can be changed", flip.function);
      }
    }
    return counter;
  } catch (const Error& error) {
    std::fprintf(stderr, "libmpigauge_flip: %s\n", error.what());
    std::_Exit(static_cast<int>(error.code()));
  }
}

FlipCounter& Flips() {
  static FlipCounter counter = ReadFlips();
  return counter;
}

const Flip* DueIn(const char* function, std::int64_t bytes, MPI_Comm communicator) {
  int rank = 0;
  PMPI_Comm_rank(communicator, &rank);
  const Flip* flip = Flips().CountCall(function, bytes, rank);
  if (flip != nullptr) {
    std::fprintf(stderr, "libmpigauge_flip: rank %d, %s of %lld bytes: bit %d of byte %lld\n", rank, function,
                 static_cast<long long>(bytes), flip->bit, static_cast<long long>(flip->byte));
  }
  return flip;
}

void Invert(void* data, const Flip& flip) {
  static_cast<unsigned char*>(data)[flip.byte] ^= static_cast<unsigned char>(1U << flip.bit);
}

// Returns the data that are sent instead of `data`. A copy lives until the end: the message may still be under way.
const void* ToSend(const char* function, const void* data, int count, MPI_Datatype type, MPI_Comm communicator) {
  static std::deque<std::vector<unsigned char>> copies;
  const std::int64_t bytes = ContiguousBytes(count, type);
  const Flip* flip = DueIn(function, bytes, communicator);
  if (flip == nullptr) return data;
  const auto* begin = static_cast<const unsigned char*>(data);
  copies.emplace_back(begin, begin + bytes);
  Invert(copies.back().data(), *flip);
  return copies.back().data();
}

void Received(const char* function, void* data, int count, MPI_Datatype type, MPI_Comm communicator) {
  if (const Flip* flip = DueIn(function, ContiguousBytes(count, type), communicator)) Invert(data, *flip);
}

bool IsRoot(int root, MPI_Comm communicator) {
  int rank = 0;
  PMPI_Comm_rank(communicator, &rank);
  return rank == root;
}

}  // namespace
}  // namespace mpigauge

using mpigauge::IsRoot;

#define MPIGAUGE_FLIPPABLE(name) static const bool flippable_##name = ::mpigauge::Flippable().insert(#name).second;

// The data are the first parameter, `b`, of a function that sends `n` elements of `t` in `c`.
#define MPIGAUGE_SENDS(name, parameters, arguments) \
  MPIGAUGE_FLIPPABLE(name)                          \
  extern "C" int name parameters {                  \
    b = ::mpigauge::ToSend(#name, b, n, t, c);      \
    return P##name arguments;                       \
  }

// A function that leaves `count` elements of `type` at `data`, on the ranks where `here`.
#define MPIGAUGE_RECEIVES(name, parameters, arguments, here, data, count, type) \
  MPIGAUGE_FLIPPABLE(name)                                                      \
  extern "C" int name parameters {                                              \
    const int code = P##name arguments;                                         \
    if (here) ::mpigauge::Received(#name, data, count, type, c);                \
    return code;                                                                \
  }

MPIGAUGE_SENDS(MPI_Send, (const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (b, n, t, to, tag, c))
MPIGAUGE_SENDS(MPI_Ssend, (const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (b, n, t, to, tag, c))
MPIGAUGE_SENDS(MPI_Rsend, (const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (b, n, t, to, tag, c))
MPIGAUGE_SENDS(MPI_Bsend, (const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (b, n, t, to, tag, c))
MPIGAUGE_SENDS(MPI_Isend, (const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request* r),
               (b, n, t, to, tag, c, r))

MPIGAUGE_RECEIVES(MPI_Recv, (void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status* s),
                  (b, n, t, from, tag, c, s), true, b, n, t)
MPIGAUGE_RECEIVES(MPI_Sendrecv,
                  (const void* b, int n, MPI_Datatype t, int to, int tag, void* rb, int rn, MPI_Datatype rt, int from,
                   int rtag, MPI_Comm c, MPI_Status* s),
                  (b, n, t, to, tag, rb, rn, rt, from, rtag, c, s), true, rb, rn, rt)
MPIGAUGE_RECEIVES(MPI_Bcast, (void* b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c),
                  !IsRoot(root, c), b, n, t)
MPIGAUGE_RECEIVES(MPI_Reduce, (const void* b, void* rb, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c),
                  (b, rb, n, t, op, root, c), IsRoot(root, c), rb, n, t)
MPIGAUGE_RECEIVES(MPI_Allreduce, (const void* b, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c),
                  (b, rb, n, t, op, c), true, rb, n, t)
MPIGAUGE_RECEIVES(MPI_Scan, (const void* b, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c),
                  (b, rb, n, t, op, c), true, rb, n, t)
MPIGAUGE_RECEIVES(MPI_Gather,
                  (const void* b, int n, MPI_Datatype t, void* rb, int rn, MPI_Datatype rt, int root, MPI_Comm c),
                  (b, n, t, rb, rn, rt, root, c), IsRoot(root, c), rb, rn, rt)
MPIGAUGE_RECEIVES(MPI_Scatter,
                  (const void* b, int n, MPI_Datatype t, void* rb, int rn, MPI_Datatype rt, int root, MPI_Comm c),
                  (b, n, t, rb, rn, rt, root, c), rb != MPI_IN_PLACE, rb, rn, rt)
MPIGAUGE_RECEIVES(MPI_Allgather, (const void* b, int n, MPI_Datatype t, void* rb, int rn, MPI_Datatype rt, MPI_Comm c),
                  (b, n, t, rb, rn, rt, c), true, rb, rn, rt)
MPIGAUGE_RECEIVES(MPI_Alltoall, (const void* b, int n, MPI_Datatype t, void* rb, int rn, MPI_Datatype rt, MPI_Comm c),
                  (b, n, t, rb, rn, rt, c), true, rb, rn, rt)

// After all of the above has added itself.
[[maybe_unused]] static const mpigauge::FlipCounter& flips_at_load = mpigauge::Flips();
