// Windows: one-sided communication. The simulator has no model of them: they are written by name.
#include <mpi.h>

#include "simulator/trace_library/other.h"

MPIGAUGE_OTHER(Accumulate,
               (const void* a, int b, MPI_Datatype c, int d, MPI_Aint e, int f, MPI_Datatype g, MPI_Op h, MPI_Win i),
               (a, b, c, d, e, f, g, h, i))
MPIGAUGE_OTHER(Compare_and_swap, (const void* a, const void* b, void* c, MPI_Datatype d, int e, MPI_Aint f, MPI_Win g),
               (a, b, c, d, e, f, g))
MPIGAUGE_OTHER(Fetch_and_op, (const void* a, void* b, MPI_Datatype c, int d, MPI_Aint e, MPI_Op f, MPI_Win g),
               (a, b, c, d, e, f, g))
MPIGAUGE_OTHER(Get, (void* a, int b, MPI_Datatype c, int d, MPI_Aint e, int f, MPI_Datatype g, MPI_Win h),
               (a, b, c, d, e, f, g, h))
MPIGAUGE_OTHER(Get_accumulate,
               (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, int g, MPI_Aint h, int i,
                MPI_Datatype j, MPI_Op k, MPI_Win l),
               (a, b, c, d, e, f, g, h, i, j, k, l))
MPIGAUGE_OTHER(Put, (const void* a, int b, MPI_Datatype c, int d, MPI_Aint e, int f, MPI_Datatype g, MPI_Win h),
               (a, b, c, d, e, f, g, h))
MPIGAUGE_OTHER_REQUEST(Raccumulate,
                       (const void* a, int b, MPI_Datatype c, int d, MPI_Aint e, int f, MPI_Datatype g, MPI_Op h,
                        MPI_Win i, MPI_Request* request),
                       (a, b, c, d, e, f, g, h, i, request))
MPIGAUGE_OTHER_REQUEST(Rget,
                       (void* a, int b, MPI_Datatype c, int d, MPI_Aint e, int f, MPI_Datatype g, MPI_Win h,
                        MPI_Request* request),
                       (a, b, c, d, e, f, g, h, request))
MPIGAUGE_OTHER_REQUEST(Rget_accumulate,
                       (const void* a, int b, MPI_Datatype c, void* d, int e, MPI_Datatype f, int g, MPI_Aint h, int i,
                        MPI_Datatype j, MPI_Op k, MPI_Win l, MPI_Request* request),
                       (a, b, c, d, e, f, g, h, i, j, k, l, request))
MPIGAUGE_OTHER_REQUEST(Rput,
                       (const void* a, int b, MPI_Datatype c, int d, MPI_Aint e, int f, MPI_Datatype g, MPI_Win h,
                        MPI_Request* request),
                       (a, b, c, d, e, f, g, h, request))
MPIGAUGE_OTHER(Win_allocate, (MPI_Aint a, int b, MPI_Info c, MPI_Comm d, void* e, MPI_Win* f), (a, b, c, d, e, f))
MPIGAUGE_OTHER(Win_allocate_shared, (MPI_Aint a, int b, MPI_Info c, MPI_Comm d, void* e, MPI_Win* f),
               (a, b, c, d, e, f))
MPIGAUGE_OTHER(Win_complete, (MPI_Win a), (a))
MPIGAUGE_OTHER(Win_create, (void* a, MPI_Aint b, int c, MPI_Info d, MPI_Comm e, MPI_Win* f), (a, b, c, d, e, f))
MPIGAUGE_OTHER(Win_create_dynamic, (MPI_Info a, MPI_Comm b, MPI_Win* c), (a, b, c))
MPIGAUGE_OTHER(Win_fence, (int a, MPI_Win b), (a, b))
MPIGAUGE_OTHER(Win_flush, (int a, MPI_Win b), (a, b))
MPIGAUGE_OTHER(Win_flush_all, (MPI_Win a), (a))
MPIGAUGE_OTHER(Win_flush_local, (int a, MPI_Win b), (a, b))
MPIGAUGE_OTHER(Win_flush_local_all, (MPI_Win a), (a))
MPIGAUGE_OTHER(Win_free, (MPI_Win * a), (a))
MPIGAUGE_OTHER(Win_lock, (int a, int b, int c, MPI_Win d), (a, b, c, d))
MPIGAUGE_OTHER(Win_lock_all, (int a, MPI_Win b), (a, b))
MPIGAUGE_OTHER(Win_post, (MPI_Group a, int b, MPI_Win c), (a, b, c))
MPIGAUGE_OTHER(Win_start, (MPI_Group a, int b, MPI_Win c), (a, b, c))
MPIGAUGE_OTHER(Win_sync, (MPI_Win a), (a))
MPIGAUGE_OTHER(Win_test, (MPI_Win a, int* b), (a, b))
MPIGAUGE_OTHER(Win_unlock, (int a, MPI_Win b), (a, b))
MPIGAUGE_OTHER(Win_unlock_all, (MPI_Win a), (a))
MPIGAUGE_OTHER(Win_wait, (MPI_Win a), (a))
