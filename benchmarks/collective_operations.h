#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include "benchmarks/origins.h"

namespace mpigauge::collectives {

// What a rank hands to a collective operation. Counts and places are in elements.
struct Arguments {
  const void* send = nullptr;
  void* recv = nullptr;
  int send_count = 0;  // to one other
  int recv_count = 0;  // from one other
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
  // Of the blocks, in both buffers where both have blocks.
  const int* counts = nullptr;
  const int* places = nullptr;
  const MPI_Aint* byte_places = nullptr;
  const MPI_Datatype* types = nullptr;
  MPI_Comm comm = MPI_COMM_NULL;
};

// A collective operation in each form that the library has.
struct Operation {
  std::string name;
  Movement movement;
  bool has_counts;  // its blocks may differ in length
  void (*call)(const Arguments&);
  void (*start)(const Arguments&, MPI_Request*);
  void (*init)(const Arguments&, MPI_Request*);  // persistent; nullptr where the library has none
};

// Of MPI 2.2, with their nonblocking and persistent forms. Source: MPIPerf 5 [KU12].
const std::vector<Operation>& CollectiveOperations();

// Calls `function` with an element: floats are combined, bytes are moved.
template <typename Function>
void WithElement(Movement movement, Function function) {
  if (Reduces(movement)) {
    function(float{});
  } else {
    function(char{});
  }
}

// For variants of which the eight usual sizes would tell little more.
inline const std::vector<std::int64_t> kFewSizes = {8, 4096, 65536, 1048576};

}  // namespace mpigauge::collectives
