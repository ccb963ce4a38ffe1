#pragma once

#include <cstdint>
#include <filesystem>

namespace mpigauge {

// How much of this process's anonymous memory the kernel holds in transparent huge pages, in bytes; -1 where it does
// not tell. It goes through the page tables: not for a timed part.
std::int64_t HugePageBytes(const std::filesystem::path& smaps_rollup = "/proc/self/smaps_rollup");

}  // namespace mpigauge
