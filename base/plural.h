#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mpigauge {

// "1 launch", "3 launches", "0 runs": a number with its noun, in the plural but for 1. The plural ends with -es behind
// ch, and else with -s.
std::string Counted(std::int64_t count, std::string_view noun);

// The same of what a container has.
inline std::string Counted(std::size_t count, std::string_view noun) {
  return Counted(static_cast<std::int64_t>(count), noun);
}
inline std::string Counted(int count, std::string_view noun) { return Counted(std::int64_t{count}, noun); }

}  // namespace mpigauge
