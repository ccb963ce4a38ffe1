// Interposes on MPI functions through the profiling interface and takes memory: ground truth for what is said of
// libraries that need more. LD_PRELOAD=libmpigauge_memory.so and MPIGAUGE_MEMORY is init:BYTES (once in each process)
// or call:BYTES (in each MPI_Allreduce, and never given back).
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "base/error.h"
#include "base/units.h"

namespace mpigauge {
namespace {

struct Taken {
  std::size_t in_init = 0;
  std::size_t in_call = 0;
};

// Memory that is believed to be taken and is not would be worse than none, so what is not understood ends the program.
Taken ReadTaken() {
  const char* variable = std::getenv("MPIGAUGE_MEMORY");
  const std::string_view text = variable != nullptr ? variable : "";
  try {
    const auto bytes = [&] { return static_cast<std::size_t>(ParseBytes(text.substr(5), "MPIGAUGE_MEMORY")); };
    if (text.starts_with("init:")) return {bytes(), 0};
    if (text.starts_with("call:")) return {0, bytes()};
    throw UsageError("MPIGAUGE_MEMORY: write init:BYTES or call:BYTES, and not '{}'", text);
  } catch (const Error& error) {
    std::fprintf(stderr, "libmpigauge_memory: %s\n", error.what());
    std::_Exit(static_cast<int>(error.code()));
  }
}

const Taken taken_at_load = ReadTaken();

// Writes into it: pages that nobody has touched are not there.
void Take(std::size_t bytes) {
  [[maybe_unused]] static char* volatile last = nullptr;  // the compiler keeps what somebody may read
  char* const memory = bytes > 0 ? static_cast<char*>(std::malloc(bytes)) : nullptr;
  if (memory == nullptr) return;
  std::memset(memory, 1, bytes);
  last = memory;
}

}  // namespace
}  // namespace mpigauge

extern "C" int MPI_Init_thread(int* argc, char*** argv, int wanted, int* provided) {
  ::mpigauge::Take(::mpigauge::taken_at_load.in_init);
  return PMPI_Init_thread(argc, argv, wanted, provided);
}

extern "C" int MPI_Allreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op operation,
                             MPI_Comm comm) {
  ::mpigauge::Take(::mpigauge::taken_at_load.in_call);
  return PMPI_Allreduce(from, to, count, type, operation, comm);
}
