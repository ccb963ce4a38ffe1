// Communication of a fixed length while the processor computes: does the message go on meanwhile? "compute" is the
// computing time in percent of the time of the communication alone. Both of the pair send and receive.
// Source: mpptest 3.4 [MP12]; the percentage is that of OSU's nonblocking collectives.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "benchmarks/partners.h"
#include "benchmarks/timed_computation.h"

namespace mpigauge {
namespace {

constexpr int kRepetitions = 16;

void Exchange(const State& state, const char* out, char* in, int bytes, TimedComputation* computation) {
  const int partner = state.pair().PartnerOf(state.rank());
  std::array<MPI_Request, 2> requests;
  Checked(MPI_Irecv(in, bytes, MPI_CHAR, partner, kTag, state.comm(), &requests[0]));
  Checked(MPI_Isend(out, bytes, MPI_CHAR, partner, kTag, state.comm(), &requests[1]));
  if (computation != nullptr) computation->Run();
  Checked(MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE));
}

// The median over exchanges without computing, the longer one of the pair's; the same on all ranks.
double PureNanoseconds(const State& state, Buffers<char>& buffers) {
  double median_ns = 0;
  if (state.pair().Has(state.rank())) {
    std::vector<std::int64_t> times;
    for (int i = 0; i < kRepetitions; ++i) {
      const std::int64_t start = state.timer().Now();
      Exchange(state, buffers.send(), buffers.recv(), buffers.count(), nullptr);
      times.push_back(state.timer().Now() - start);
    }
    std::nth_element(times.begin(), times.begin() + kRepetitions / 2, times.end());
    median_ns = static_cast<double>(times[kRepetitions / 2]);
  }
  double longest_ns = 0;
  Checked(MPI_Allreduce(&median_ns, &longest_ns, 1, MPI_DOUBLE, MPI_MAX, state.comm()));
  return longest_ns;
}

void OverlapIsend(State& state) {
  Buffers<char> buffers(state);
  const bool talks = state.pair().Has(state.rank());
  const double pure_ns = PureNanoseconds(state, buffers);
  TimedComputation computation(state.timer(), pure_ns * 1e-9 * static_cast<double>(state.Parameter("compute")) / 100);
  state.CheckData(PartnersData(state, buffers));
  for (auto _ : state) {
    if (talks) Exchange(state, buffers.send(), buffers.recv(), buffers.count(), &computation);
  }
  // How much of the communication was hidden behind computing, in percent of the communication alone: at most
  // "compute".
  const double total_ns = state.MedianOwnSeconds() * 1e9;
  const double compute_ns = computation.MedianSeconds() * 1e9;
  const double overlap = pure_ns > 0 ? 100 * (1 - (total_ns - compute_ns) / pure_ns) : 0;
  const double most = std::min(100.0, static_cast<double>(state.Parameter("compute")));
  state.Counter("overlap_percent", talks && total_ns > 0 ? std::clamp(overlap, 0.0, most) : 0);
}
MPIGAUGE_CASE(OverlapIsend)
    ->Describe("MPI_Isend and MPI_Irecv against a growing computation")
    ->Collective()
    ->Family("overlap")
    ->Parameter("bytes", {1024, 65536, 1048576})
    ->Parameter("compute", {0, 25, 50, 100, 200})
    ->Where([](const Parameters& at) { return ParameterOr(at, "ranks", 0) >= 2; });

}  // namespace
}  // namespace mpigauge
