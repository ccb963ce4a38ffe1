#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

namespace mpigauge {

// "0x0000e040": the bytes in the order of memory.
std::string HexOf(std::span<const std::byte> bytes);

// A value so that another one looks different: a number with all digits that it takes to tell it from its neighbours,
// anything else as its bytes.
template <typename T>
std::string ExactText(const T& value) {
  if constexpr (std::is_integral_v<T>) {
    return fmt::format("{}", +value);
  } else if constexpr (std::is_floating_point_v<T>) {
    return fmt::format("{}", value);
  } else {
    return HexOf(std::as_bytes(std::span(&value, 1)));
  }
}

// "element 3 is 4, should be 3". Two that read alike, such as two kinds of NaN, have their bytes behind them.
template <typename T>
std::string ElementDiffers(std::int64_t index, const T& got, const T& right) {
  std::string is = ExactText(got);
  std::string should_be = ExactText(right);
  if (is == should_be) {
    is += fmt::format(" ({})", HexOf(std::as_bytes(std::span(&got, 1))));
    should_be += fmt::format(" ({})", HexOf(std::as_bytes(std::span(&right, 1))));
  }
  return fmt::format("element {} is {}, should be {}", index, is, should_be);
}

}  // namespace mpigauge
