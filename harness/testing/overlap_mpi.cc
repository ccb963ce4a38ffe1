// Interposes on nonblocking MPI operations through the profiling interface and lets each take a given time, of which a
// given share goes on while the program computes: ground truth for figures of overlap.
// LD_PRELOAD=libmpigauge_overlap.so MPIGAUGE_OVERLAP=300us:70%. The rest of the time passes within MPI_Wait or
// MPI_Waitall, as with a library that makes progress in its calls only. One operation at a time.
#include <mpi.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/units.h"
#include "harness/clock/timer.h"

namespace mpigauge {
namespace {

struct Overlap {
  std::int64_t meanwhile_ns = 0;  // passes whether the program computes or waits
  std::int64_t waiting_ns = 0;    // passes in the call that waits
};

// A share that is believed and not there would be worse than none, so what is not understood ends the program.
Overlap ReadOverlap() {
  const char* variable = std::getenv("MPIGAUGE_OVERLAP");
  const std::string_view text = variable != nullptr ? variable : "";
  const auto colon = text.find(':');
  try {
    if (colon == std::string_view::npos) {
      throw UsageError("MPIGAUGE_OVERLAP: write a time and a share, such as 300us:70%, and not '{}'", text);
    }
    const double ns = ParseSeconds(text.substr(0, colon), "MPIGAUGE_OVERLAP") * 1e9;
    const double share = ParseShare(text.substr(colon + 1), "MPIGAUGE_OVERLAP");
    return {std::llround(ns * share), std::llround(ns * (1 - share))};
  } catch (const Error& error) {
    std::fprintf(stderr, "libmpigauge_overlap: %s\n", error.what());
    std::_Exit(static_cast<int>(error.code()));
  }
}

const Overlap overlap = ReadOverlap();
std::optional<std::int64_t> started_ns;  // the operation that was not waited for

int Started(int code) {
  started_ns = Timer().Now();
  return code;
}

void SpinUntil(std::int64_t end_ns) {
  const Timer timer;
  while (timer.Now() < end_ns) {
  }
}

int Waited(int code) {
  if (!started_ns) return code;
  SpinUntil(*std::exchange(started_ns, std::nullopt) + overlap.meanwhile_ns);
  SpinUntil(Timer().Now() + overlap.waiting_ns);
  return code;
}

}  // namespace
}  // namespace mpigauge

using mpigauge::Started;
using mpigauge::Waited;

extern "C" {

int MPI_Isend(const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request* r) {
  return Started(PMPI_Isend(b, n, t, to, tag, c, r));
}

int MPI_Iallreduce(const void* b, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c, MPI_Request* r) {
  return Started(PMPI_Iallreduce(b, rb, n, t, op, c, r));
}

int MPI_Wait(MPI_Request* r, MPI_Status* s) { return Waited(PMPI_Wait(r, s)); }

int MPI_Waitall(int n, MPI_Request* r, MPI_Status* s) { return Waited(PMPI_Waitall(n, r, s)); }

}  // extern "C"
