#pragma once

// How a function of MPI is traced: MPIGAUGE_TRACED(name, parameters, arguments, what) defines MPI_name and PMPI_name.
// `what` is an expression that calls `call()` and describes it; it is only evaluated for calls that the program made.
//
// Both names, because some wrappers for Fortran call the one and some the other: so all of Fortran is traced here, in
// C, with the library's own conversion of arguments. Either goes on to the next definition of the same name: other
// libraries that come between the program and MPI still see the calls.

#include <dlfcn.h>
#include <mpi.h>

#include <cstdint>

#include "simulator/trace_library/recorder.h"

namespace mpigauge {

// Looked up while the program is loaded, so that no call of it pays for that.
template <typename Function>
Function NextDefinition(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

// MPI's ranks and tags as the trace has them.
inline int PeerOf(int rank) {
  if (rank == MPI_ANY_SOURCE) return kTraceAny;
  return rank == MPI_PROC_NULL ? kTraceNull : rank;
}
inline int TagOf(int tag) { return tag == MPI_ANY_TAG ? kTraceAny : tag; }

inline std::int64_t Bytes(std::int64_t count, MPI_Datatype type) {
  MPI_Count size = 0;
  if (count <= 0 || type == MPI_DATATYPE_NULL) return 0;
  PMPI_Type_size_x(type, &size);
  return count * size;
}

// Returns the content of a status. `request` is the number of its request (0: the call itself).
TraceMatch MatchOf(std::uint32_t request, const MPI_Status& status);

// The program's status, or one of our own where it wants none: the match must be known.
inline void NeedStatus(MPI_Status*& status, MPI_Status& own) {
  if (status == MPI_STATUS_IGNORE) status = &own;
}

// The call has started a request: it gets its number.
KnownRequest& Started(TracedCall& traced, const MPI_Request* request, RequestKind kind);

}  // namespace mpigauge

#define MPIGAUGE_TRACED_AS(symbol, parameters, arguments, ...)                              \
  static const auto next_##symbol = ::mpigauge::NextDefinition<decltype(&symbol)>(#symbol); \
  extern "C" int symbol parameters {                                                        \
    const auto call = [&] { return next_##symbol arguments; };                              \
    if (!::mpigauge::Tracing()) return call();                                              \
    return __VA_ARGS__;                                                                     \
  }

#define MPIGAUGE_TRACED(name, parameters, arguments, ...)            \
  MPIGAUGE_TRACED_AS(MPI_##name, parameters, arguments, __VA_ARGS__) \
  MPIGAUGE_TRACED_AS(PMPI_##name, parameters, arguments, __VA_ARGS__)

#define MPIGAUGE_UNWRAPPED(...) __VA_ARGS__
