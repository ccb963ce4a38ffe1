// Interposes on MPI functions through the profiling interface and counts handles that are made and not freed, or
// requests that are not completed: MPI_Finalize says on standard error what is left. Handles that a library makes
// inside itself count too where it goes through these functions.
// LD_PRELOAD=libmpigauge_handles.so
#include <mpi.h>
#if defined(OPEN_MPI) && MPI_VERSION < 4 && __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <array>
#include <atomic>
#include <cstdio>
#include <tuple>
#include <vector>

namespace {

enum Kind { kRequest, kCommunicator, kWindow, kDatatype, kGroup, kOperation, kFile, kErrorHandler, kKinds };
constexpr std::array<const char*, kKinds> kNames = {"request", "communicator", "window", "datatype",
                                                    "group",   "operation",    "file",   "error handler"};

std::array<std::atomic<long>, kKinds>& Alive() {
  static std::array<std::atomic<long>, kKinds> alive{};
  return alive;
}

template <Kind kKind>
bool IsNull(const void* handle) {
  if constexpr (kKind == kRequest) return *static_cast<const MPI_Request*>(handle) == MPI_REQUEST_NULL;
  if constexpr (kKind == kCommunicator) return *static_cast<const MPI_Comm*>(handle) == MPI_COMM_NULL;
  return false;
}

// The last argument is where the handle goes; some communicators come to some of the ranks only.
template <Kind kKind, auto kReal>
struct Made;
template <Kind kKind, typename... Arguments, int (*kReal)(Arguments...)>
struct Made<kKind, kReal> {
  static int Call(Arguments... arguments) {
    const int code = kReal(arguments...);
    const void* handle = std::get<sizeof...(Arguments) - 1>(std::tuple(arguments...));
    if (code == MPI_SUCCESS && !IsNull<kKind>(handle)) ++Alive()[kKind];
    return code;
  }
};

template <Kind kKind, auto kReal>
struct Freed;
template <Kind kKind, typename Handle, int (*kReal)(Handle*)>
struct Freed<kKind, kReal> {
  static int Call(Handle* handle) {
    const int code = kReal(handle);
    if (code == MPI_SUCCESS) --Alive()[kKind];
    return code;
  }
};

std::vector<bool> NullOnes(int count, const MPI_Request* requests) {
  std::vector<bool> null;
  for (int i = 0; i < count; ++i) null.push_back(requests[i] == MPI_REQUEST_NULL);
  return null;
}

// Follows the requests in a call that completes some of them: the persistent ones stay.
template <typename Real>
int Completing(int count, MPI_Request* requests, Real real) {
  const std::vector<bool> before = NullOnes(count, requests);
  const int code = real();
  const std::vector<bool> after = NullOnes(count, requests);
  for (std::size_t i = 0; i < before.size(); ++i) Alive()[kRequest] -= !before[i] && after[i];
  return code;
}

}  // namespace

