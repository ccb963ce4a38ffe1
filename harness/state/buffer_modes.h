#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mpigauge {

// When a case's data are checked, always outside the timed part.
enum class VerifyMode {
  kOff,     // never
  kSample,  // after a series' second call, and at the end of each visit, where a few operations are run for it
  kAll,     // after each observation, or each stage of observations
};

// The names of the modes in --verify, in the order of the values.
inline const std::vector<std::string> kVerifyModes = {"off", "sample", "all"};

// The places of the buffers of successive operations. Source: mpptest 3.4 [MP11], MPIPerf [KU13].
enum class BufferMode {
  kReused,    // every operation has the same buffer: it is in the cache
  kRotating,  // successive places of an area larger than the last-level cache
  kFresh,     // another address for each operation, of a bounded set of pages: what a library remembers of an
              // address does not help, while the data may be in the cache
};

struct BufferPlan {
  BufferMode mode = BufferMode::kReused;
  std::int64_t alignment = 0;   // bytes from the start of a page to the first buffer
  std::int64_t area_bytes = 0;  // of each rotating area; the same on all ranks

  // The name of a plan, which must be equal in comparable series: "", "rotating", "fresh+64".
  std::string Text() const;
};

// "reused", "rotating", "fresh". Throws Error (usage) with `what`.
BufferMode ParseBufferMode(std::string_view text, std::string_view what);

// The last-level cache, at most 512 MiB. Every rank has such an area to send from for each type, and one to receive
// into: together they are more than the cache holds.
std::int64_t RotatingAreaBytes();

}  // namespace mpigauge
