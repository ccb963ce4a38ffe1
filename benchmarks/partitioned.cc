// Ping-pong of partitioned messages (OSU partitioned_latency), where the library has MPI 4. Source: [MP10].
#include <mpi.h>

#if MPI_VERSION >= 4

#include <numeric>

#include "benchmarks/partners.h"

namespace mpigauge {
namespace {

class PartitionedRequest {
 public:
  PartitionedRequest() = default;
  PartitionedRequest(const PartitionedRequest&) = delete;
  PartitionedRequest& operator=(const PartitionedRequest&) = delete;
  ~PartitionedRequest() {
    if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
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
  MPI_Psend_init(buffers.send(), partitions, each, MPI_CHAR, partner, kTag, state.comm(), MPI_INFO_NULL, &out.request);
  MPI_Precv_init(buffers.recv(), partitions, each, MPI_CHAR, partner, kTag, state.comm(), MPI_INFO_NULL, &in.request);
  const auto send = [&] {
    MPI_Start(&out.request);
    MPI_Pready_range(0, partitions - 1, out.request);
    MPI_Wait(&out.request, MPI_STATUS_IGNORE);
  };
  const bool first = state.rank() == state.pair().first;
  for (auto _ : state) {
    MPI_Start(&in.request);
    if (first) send();
    MPI_Wait(&in.request, MPI_STATUS_IGNORE);
    if (!first) send();
  }
}
MPIGAUGE_CASE(PingPongPartitioned)
    ->RoundTrip()
    ->MessageSizes()
    ->Parameter("partitions", {1, 8})
    ->Describe("Partitioned messages there and back (MPI 4)");

}  // namespace
}  // namespace mpigauge

#endif
