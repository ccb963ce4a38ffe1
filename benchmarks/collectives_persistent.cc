// Persistent collectives: MPI_Start and MPI_Wait of a request that was made once, and ("_overlap") a computation
// between them that is as long as the operation alone. Of MPI 4, or of the extension that Open MPI 4 has: looked up in
// the library that the program runs with (persistent_forms.h). The buffers are the request's, whatever --buffers says.
// Source: OSU, IMB-MPI4.
#include <mpi.h>

#include "benchmarks/collective_buffers.h"
#include "benchmarks/collective_operations.h"
#include "benchmarks/collective_overlap.h"
#include "benchmarks/owned_handle.h"

namespace mpigauge::collectives {
namespace {

template <typename T>
void Persistent(State& state, const Operation& operation, bool overlap) {
  CollectiveBuffers<T> buffers(state, operation.movement, Sharing::kEqual);
  OwnedRequest request(MPI_REQUEST_NULL);
  operation.init(buffers.Next(), request.put());
  if (overlap) {
    ComputeMeanwhile(state, 0, request.put(), [](MPI_Request* one) { MPI_Start(one); });
    return;
  }
  for (auto _ : state) {
    MPI_Start(request.put());
    MPI_Wait(request.put(), MPI_STATUS_IGNORE);
  }
}

// Whether the library has it and it can be measured. In MPICH 4 a second start of some does not copy what lies in this
// process already (pull request 7081) or hangs (7550).
bool CanBeStartedTwice(const Operation& operation) {
#if defined(MPICH_NUMVERSION) && MPICH_NUMVERSION < 50000000
  if (operation.name == "gather" || operation.name == "scatter" || operation.name == "allgather") return false;
#endif
  return operation.init != nullptr;
}

[[maybe_unused]] const bool collectives_persistent_registered = [] {
  for (const Operation& operation : CollectiveOperations()) {
    if (!CanBeStartedTwice(operation)) continue;
    for (const bool overlap : {false, true}) {
      Case* one = RegisterCase(
          operation.name + (overlap ? "_persistent_overlap" : "_persistent"), [&operation, overlap](State& state) {
            WithElement(operation.movement,
                        [&](auto element) { Persistent<decltype(element)>(state, operation, overlap); });
          });
      one->Collective()->Family("persistent");
      one->Describe("Start of MPI_" + operation.name + "_init's request" +
                    (overlap ? " while computing" : " and wait"));
      if (operation.movement != Movement::kNone) one->Parameter("bytes", kFewSizes);
    }
  }
  return true;
}();

}  // namespace
}  // namespace mpigauge::collectives
