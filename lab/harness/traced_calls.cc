// Processor time of a call, in nanoseconds, that no load of the machine changes: `traced-calls [CALLS]`, on one rank.
// Prints "NAME NANOSECONDS" for a send to nobody, a message to itself, and a sum over itself alone: the median of
// batches.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>

namespace {

double Now() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

void Print(const char* name, int calls, int calls_in_one, const std::function<void()>& one) {
  std::array<double, 21> batches{};
  for (double& batch : batches) {
    const double start = Now();
    for (int i = 0; i < calls; ++i) one();
    batch = (Now() - start) / calls / calls_in_one;
  }
  std::nth_element(batches.begin(), batches.begin() + batches.size() / 2, batches.end());
  std::printf("%s %.1f\n", name, batches[batches.size() / 2]);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int calls = argc > 1 ? std::atoi(argv[1]) : 20000;
  double in = 0;
  double out = 0;
  std::array<MPI_Request, 2> requests{};
  Print("send-to-nobody", calls, 1, [&] { MPI_Send(&in, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD); });
  Print("message-to-itself", calls, 3, [&] {
    MPI_Irecv(&out, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, requests.data());
    MPI_Isend(&in, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
  });
  Print("allreduce-alone", calls, 1, [&] { MPI_Allreduce(&in, &out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF); });
  MPI_Finalize();
}
