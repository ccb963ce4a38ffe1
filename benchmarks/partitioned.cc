// Ping-pong of partitioned messages (OSU partitioned_latency), where the library that the program runs with has them:
// MPI 4, and Open MPI 5, which calls itself MPI 3.1. Source: [MP10].
#include <mpi.h>

#include <numeric>

#include "benchmarks/partners.h"
#include "benchmarks/persistent_forms.h"

namespace mpigauge {
namespace {

using collectives::FindMpiFunction;

// These functions are those of the standard; the header that this was compiled with need not have them.
struct Partitioned {
  using Make = int(const void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request*);
  using MakeReceive = int(void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request*);
  Make* const psend_init = FindMpiFunction<Make>("MPI_Psend_init");
  MakeReceive* const precv_init = FindMpiFunction<MakeReceive>("MPI_Precv_init");
  int (*const pready_range)(int, int, MPI_Request) = FindMpiFunction<int(int, int, MPI_Request)>("MPI_Pready_range");

  bool there() const { return psend_init != nullptr && precv_init != nullptr && pready_range != nullptr; }
};

const Partitioned& Functions() {
  static const Partitioned functions;
  return functions;
}

class PartitionedRequest {
 public:
  PartitionedRequest() = default;
  PartitionedRequest(const PartitionedRequest&) = delete;
  PartitionedRequest& operator=(const PartitionedRequest&) = delete;
  ~PartitionedRequest() {
    if (request != MPI_REQUEST_NULL) Checked(MPI_Request_free(&request));
  }

  MPI_Request request = MPI_REQUEST_NULL;
};

// All partitions are marked ready at once. A length that the partitions do not divide has fewer of them.
void PingPongPartitioned(State& state) {
  Buffers<char> buffers(state);
  state.CheckData(PartnersData(state, buffers));
  if (!state.pair().Has(state.rank())) {
    for (auto _ : state) {
    }
    return;
  }
  const int partitions = static_cast<int>(std::gcd(state.Parameter("partitions"), std::int64_t{buffers.count()}));
  const MPI_Count each = buffers.count() / partitions;
  const int partner = state.pair().PartnerOf(state.rank());
  PartitionedRequest out, in;
  const Partitioned& mpi = Functions();
  Checked(mpi.psend_init(buffers.send(), partitions, each, MPI_CHAR, partner, kTag, state.comm(), MPI_INFO_NULL,
                         &out.request));
  Checked(mpi.precv_init(buffers.recv(), partitions, each, MPI_CHAR, partner, kTag, state.comm(), MPI_INFO_NULL,
                         &in.request));
  const auto send = [&] {
    Checked(MPI_Start(&out.request));
    Checked(mpi.pready_range(0, partitions - 1, out.request));
    Checked(MPI_Wait(&out.request, MPI_STATUS_IGNORE));
  };
  const bool first = state.rank() == state.pair().first;
  for (auto _ : state) {
    Checked(MPI_Start(&in.request));
    if (first) send();
    Checked(MPI_Wait(&in.request, MPI_STATUS_IGNORE));
    if (!first) send();
  }
}
[[maybe_unused]] const bool partitioned_registered = [] {
  if (!Functions().there()) return false;
  RegisterCase("ping_pong_partitioned", PingPongPartitioned)
      ->RoundTrip()
      ->MessageSizes()
      ->Parameter("partitions", {1, 8})
      ->Describe("Partitioned messages there and back (MPI 4)");
  return true;
}();

}  // namespace
}  // namespace mpigauge
