// Nonblocking collectives: the call and the wait, and ("_overlap") a computation between them that is as long as the
// operation alone; "_overlap_test" calls MPI_Test ten times meanwhile, in some of them. Source: MPIPerf 7 [KU15], OSU,
// IMB-NBC.

#include <mpi.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "benchmarks/collective_operations.h"
#include "benchmarks/collective_overlap.h"
#include "benchmarks/owned_handle.h"

namespace mpigauge::collectives {
namespace {

constexpr int kTests = 10;

template <typename T>
void StartAndWait(State& state, const Operation& operation) {
  CollectiveBuffers<T> buffers(state, operation.movement, Sharing::kEqual);
  for (auto _ : state) {
    MPI_Request request = MPI_REQUEST_NULL;
    operation.start(buffers.Next(), &request);
    Checked(MPI_Wait(&request, MPI_STATUS_IGNORE));
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

// Persistent collectives: MPI_Start and MPI_Wait of a request that was made once, and ("_overlap") a computation
// between them that is as long as the operation alone. Of MPI 4, or of the extension that Open MPI 4 has: looked up in
// the library that the program runs with (persistent_forms.h). The buffers are the request's, whatever --buffers says.
// Source: OSU, IMB-MPI4.

template <typename T>
void Persistent(State& state, const Operation& operation, bool overlap) {
  CollectiveBuffers<T> buffers(state, operation.movement, Sharing::kEqual);
  OwnedRequest request(MPI_REQUEST_NULL);
  operation.init(buffers.Next(), request.put());
  if (overlap) {
    ComputeMeanwhile(state, 0, request.put(), [](MPI_Request* one) { Checked(MPI_Start(one)); });
    return;
  }
  for (auto _ : state) {
    Checked(MPI_Start(request.put()));
    Checked(MPI_Wait(request.put(), MPI_STATUS_IGNORE));
  }
}

// Whether the program runs with an MPICH in which a second start of some operations sends nothing, does not copy what
// lies in this process already, or hangs. 4.3.0 and 4.3.2 mend that (64a150f8dd, eb91f81cc1; pull requests 7081, 7550).
bool StartsSomeOnlyOnce() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text = {};
  int length = 0, major = 0, minor = 0, patch = 0;
  PMPI_Get_library_version(text.data(), &length);
  const int read = std::sscanf(text.data(), "MPICH Version: %d.%d.%d", &major, &minor, &patch);
  return read > 0 && std::tie(major, minor, patch) < std::tuple(4, 3, 2);
}

// Whether the library has it and it can be measured.
bool CanBeStartedTwice(const Operation& operation) {
  static const bool not_some = StartsSomeOnlyOnce();
  const bool some = operation.name == "gather" || operation.name == "scatter" || operation.name == "allgather";
  return operation.init != nullptr && !(not_some && some);
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
