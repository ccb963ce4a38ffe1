#include "benchmarks/neighborhood.h"

#include <mpi.h>

#include <array>

#include "benchmarks/collective_forms.h"
#include "harness/state/buffers.h"
#include "harness/state/state.h"

namespace mpigauge::collectives {

const std::vector<NeighborOperation>& NeighborOperations() {
  static const std::vector<NeighborOperation> operations = {
      {"neighbor_allgather", false,
       MPIGAUGE_TWO_FORMS(Neighbor_allgather, Ineighbor_allgather, a.send, a.send_count, a.type, a.recv, a.recv_count,
                          a.type)},
      {"neighbor_allgatherv", false,
       MPIGAUGE_TWO_FORMS(Neighbor_allgatherv, Ineighbor_allgatherv, a.send, a.send_count, a.type, a.recv, a.counts,
                          a.places, a.type)},
      {"neighbor_alltoall", true,
       MPIGAUGE_TWO_FORMS(Neighbor_alltoall, Ineighbor_alltoall, a.send, a.send_count, a.type, a.recv, a.recv_count,
                          a.type)},
      {"neighbor_alltoallv", true,
       MPIGAUGE_TWO_FORMS(Neighbor_alltoallv, Ineighbor_alltoallv, a.send, a.counts, a.places, a.type, a.recv, a.counts,
                          a.places, a.type)},
      {"neighbor_alltoallw", true,
       MPIGAUGE_TWO_FORMS(Neighbor_alltoallw, Ineighbor_alltoallw, a.send, a.counts, a.byte_places, a.types, a.recv,
                          a.counts, a.byte_places, a.types)},
  };
  return operations;
}

Neighborhood::Neighborhood(MPI_Comm parent, Topology topology) : topology_(topology) {
  Checked(MPI_Comm_rank(parent, &rank_));
  Checked(MPI_Comm_size(parent, &ranks_));
  if (topology == Topology::kTorus) {
    MakeTorus(parent);
  } else {
    MakeGraph(parent);
  }
}

// Ranks are numbered row by row; neighbors come dimension by dimension, the one below first.
void Neighborhood::MakeTorus(MPI_Comm parent) {
  std::array<int, 2> extents = {0, 0};
  Checked(MPI_Dims_create(ranks_, 2, extents.data()));
  const std::array<int, 2> periodic = {1, 1};
  Checked(MPI_Cart_create(parent, 2, extents.data(), periodic.data(), 0, comm_.put()));
  const auto [rows, columns] = extents;
  const int row = rank_ / columns;
  const int column = rank_ % columns;
  sources_ = {(row + rows - 1) % rows * columns + column, (row + 1) % rows * columns + column,
              row * columns + (column + columns - 1) % columns, row * columns + (column + 1) % columns};
}

// Each rank sends to those one and two further on, if they are different ones.
void Neighborhood::MakeGraph(MPI_Comm parent) {
  sources_ = {(rank_ + ranks_ - 1) % ranks_};
  std::vector<int> destinations = {(rank_ + 1) % ranks_};
  if (ranks_ > 1) {
    sources_.push_back((rank_ + ranks_ - 2) % ranks_);
    destinations.push_back((rank_ + 2) % ranks_);
  }
  Checked(MPI_Dist_graph_create_adjacent(parent, degree(), sources_.data(), MPI_UNWEIGHTED, degree(),
                                         destinations.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 0, comm_.put()));
}

int Neighborhood::BlockFrom(int k, const std::function<bool(int)>& arrived) const {
  if (topology_ == Topology::kGraph) return k;
  const auto opposite = [](int direction) { return direction ^ 1; };  // what a rank below sends up arrives from below
  if (arrived(opposite(k))) return opposite(k);
  for (int block = 0; block < degree(); ++block) {
    const auto sender = sources_[static_cast<std::size_t>(opposite(block))];
    if (sender == sources_[static_cast<std::size_t>(k)] && arrived(block)) return block;
  }
  return opposite(k);
}

namespace {

// Neighborhood collectives on a periodic two-dimensional Cartesian topology and on a distributed graph in which every
// rank sends to the next two. "bytes" is what one neighbor sends to one other. Source: MPIPerf 5 [KU12], OSU.

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
      Checked(MPI_Wait(&request, MPI_STATUS_IGNORE));
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
