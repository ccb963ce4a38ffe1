#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mpigauge {

// "4 KiB to 64 KiB", "8 B, 1 KiB to 4 KiB": the sizes, those without a gap among `all` drawn together. Both ascending,
// without repetition. Empty for no sizes.
std::string SizeRanges(const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& all);

}  // namespace mpigauge
