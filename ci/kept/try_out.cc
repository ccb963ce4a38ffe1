#include "ci/kept/try_out.h"

#include "ci/launch/launcher.h"
#include "ci/launch/launches.h"
#include "ci/process/temporary_folder.h"
#include "harness/base/error.h"

namespace mpigauge {

void TryOut(const Library& library, const std::string& bench) {
  constexpr double kPatienceSeconds = 60;
  LaunchPlan plan;
  plan.library = library;
  plan.bench = FindBench(bench);
  plan.bench_arguments = {"--benchmark_filter=^allreduce/bytes:8/", "--passes", "1"};
  plan.timeout_seconds = kPatienceSeconds;
  const TemporaryFolder folder("try");
  const LaunchOutcome outcome = Launch(plan, FindMpi(library.mpi), {NewRunId(), 0}, folder.path());
  if (outcome.interrupted) throw NotMeasured("stopped");
  if (outcome.status == LaunchStatus::kComplete && outcome.record && !outcome.record->series.empty()) return;
  throw NotMeasured("{} does not run on the copy in {}: {}", bench, library.mpi, outcome.text);
}

}  // namespace mpigauge