// The functions have the signatures of mpi.h, so the definition is the instance that a resolver names at load time.
#define MPIGAUGE_HANDLES(name, ...)                                                \
  extern "C" {                                                                     \
  static decltype(&P##name) ResolveHandles_##name() { return &__VA_ARGS__::Call; } \
  decltype(P##name) name __attribute__((ifunc("ResolveHandles_" #name)));          \
  }
#define MPIGAUGE_MADE(kind, name) MPIGAUGE_HANDLES(name, Made<kind, &P##name>)
#define MPIGAUGE_FREED(kind, name) MPIGAUGE_HANDLES(name, Freed<kind, &P##name>)

MPIGAUGE_MADE(kCommunicator, MPI_Comm_dup)
MPIGAUGE_MADE(kCommunicator, MPI_Comm_split)
MPIGAUGE_MADE(kCommunicator, MPI_Comm_split_type)
MPIGAUGE_MADE(kCommunicator, MPI_Comm_create)
MPIGAUGE_MADE(kCommunicator, MPI_Comm_create_group)
MPIGAUGE_MADE(kCommunicator, MPI_Cart_create)
MPIGAUGE_MADE(kCommunicator, MPI_Dist_graph_create_adjacent)
MPIGAUGE_MADE(kCommunicator, MPI_Intercomm_create)
MPIGAUGE_MADE(kCommunicator, MPI_Intercomm_merge)
MPIGAUGE_FREED(kCommunicator, MPI_Comm_free)

MPIGAUGE_MADE(kWindow, MPI_Win_create)
MPIGAUGE_MADE(kWindow, MPI_Win_allocate)
MPIGAUGE_MADE(kWindow, MPI_Win_allocate_shared)
MPIGAUGE_MADE(kWindow, MPI_Win_create_dynamic)
MPIGAUGE_FREED(kWindow, MPI_Win_free)

MPIGAUGE_MADE(kDatatype, MPI_Type_contiguous)
MPIGAUGE_MADE(kDatatype, MPI_Type_vector)
MPIGAUGE_MADE(kDatatype, MPI_Type_indexed)
MPIGAUGE_MADE(kDatatype, MPI_Type_create_struct)
MPIGAUGE_MADE(kDatatype, MPI_Type_create_subarray)
MPIGAUGE_MADE(kDatatype, MPI_Type_create_resized)
MPIGAUGE_MADE(kDatatype, MPI_Type_dup)
MPIGAUGE_FREED(kDatatype, MPI_Type_free)

MPIGAUGE_MADE(kGroup, MPI_Comm_group)
MPIGAUGE_MADE(kGroup, MPI_Group_incl)
MPIGAUGE_FREED(kGroup, MPI_Group_free)
MPIGAUGE_MADE(kOperation, MPI_Op_create)
MPIGAUGE_FREED(kOperation, MPI_Op_free)
MPIGAUGE_MADE(kFile, MPI_File_open)
MPIGAUGE_FREED(kFile, MPI_File_close)
MPIGAUGE_MADE(kErrorHandler, MPI_Comm_create_errhandler)
MPIGAUGE_MADE(kErrorHandler, MPI_Comm_get_errhandler)
MPIGAUGE_MADE(kErrorHandler, MPI_Win_create_errhandler)
MPIGAUGE_MADE(kErrorHandler, MPI_File_create_errhandler)
MPIGAUGE_FREED(kErrorHandler, MPI_Errhandler_free)

MPIGAUGE_MADE(kRequest, MPI_Isend)
MPIGAUGE_MADE(kRequest, MPI_Issend)
MPIGAUGE_MADE(kRequest, MPI_Ibsend)
MPIGAUGE_MADE(kRequest, MPI_Irsend)
MPIGAUGE_MADE(kRequest, MPI_Irecv)
MPIGAUGE_MADE(kRequest, MPI_Imrecv)
MPIGAUGE_MADE(kRequest, MPI_Send_init)
MPIGAUGE_MADE(kRequest, MPI_Recv_init)

// Persistent collectives are an extension of Open MPI 4.
#if MPI_VERSION >= 4
#define MPIGAUGE_PERSISTENT(name) MPIGAUGE_MADE(kRequest, MPI_##name##_init)
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define MPIGAUGE_PERSISTENT(name) MPIGAUGE_MADE(kRequest, MPIX_##name##_init)
#else
#define MPIGAUGE_PERSISTENT(name)
#endif
#define MPIGAUGE_COLLECTIVE(name, Name) \
  MPIGAUGE_MADE(kRequest, MPI_I##name)  \
  MPIGAUGE_PERSISTENT(Name)
MPIGAUGE_COLLECTIVE(barrier, Barrier)
MPIGAUGE_COLLECTIVE(bcast, Bcast)
MPIGAUGE_COLLECTIVE(gather, Gather)
MPIGAUGE_COLLECTIVE(gatherv, Gatherv)
MPIGAUGE_COLLECTIVE(scatter, Scatter)
MPIGAUGE_COLLECTIVE(scatterv, Scatterv)
MPIGAUGE_COLLECTIVE(allgather, Allgather)
MPIGAUGE_COLLECTIVE(allgatherv, Allgatherv)
MPIGAUGE_COLLECTIVE(alltoall, Alltoall)
MPIGAUGE_COLLECTIVE(alltoallv, Alltoallv)
MPIGAUGE_COLLECTIVE(alltoallw, Alltoallw)
MPIGAUGE_COLLECTIVE(reduce, Reduce)
MPIGAUGE_COLLECTIVE(allreduce, Allreduce)
MPIGAUGE_COLLECTIVE(reduce_scatter, Reduce_scatter)
MPIGAUGE_COLLECTIVE(reduce_scatter_block, Reduce_scatter_block)
MPIGAUGE_COLLECTIVE(scan, Scan)
MPIGAUGE_COLLECTIVE(exscan, Exscan)
MPIGAUGE_MADE(kRequest, MPI_Ineighbor_allgather)
MPIGAUGE_MADE(kRequest, MPI_Ineighbor_allgatherv)
MPIGAUGE_MADE(kRequest, MPI_Ineighbor_alltoall)
MPIGAUGE_MADE(kRequest, MPI_Ineighbor_alltoallv)
MPIGAUGE_MADE(kRequest, MPI_Ineighbor_alltoallw)

MPIGAUGE_MADE(kRequest, MPI_File_iread)
MPIGAUGE_MADE(kRequest, MPI_File_iread_at)
MPIGAUGE_MADE(kRequest, MPI_File_iread_all)
MPIGAUGE_MADE(kRequest, MPI_File_iread_at_all)
MPIGAUGE_MADE(kRequest, MPI_File_iread_shared)
MPIGAUGE_MADE(kRequest, MPI_File_iwrite)
MPIGAUGE_MADE(kRequest, MPI_File_iwrite_at)
MPIGAUGE_MADE(kRequest, MPI_File_iwrite_all)
MPIGAUGE_MADE(kRequest, MPI_File_iwrite_at_all)
MPIGAUGE_MADE(kRequest, MPI_File_iwrite_shared)
#if MPI_VERSION >= 4
MPIGAUGE_MADE(kRequest, MPI_Psend_init)
MPIGAUGE_MADE(kRequest, MPI_Precv_init)
#endif
MPIGAUGE_FREED(kRequest, MPI_Request_free)

extern "C" {

// The one function that makes two handles.
int MPI_Comm_idup(MPI_Comm comm, MPI_Comm* made, MPI_Request* request) {
  const int code = PMPI_Comm_idup(comm, made, request);
  if (code == MPI_SUCCESS) ++Alive()[kCommunicator];
  if (code == MPI_SUCCESS && *request != MPI_REQUEST_NULL) ++Alive()[kRequest];
  return code;
}

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  return Completing(1, request, [&] { return PMPI_Wait(request, status); });
}
int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  return Completing(count, requests, [&] { return PMPI_Waitall(count, requests, statuses); });
}
int MPI_Waitany(int count, MPI_Request* requests, int* index, MPI_Status* status) {
  return Completing(count, requests, [&] { return PMPI_Waitany(count, requests, index, status); });
}
int MPI_Waitsome(int count, MPI_Request* requests, int* done, int* indices, MPI_Status* statuses) {
  return Completing(count, requests, [&] { return PMPI_Waitsome(count, requests, done, indices, statuses); });
}
int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  return Completing(1, request, [&] { return PMPI_Test(request, flag, status); });
}
int MPI_Testall(int count, MPI_Request* requests, int* flag, MPI_Status* statuses) {
  return Completing(count, requests, [&] { return PMPI_Testall(count, requests, flag, statuses); });
}

int MPI_Finalize() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int kind = 0; kind < kKinds; ++kind) {
    const long left = Alive()[static_cast<std::size_t>(kind)];
    if (left != 0)
      std::fprintf(stderr, "libmpigauge_handles: rank %d: %s: %ld left\n", rank, kNames[static_cast<std::size_t>(kind)],
                   left);
  }
  return PMPI_Finalize();
}
}
