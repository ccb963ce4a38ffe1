// Lets ranks of MPICH (on UCX) share processors: whoever looks for messages in vain gives its processor away. Without
// it a rank spins until its time slice is over, and a message between two ranks of one processor takes milliseconds.
// For tests that look at data; Open MPI has mpi_yield_when_idle. LD_PRELOAD=libmpigauge_yield.so
#include <dlfcn.h>
#include <sched.h>

extern "C" unsigned ucp_worker_progress(void* worker) {
  using Progress = unsigned (*)(void*);
  static const auto real = reinterpret_cast<Progress>(dlsym(RTLD_NEXT, "ucp_worker_progress"));
  const unsigned events = real(worker);
  if (events == 0) sched_yield();
  return events;
}
