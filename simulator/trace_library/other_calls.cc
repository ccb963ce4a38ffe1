// Neighbours in a topology, processes that are started later, and what else may take its time. The simulator has no
// model of them: they are written by name.
#include <mpi.h>

#include <utility>

#include "simulator/trace_library/other.h"

MPIGAUGE_OTHER(Buffer_detach, (void* a, int* b), (a, b))
MPIGAUGE_OTHER(Comm_accept, (const char* a, MPI_Info b, int c, MPI_Comm d, MPI_Comm* e), (a, b, c, d, e))
MPIGAUGE_OTHER(Comm_connect, (const char* a, MPI_Info b, int c, MPI_Comm d, MPI_Comm* e), (a, b, c, d, e))
MPIGAUGE_OTHER(Comm_join, (int a, MPI_Comm* b), (a, b))
MPIGAUGE_OTHER(Comm_spawn, (const char* a, char** b, int c, MPI_Info d, int e, MPI_Comm f, MPI_Comm* g, int* h),
               (a, b, c, d, e, f, g, h))
MPIGAUGE_OTHER(Comm_spawn_multiple,
               (int a, char** b, char*** c, const int* d, const MPI_Info* e, int f, MPI_Comm g, MPI_Comm* h, int* i),
               (a, b, c, d, e, f, g, h, i))
MPIGAUGE_OTHER_REQUEST(Ineighbor_allgather,
                       (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, MPI_Comm g,
                        MPI_Request* request),
                       (a, b, c, d, e, f, g, request))
MPIGAUGE_OTHER_REQUEST(Ineighbor_allgatherv,
                       (const void* a, int b, MPI_Datatype c, void* d, const int* e, const int* f, MPI_Datatype g,
                        MPI_Comm h, MPI_Request* request),
                       (a, b, c, d, e, f, g, h, request))
MPIGAUGE_OTHER_REQUEST(Ineighbor_alltoall,
                       (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, MPI_Comm g,
                        MPI_Request* request),
                       (a, b, c, d, e, f, g, request))
MPIGAUGE_OTHER_REQUEST(Ineighbor_alltoallv,
                       (const void* a, const int* b, const int* c, MPI_Datatype d, void* e, const int* f, const int* g,
                        MPI_Datatype h, MPI_Comm i, MPI_Request* request),
                       (a, b, c, d, e, f, g, h, i, request))
MPIGAUGE_OTHER_REQUEST(Ineighbor_alltoallw,
                       (const void* a, const int* b, const MPI_Aint* c, const MPI_Datatype* d, void* e, const int* f,
                        const MPI_Aint* g, const MPI_Datatype* h, MPI_Comm i, MPI_Request* request),
                       (a, b, c, d, e, f, g, h, i, request))
MPIGAUGE_OTHER(Neighbor_allgather, (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, MPI_Comm g),
               (a, b, c, d, e, f, g))
MPIGAUGE_OTHER(Neighbor_allgatherv,
               (const void* a, int b, MPI_Datatype c, void* d, const int* e, const int* f, MPI_Datatype g, MPI_Comm h),
               (a, b, c, d, e, f, g, h))
MPIGAUGE_OTHER(Neighbor_alltoall, (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, MPI_Comm g),
               (a, b, c, d, e, f, g))
MPIGAUGE_OTHER(Neighbor_alltoallv,
               (const void* a, const int* b, const int* c, MPI_Datatype d, void* e, const int* f, const int* g,
                MPI_Datatype h, MPI_Comm i),
               (a, b, c, d, e, f, g, h, i))
MPIGAUGE_OTHER(Neighbor_alltoallw,
               (const void* a, const int* b, const MPI_Aint* c, const MPI_Datatype* d, void* e, const int* f,
                const MPI_Aint* g, const MPI_Datatype* h, MPI_Comm i),
               (a, b, c, d, e, f, g, h, i))
MPIGAUGE_OTHER_REQUEST(Grequest_start,
                       (MPI_Grequest_query_function * a, MPI_Grequest_free_function* b, MPI_Grequest_cancel_function* c,
                        void* d, MPI_Request* request),
                       (a, b, c, d, request))

namespace mpigauge {
namespace {

// Asks for a request and leaves it as it is.
template <typename Call>
int GetStatus(const Call& call, const int* flag, const MPI_Request* handle) {
  TracedCall traced(TraceCall::kOther);
  traced.event().name = "MPI_Request_get_status";
  Recorder& recorder = Recorder::Get();
  {
    const auto lock = recorder.Lock();
    RequestTable::Taken request = recorder.requests().Take(handle);
    if (!request.empty()) traced.event().requests.push_back(request.mapped().number);
    recorder.requests().PutBack(std::move(request));
  }
  const int code = traced.Run(call);
  traced.event().flag = code == MPI_SUCCESS && *flag != 0;
  return code;
}

}  // namespace
}  // namespace mpigauge

MPIGAUGE_TRACED(Request_get_status, (MPI_Request r, int* flag, MPI_Status* s), (r, flag, s),
                mpigauge::GetStatus(call, flag, &r))
