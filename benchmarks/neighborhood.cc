#include "benchmarks/neighborhood.h"

#include <array>

#include "benchmarks/collective_forms.h"

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
  MPI_Comm_rank(parent, &rank_);
  MPI_Comm_size(parent, &ranks_);
  if (topology == Topology::kTorus) {
    MakeTorus(parent);
  } else {
    MakeGraph(parent);
  }
}

// Ranks are numbered row by row; neighbors come dimension by dimension, the one below first.
void Neighborhood::MakeTorus(MPI_Comm parent) {
  std::array<int, 2> extents = {0, 0};
  MPI_Dims_create(ranks_, 2, extents.data());
  const std::array<int, 2> periodic = {1, 1};
  MPI_Cart_create(parent, 2, extents.data(), periodic.data(), 0, comm_.put());
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
  MPI_Dist_graph_create_adjacent(parent, degree(), sources_.data(), MPI_UNWEIGHTED, degree(), destinations.data(),
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, comm_.put());
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

}  // namespace mpigauge::collectives
