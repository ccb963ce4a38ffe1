// Collectives: blocking, nonblocking, and (MPI 4) persistent ones. `bytes` as in simulator/program/collective.h.
#include <mpi.h>

#include <memory>
#include <numeric>
#include <utility>

#include "simulator/trace_library/traced.h"

namespace mpigauge {
namespace {

constexpr int kNoRoot = kTraceNull;

int SizeOf(MPI_Comm communicator) {
  int size = 1;
  PMPI_Comm_size(communicator, &size);
  return size;
}

int RankIn(MPI_Comm communicator) {
  int rank = 0;
  PMPI_Comm_rank(communicator, &rank);
  return rank;
}

// Returns the bytes that one rank has of a gather or scatter. The root may have it in place, and then says it on the
// other side only.
template <typename Count>
std::int64_t OfOne(MPI_Comm comm, int root, Count root_count, MPI_Datatype root_type, Count count, MPI_Datatype type) {
  return RankIn(comm) == root ? Bytes(root_count, root_type) : Bytes(count, type);
}

template <typename Count>
std::int64_t OfOneOfMany(MPI_Comm comm, int root, const Count* root_counts, MPI_Datatype root_type, Count count,
                         MPI_Datatype type) {
  return RankIn(comm) == root ? Bytes(root_counts[root], root_type) : Bytes(count, type);
}

template <typename Count>
std::int64_t Sum(MPI_Comm comm, const Count* counts, MPI_Datatype type) {
  return Bytes(std::accumulate(counts, counts + SizeOf(comm), std::int64_t{0}), type);
}

// Returns the bytes for each other rank; the mean if these differ.
template <typename Count>
std::int64_t Mean(MPI_Comm comm, const Count* counts, MPI_Datatype type) {
  return Sum(comm, counts, type) / SizeOf(comm);
}

template <typename Count>
std::int64_t MeanOfTypes(MPI_Comm comm, const Count* counts, const MPI_Datatype* types) {
  std::int64_t sum = 0;
  for (int i = 0; i < SizeOf(comm); ++i) sum += Bytes(counts[i], types[i]);
  return sum / SizeOf(comm);
}

template <typename BytesOfIt>
void Describe(TracedCall& traced, MPI_Comm comm, int root, const BytesOfIt& bytes) {
  traced.Communicator(comm);
  if (traced.Unmodelled()) return;  // between two groups: counts mean something else
  traced.event().peer = root;
  traced.event().bytes = bytes();
}

template <typename Call, typename BytesOfIt>
int Collective(const Call& call, TraceCall kind, MPI_Comm comm, int root, const BytesOfIt& bytes) {
  TracedCall traced(kind);
  Describe(traced, comm, root, bytes);
  return traced.Run(call);
}

template <typename Call, typename BytesOfIt>
int NonblockingCollective(const Call& call, TraceCall kind, MPI_Comm comm, int root, const BytesOfIt& bytes,
                          const MPI_Request* request) {
  TracedCall traced(kind);
  Describe(traced, comm, root, bytes);
  traced.event().nonblocking = true;
  const int code = traced.Run(call);
  if (code == MPI_SUCCESS) Started(traced, request, RequestKind::kCollective);
  return code;
}

// Each start is written as a nonblocking collective (completion.cc).
template <typename Call, typename BytesOfIt>
int PersistentCollective(const Call& call, const char* name, TraceCall kind, MPI_Comm comm, int root,
                         const BytesOfIt& bytes, const MPI_Request* request) {
  TracedCall traced(kind);
  Describe(traced, comm, root, bytes);
  const int code = traced.Run(call);
  auto starts = std::make_unique<TraceEvent>(traced.event());
  traced.event().call = TraceCall::kOther;
  traced.event().name = name;
  if (code != MPI_SUCCESS) return code;
  KnownRequest& known = Started(traced, request, RequestKind::kCollective);
  known.persistent = true;
  known.active = false;
  starts->cpu_nanoseconds = starts->before_nanoseconds = starts->inside_nanoseconds = 0;
  starts->nonblocking = true;
  starts->requests = {known.number};
  known.starts = std::move(starts);
  return code;
}

}  // namespace
}  // namespace mpigauge

using namespace mpigauge;  // NOLINT(google-build-using-namespace): the table in the included file

#if MPI_VERSION >= 4
#define MPIGAUGE_PERSISTENT(...) __VA_ARGS__
#else
#define MPIGAUGE_PERSISTENT(...)
#endif

#define COUNT int
#define DISPLACEMENT int
#define MPIGAUGE_COUNTED MPIGAUGE_TRACED
#include "simulator/trace_library/collectives.inc"
MPIGAUGE_TRACED(Barrier, (MPI_Comm c), (c), Collective(call, TraceCall::kBarrier, c, kNoRoot, [] { return 0; }))
MPIGAUGE_TRACED(Ibarrier, (MPI_Comm c, MPI_Request* r), (c, r),
                NonblockingCollective(
                    call, TraceCall::kBarrier, c, kNoRoot, [] { return 0; }, r))
MPIGAUGE_PERSISTENT(MPIGAUGE_TRACED(Barrier_init, (MPI_Comm c, MPI_Info i, MPI_Request* r), (c, i, r),
                                    PersistentCollective(
                                        call, "MPI_Barrier_init", TraceCall::kBarrier, c, kNoRoot, [] { return 0; },
                                        r)))
#undef COUNT
#undef DISPLACEMENT
#undef MPIGAUGE_COUNTED

#if MPI_VERSION >= 4
#define COUNT MPI_Count
#define DISPLACEMENT MPI_Aint
#define MPIGAUGE_COUNTED(name, ...) MPIGAUGE_TRACED(name##_c, __VA_ARGS__)
#include "simulator/trace_library/collectives.inc"
#endif
