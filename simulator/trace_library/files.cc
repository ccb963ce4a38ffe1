// Files. The simulator has no model of them: they are written by name.
#include <mpi.h>

#include "simulator/trace_library/other.h"

#ifdef MPI_MODE_RDWR  // MPICH up to 4.3 that was configured with --disable-romio has no MPI-IO

MPIGAUGE_OTHER(File_close, (MPI_File * a), (a))
MPIGAUGE_OTHER(File_delete, (const char* a, MPI_Info b), (a, b))
MPIGAUGE_OTHER_REQUEST(File_iread, (MPI_File a, void* b, int c, MPI_Datatype d, MPI_Request* request),
                       (a, b, c, d, request))
MPIGAUGE_OTHER_REQUEST(File_iread_all, (MPI_File a, void* b, int c, MPI_Datatype d, MPI_Request* request),
                       (a, b, c, d, request))
MPIGAUGE_OTHER_REQUEST(File_iread_at, (MPI_File a, MPI_Offset b, void* c, int d, MPI_Datatype e, MPI_Request* request),
                       (a, b, c, d, e, request))
MPIGAUGE_OTHER_REQUEST(File_iread_at_all,
                       (MPI_File a, MPI_Offset b, void* c, int d, MPI_Datatype e, MPI_Request* request),
                       (a, b, c, d, e, request))
MPIGAUGE_OTHER_REQUEST(File_iread_shared, (MPI_File a, void* b, int c, MPI_Datatype d, MPI_Request* request),
                       (a, b, c, d, request))
MPIGAUGE_OTHER_REQUEST(File_iwrite, (MPI_File a, const void* b, int c, MPI_Datatype d, MPI_Request* request),
                       (a, b, c, d, request))
MPIGAUGE_OTHER_REQUEST(File_iwrite_all, (MPI_File a, const void* b, int c, MPI_Datatype d, MPI_Request* request),
                       (a, b, c, d, request))
MPIGAUGE_OTHER_REQUEST(File_iwrite_at,
                       (MPI_File a, MPI_Offset b, const void* c, int d, MPI_Datatype e, MPI_Request* request),
                       (a, b, c, d, e, request))
MPIGAUGE_OTHER_REQUEST(File_iwrite_at_all,
                       (MPI_File a, MPI_Offset b, const void* c, int d, MPI_Datatype e, MPI_Request* request),
                       (a, b, c, d, e, request))
MPIGAUGE_OTHER_REQUEST(File_iwrite_shared, (MPI_File a, const void* b, int c, MPI_Datatype d, MPI_Request* request),
                       (a, b, c, d, request))
MPIGAUGE_OTHER(File_open, (MPI_Comm a, const char* b, int c, MPI_Info d, MPI_File* e), (a, b, c, d, e))
MPIGAUGE_OTHER(File_preallocate, (MPI_File a, MPI_Offset b), (a, b))
MPIGAUGE_OTHER(File_read, (MPI_File a, void* b, int c, MPI_Datatype d, MPI_Status* e), (a, b, c, d, e))
MPIGAUGE_OTHER(File_read_all, (MPI_File a, void* b, int c, MPI_Datatype d, MPI_Status* e), (a, b, c, d, e))
MPIGAUGE_OTHER(File_read_all_begin, (MPI_File a, void* b, int c, MPI_Datatype d), (a, b, c, d))
MPIGAUGE_OTHER(File_read_all_end, (MPI_File a, void* b, MPI_Status* c), (a, b, c))
MPIGAUGE_OTHER(File_read_at, (MPI_File a, MPI_Offset b, void* c, int d, MPI_Datatype e, MPI_Status* f),
               (a, b, c, d, e, f))
MPIGAUGE_OTHER(File_read_at_all, (MPI_File a, MPI_Offset b, void* c, int d, MPI_Datatype e, MPI_Status* f),
               (a, b, c, d, e, f))
MPIGAUGE_OTHER(File_read_at_all_begin, (MPI_File a, MPI_Offset b, void* c, int d, MPI_Datatype e), (a, b, c, d, e))
MPIGAUGE_OTHER(File_read_at_all_end, (MPI_File a, void* b, MPI_Status* c), (a, b, c))
MPIGAUGE_OTHER(File_read_ordered, (MPI_File a, void* b, int c, MPI_Datatype d, MPI_Status* e), (a, b, c, d, e))
MPIGAUGE_OTHER(File_read_ordered_begin, (MPI_File a, void* b, int c, MPI_Datatype d), (a, b, c, d))
MPIGAUGE_OTHER(File_read_ordered_end, (MPI_File a, void* b, MPI_Status* c), (a, b, c))
MPIGAUGE_OTHER(File_read_shared, (MPI_File a, void* b, int c, MPI_Datatype d, MPI_Status* e), (a, b, c, d, e))
MPIGAUGE_OTHER(File_seek, (MPI_File a, MPI_Offset b, int c), (a, b, c))
MPIGAUGE_OTHER(File_seek_shared, (MPI_File a, MPI_Offset b, int c), (a, b, c))
MPIGAUGE_OTHER(File_set_size, (MPI_File a, MPI_Offset b), (a, b))
MPIGAUGE_OTHER(File_set_view, (MPI_File a, MPI_Offset b, MPI_Datatype c, MPI_Datatype d, const char* e, MPI_Info f),
               (a, b, c, d, e, f))
MPIGAUGE_OTHER(File_sync, (MPI_File a), (a))
MPIGAUGE_OTHER(File_write, (MPI_File a, const void* b, int c, MPI_Datatype d, MPI_Status* e), (a, b, c, d, e))
MPIGAUGE_OTHER(File_write_all, (MPI_File a, const void* b, int c, MPI_Datatype d, MPI_Status* e), (a, b, c, d, e))
MPIGAUGE_OTHER(File_write_all_begin, (MPI_File a, const void* b, int c, MPI_Datatype d), (a, b, c, d))
MPIGAUGE_OTHER(File_write_all_end, (MPI_File a, const void* b, MPI_Status* c), (a, b, c))
MPIGAUGE_OTHER(File_write_at, (MPI_File a, MPI_Offset b, const void* c, int d, MPI_Datatype e, MPI_Status* f),
               (a, b, c, d, e, f))
MPIGAUGE_OTHER(File_write_at_all, (MPI_File a, MPI_Offset b, const void* c, int d, MPI_Datatype e, MPI_Status* f),
               (a, b, c, d, e, f))
MPIGAUGE_OTHER(File_write_at_all_begin, (MPI_File a, MPI_Offset b, const void* c, int d, MPI_Datatype e),
               (a, b, c, d, e))
MPIGAUGE_OTHER(File_write_at_all_end, (MPI_File a, const void* b, MPI_Status* c), (a, b, c))
MPIGAUGE_OTHER(File_write_ordered, (MPI_File a, const void* b, int c, MPI_Datatype d, MPI_Status* e), (a, b, c, d, e))
MPIGAUGE_OTHER(File_write_ordered_begin, (MPI_File a, const void* b, int c, MPI_Datatype d), (a, b, c, d))
MPIGAUGE_OTHER(File_write_ordered_end, (MPI_File a, const void* b, MPI_Status* c), (a, b, c))
MPIGAUGE_OTHER(File_write_shared, (MPI_File a, const void* b, int c, MPI_Datatype d, MPI_Status* e), (a, b, c, d, e))

#endif  // MPI_MODE_RDWR
