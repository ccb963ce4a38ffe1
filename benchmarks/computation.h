#pragma once

// What programs do between their messages: they write what they send next, and go through other data. A message that is
// sent again and again out of a cache, by code that ran a moment ago, is quicker than any message of a program.
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/state/area.h"

namespace mpigauge {

enum class Between { kNothing, kComputation };

// Writes and reads, line by line, without changing a value. Nothing else may use the data meanwhile.
class Computation {
 public:
  explicit Computation(Between between) : other_(between == Between::kNothing ? 0 : Lines(CacheBytes())) {}

  // Each line of the data that are to be sent, and the rest.
  void Run(char* data, int bytes) {
    if (other_.empty()) return;
    volatile char* const written = data;
    for (int at = 0; at < bytes; at += static_cast<int>(kLineBytes)) written[at] = written[at];
    Run();
  }

  // As much as the second-level cache holds, which is then full of it.
  void Run() {
    for (Line& line : other_) {
      volatile std::int64_t& value = line.value;
      value = value + 1;
    }
  }

 private:
  struct alignas(kLineBytes) Line {
    std::int64_t value = 0;
  };

  static std::int64_t CacheBytes() {
    constexpr std::int64_t kLeast = 256 << 10;
    constexpr std::int64_t kUsual = 1 << 20;  // where the machine does not say
    constexpr std::int64_t kMost = 4 << 20;
    const std::int64_t bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return bytes > 0 ? std::clamp(bytes, kLeast, kMost) : kUsual;
  }
  static std::size_t Lines(std::int64_t bytes) { return static_cast<std::size_t>(bytes) / kLineBytes; }

  std::vector<Line> other_;
};

}  // namespace mpigauge
