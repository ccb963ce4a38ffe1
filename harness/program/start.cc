#include "harness/program/start.h"

#include <mpi.h>

#include <algorithm>

#include "harness/clock/timer.h"
#include "harness/state/start_up.h"

namespace mpigauge {

void InitializeMpi(int& argc, char**& argv, const std::string& threads) {
  const int level = threads == "multiple"     ? MPI_THREAD_MULTIPLE
                    : threads == "serialized" ? MPI_THREAD_SERIALIZED
                    : threads == "funneled"   ? MPI_THREAD_FUNNELED
                                              : MPI_THREAD_SINGLE;
  StartUp start_up;
  start_up.memory_before = MemoryInUse();
  const Timer timer;
  const std::int64_t start = timer.Now();
  int provided = 0;
  MPI_Init_thread(&argc, &argv, level, &provided);
  start_up.init_seconds = static_cast<double>(timer.Now() - start) * 1e-9;
  start_up.memory_after = MemoryInUse();
  KeepStartUp(start_up);
}

double FinalizeMpi() {
  PMPI_Barrier(MPI_COMM_WORLD);
  const Timer timer;
  const std::int64_t start = timer.Now();
  MPI_Finalize();
  return static_cast<double>(timer.Now() - start) * 1e-9;
}

LaunchRecord WithoutFinalize(LaunchRecord record) {
  std::erase_if(record.series, [](const SeriesRecord& series) { return series.case_name == kFinalizeCase; });
  return record;
}

bool SetFinalize(LaunchRecord& record, double seconds) {
  const auto found = std::find_if(record.series.begin(), record.series.end(),
                                  [](const SeriesRecord& series) { return series.case_name == kFinalizeCase; });
  if (found == record.series.end()) return false;
  for (Pass& pass : found->passes) {
    pass.observations_seconds = {seconds};
    pass.local_seconds = {seconds};
  }
  Summarize(*found);
  return true;
}

}  // namespace mpigauge
