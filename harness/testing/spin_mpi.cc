// Interposes on MPI_Init_thread through the profiling interface and starts a thread in each process that takes a
// processor until the end, as progress threads of MPI libraries do: ground truth for what is said of launches that do
// not sleep while they wait. LD_PRELOAD=libmpigauge_spin.so
#include <mpi.h>

#include <atomic>
#include <thread>

extern "C" int MPI_Init_thread(int* argc, char*** argv, int wanted, int* provided) {
  static std::atomic<long> turns{0};
  std::thread([] {
    while (true) ++turns;
  }).detach();
  return PMPI_Init_thread(argc, argv, wanted, provided);
}
