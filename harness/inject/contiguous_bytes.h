#pragma once

#include <mpi.h>

#include <cstdint>

namespace mpigauge {

// The bytes of `count` elements; 0 where they do not lie one after the other: interposers leave such messages alone.
inline std::int64_t ContiguousBytes(int count, MPI_Datatype type) {
  if (type == MPI_DATATYPE_NULL) return 0;
  int size = 0;
  MPI_Aint lower = 0;
  MPI_Aint extent = 0;
  PMPI_Type_size(type, &size);
  PMPI_Type_get_extent(type, &lower, &extent);
  return lower == 0 && extent == size ? std::int64_t{count} * size : 0;
}

}  // namespace mpigauge
