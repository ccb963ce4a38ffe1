#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "harness/state/difference.h"

namespace mpigauge::collectives {

// The first element of `got` that is not `expected(index)`, in words. For data that do not lie in Buffers.
template <typename T, typename Expected>
std::optional<std::string> FirstDifference(std::span<const T> got, Expected expected) {
  std::int64_t index = 0;
  for (const T& value : got) {
    const T right = expected(index);
    if (!(value == right)) return ElementDiffers(index, value, right);
    ++index;
  }
  return std::nullopt;
}

}  // namespace mpigauge::collectives
