// Neighborhood collectives on a periodic two-dimensional Cartesian topology and on a distributed graph in which every
// rank sends to the next two. "bytes" is what one neighbor sends to one other. Source: MPIPerf 5 [KU12], OSU.
#include <mpi.h>

#include "benchmarks/neighborhood.h"
#include "harness/state/buffers.h"
#include "harness/state/state.h"

namespace mpigauge::collectives {
namespace {

class NeighborBuffers {
 public:
  NeighborBuffers(State& state, const Neighborhood& neighborhood, bool alltoall)
      : neighborhood_(neighborhood),
        alltoall_(alltoall),
        buffers_(state, neighborhood.degree()),
        counts_(static_cast<std::size_t>(neighborhood.degree()), buffers_.count()),
        types_(counts_.size(), MPI_CHAR) {
    for (int i = 0; i < neighborhood.degree(); ++i) {
      places_.push_back(i * buffers_.count());
      byte_places_.push_back(places_.back());
    }
    arguments_.send_count = arguments_.recv_count = buffers_.count();
    arguments_.type = MPI_CHAR;
    arguments_.counts = counts_.data();
    arguments_.places = places_.data();
    arguments_.byte_places = byte_places_.data();
    arguments_.types = types_.data();
    arguments_.comm = neighborhood.comm();
    state.CheckData([this] { return FirstWrong(); });
  }

  const Arguments& Next() {
    arguments_.send = buffers_.send();
    arguments_.recv = received_ = buffers_.recv();
    return arguments_;
  }

 private:
  std::optional<std::string> FirstWrong() {
    const int count = buffers_.count();
    const auto sent = [this](int rank, std::int64_t index) { return buffers_.Sent(rank, index); };
    std::vector<Origin> origins;
    for (int k = 0; k < neighborhood_.degree() && count > 0; ++k) {
      const int source = neighborhood_.sources()[static_cast<std::size_t>(k)];
      const auto arrived = [&](int block) {
        return received_[std::int64_t{k} * count] == sent(source, std::int64_t{block} * count);
      };
      const int block = alltoall_ ? neighborhood_.BlockFrom(k, arrived) : 0;
      origins.push_back({count, source, source + 1, std::int64_t{block} * count});
    }
    return buffers_.FirstWrong(ExpectedFrom<char>(origins, sent, std::plus<char>()), Length(origins));
  }

  const Neighborhood& neighborhood_;
  const bool alltoall_;
  Buffers<char> buffers_;
  char* received_ = nullptr;
  std::vector<int> counts_;
  std::vector<int> places_;
  std::vector<MPI_Aint> byte_places_;
  std::vector<MPI_Datatype> types_;
  Arguments arguments_;
};

void Call(State& state, const NeighborOperation& operation, Topology topology, bool blocking) {
  const Neighborhood neighborhood(state.comm(), topology);
  NeighborBuffers buffers(state, neighborhood, operation.alltoall);
  for (auto _ : state) {
    if (blocking) {
      operation.call(buffers.Next());
    } else {
      MPI_Request request = MPI_REQUEST_NULL;
      operation.start(buffers.Next(), &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
  }
}

[[maybe_unused]] const bool collectives_neighborhood_registered = [] {
  for (const NeighborOperation& operation : NeighborOperations()) {
    for (const bool blocking : {true, false}) {
      for (const Topology topology : {Topology::kTorus, Topology::kGraph}) {
        const std::string name =
            (blocking ? "" : "i") + operation.name + (topology == Topology::kTorus ? "_cart" : "_graph");
        RegisterCase(name,
                     [&operation, topology, blocking](State& state) { Call(state, operation, topology, blocking); })
            ->Collective()
            ->Family("neighborhood")
            ->Describe(std::string("MPI_") + (blocking ? "" : "I") + operation.name +
                       (topology == Topology::kTorus ? " on a periodic grid" : " on a distributed graph"))
            ->Parameter("bytes", kFewSizes);
      }
    }
  }
  return true;
}();

}  // namespace
}  // namespace mpigauge::collectives
