#include "harness/state/huge_pages.h"

#include <charconv>
#include <fstream>
#include <string>
#include <string_view>

namespace mpigauge {

std::int64_t HugePageBytes(const std::filesystem::path& smaps_rollup) {
  constexpr std::string_view kKey = "AnonHugePages:";
  std::ifstream in(smaps_rollup);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(kKey)) continue;
    const std::size_t digits = line.find_first_of("0123456789");
    if (digits == std::string::npos) return -1;
    std::int64_t kilobytes = -1;
    std::from_chars(line.data() + digits, line.data() + line.size(), kilobytes);
    return kilobytes < 0 ? -1 : kilobytes * 1024;
  }
  return -1;
}

}  // namespace mpigauge
