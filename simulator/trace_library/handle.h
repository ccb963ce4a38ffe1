#pragma once

#include <cstdint>
#include <type_traits>

namespace mpigauge {

// A handle as a number: a pointer in Open MPI, an integer in MPICH.
template <typename Handle>
std::uint64_t KeyOf(Handle handle) {
  if constexpr (std::is_pointer_v<Handle>) {
    return reinterpret_cast<std::uintptr_t>(handle);
  } else {
    return static_cast<std::uint64_t>(handle);
  }
}

}  // namespace mpigauge
