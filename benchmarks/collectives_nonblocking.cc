// Nonblocking collectives: the call and the wait, and ("_overlap") a computation between them that is as long as the
// operation alone; "_overlap_test" calls MPI_Test ten times meanwhile, in some of them. Source: MPIPerf 7 [KU15], OSU,
// IMB-NBC.
#include <mpi.h>

#include <algorithm>
#include <array>

#include "benchmarks/collective_buffers.h"
#include "benchmarks/collective_operations.h"
#include "benchmarks/collective_overlap.h"

namespace mpigauge::collectives {
namespace {

constexpr int kTests = 10;

template <typename T>
void StartAndWait(State& state, const Operation& operation) {
  CollectiveBuffers<T> buffers(state, operation.movement, Sharing::kEqual);
  for (auto _ : state) {
    MPI_Request request = MPI_REQUEST_NULL;
    operation.start(buffers.Next(), &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

template <typename T>
void Overlap(State& state, const Operation& operation, int tests) {
  CollectiveBuffers<T> buffers(state, operation.movement, Sharing::kEqual);
  MPI_Request request = MPI_REQUEST_NULL;
  ComputeMeanwhile(state, tests, &request, [&](MPI_Request* one) { operation.start(buffers.Next(), one); });
}

Case* RegisterOverlap(const std::string& name, const Operation& operation, int tests) {
  return RegisterCase(name,
                      [&operation, tests](State& state) {
                        WithElement(operation.movement,
                                    [&](auto element) { Overlap<decltype(element)>(state, operation, tests); });
                      })
      ->Collective()
      ->Family("nonblocking")
      ->Describe("MPI_I" + operation.name + " while computing" + (tests > 0 ? ", with MPI_Test in between" : ""));
}

[[maybe_unused]] const bool collectives_nonblocking_registered = [] {
  constexpr std::array kTested = {"bcast", "alltoall", "allreduce"};
  for (const Operation& operation : CollectiveOperations()) {
    const std::string name = "i" + operation.name;
    Case* plain = RegisterCase(name, [&operation](State& state) {
      WithElement(operation.movement, [&](auto element) { StartAndWait<decltype(element)>(state, operation); });
    });
    plain->Collective()->Family("nonblocking")->Describe("MPI_I" + operation.name + " and wait");
    Case* overlap = RegisterOverlap(name + "_overlap", operation, 0);
    if (operation.movement == Movement::kNone) continue;
    plain->MessageSizes();
    overlap->Parameter("bytes", kFewSizes);
    if (std::find(kTested.begin(), kTested.end(), operation.name) != kTested.end()) {
      RegisterOverlap(name + "_overlap_test", operation, kTests)->Parameter("bytes", kFewSizes);
    }
  }
  return true;
}();

}  // namespace
}  // namespace mpigauge::collectives
