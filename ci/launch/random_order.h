#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mpigauge {

// 0 to count - 1 in an order that follows from the seed and the stream; any order is as likely as any other.
std::vector<std::size_t> RandomOrder(std::uint64_t seed, std::uint32_t stream, std::size_t count);

}  // namespace mpigauge
