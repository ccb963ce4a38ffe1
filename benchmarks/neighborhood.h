#pragma once

#include <mpi.h>

#include <functional>
#include <string>
#include <vector>

#include "benchmarks/collective_operations.h"
#include "benchmarks/owned_handle.h"

namespace mpigauge::collectives {

// A neighborhood collective in the forms that are measured.
struct NeighborOperation {
  std::string name;
  bool alltoall;  // another block for each neighbor; else the same one for all
  void (*call)(const Arguments&);
  void (*start)(const Arguments&, MPI_Request*);
};

const std::vector<NeighborOperation>& NeighborOperations();

enum class Topology { kTorus, kGraph };

// A communicator with a topology, and this rank's neighbors in it by the rules of the standard.
class Neighborhood {
 public:
  Neighborhood(MPI_Comm parent, Topology topology);

  MPI_Comm comm() const { return comm_.get(); }
  int degree() const { return static_cast<int>(sources_.size()); }  // to receive from, and to send to
  const std::vector<int>& sources() const { return sources_; }

  // Returns the block that neighbor k sends here in an alltoall; `arrived(block)` says whether the data look like that
  // one. In a dimension of one or two ranks both neighbors are the same rank: MPI 4 says that what was sent down comes
  // from above, but libraries that are older, or not corrected, exchange such blocks.
  int BlockFrom(int k, const std::function<bool(int)>& arrived) const;

 private:
  void MakeTorus(MPI_Comm parent);
  void MakeGraph(MPI_Comm parent);

  int rank_ = 0;
  int ranks_ = 1;
  Topology topology_;
  OwnedComm comm_{MPI_COMM_NULL};
  std::vector<int> sources_;
};

}  // namespace mpigauge::collectives
