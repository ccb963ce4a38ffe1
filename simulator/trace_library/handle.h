#pragma once

#include <cstdint>
#include <cstring>

namespace mpigauge {

// A handle as a number: a pointer in Open MPI, an integer in MPICH.
template <typename Handle>
std::uint64_t KeyOf(Handle handle) {
  static_assert(sizeof handle <= sizeof(std::uint64_t));
  std::uint64_t key = 0;
  std::memcpy(&key, &handle, sizeof handle);
  return key;
}

}  // namespace mpigauge
