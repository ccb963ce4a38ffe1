// Beginning and end of the program.
#include <link.h>
#include <mpi.h>

#include <cstdio>
#include <cstring>

#include "simulator/trace_library/traced.h"

namespace mpigauge {
namespace {

// Two MPI libraries in one process: this library was built for another one than the program. Handles of one mean
// nothing to the other, so it ends before the first is used.
void RefuseOtherMpi() {
  struct Seen {
    bool openmpi = false;
    bool mpich = false;
  } seen;
  const auto look = [](dl_phdr_info* info, std::size_t /*size*/, void* data) {
    const char* slash = std::strrchr(info->dlpi_name, '/');
    const char* name = slash != nullptr ? slash + 1 : info->dlpi_name;
    auto* const result = static_cast<Seen*>(data);
    if (std::strncmp(name, "libmpi.so", 9) == 0) result->openmpi = true;
    if (std::strncmp(name, "libmpich.so", 11) == 0) result->mpich = true;
    return 0;
  };
  dl_iterate_phdr(look, &seen);
  if (!seen.openmpi || !seen.mpich) return;
  std::fprintf(stderr,
               "libmpigauge_trace: the program and this library were built for different MPI libraries (libmpi.so, "
               "libmpich.so); `mpigauge build-bench --trace` builds one for the program's\n");
  std::_Exit(4);
}

template <typename Call>
int Init(const Call& call, const int* provided) {
  RefuseOtherMpi();
  int code = MPI_SUCCESS;
  {
    const NotTraced inside;
    code = call();
  }
  if (code == MPI_SUCCESS && !Recorder::Get().on()) {
    const NotTraced inside;
    Recorder::Get().Start(provided);
  }
  if (code == MPI_SUCCESS) BeginFirstBurst();
  return code;
}

// Written before the call: what is inside is of no interest, and from then on nothing can be lost.
template <typename Call>
int Finalize(const Call& call) {
  { const TracedCall traced(TraceCall::kFinalize); }
  Recorder::Get().Finish();
  const NotTraced inside;
  return call();
}

template <typename Call>
int Abort(const Call& call, MPI_Comm communicator) {
  {
    TracedCall traced(TraceCall::kAbort);
    traced.Communicator(communicator);
  }
  Recorder::Get().Flush();
  const NotTraced inside;
  return call();
}

// A program that ends without MPI_Finalize.
__attribute__((destructor)) void AtExit() { Recorder::Get().Finish(); }

}  // namespace
}  // namespace mpigauge

// Traced although nothing is traced yet.
#define MPIGAUGE_INIT(symbol, parameters, arguments, provided)                                \
  static const auto next_##symbol = ::mpigauge::NextDefinition<decltype(&(symbol))>(#symbol); \
  extern "C" int symbol parameters {                                                          \
    const auto call = [&] { return next_##symbol arguments; };                                \
    if (::mpigauge::Nested()) return call();                                                  \
    return ::mpigauge::Init(call, provided);                                                  \
  }

MPIGAUGE_INIT(MPI_Init, (int* count, char*** words), (count, words), nullptr)
MPIGAUGE_INIT(PMPI_Init, (int* count, char*** words), (count, words), nullptr)
MPIGAUGE_INIT(MPI_Init_thread, (int* count, char*** words, int level, int* provided), (count, words, level, provided),
              provided)
MPIGAUGE_INIT(PMPI_Init_thread, (int* count, char*** words, int level, int* provided), (count, words, level, provided),
              provided)

MPIGAUGE_TRACED(Finalize, (), (), mpigauge::Finalize(call))
MPIGAUGE_TRACED(Abort, (MPI_Comm c, int error), (c, error), mpigauge::Abort(call, c))
