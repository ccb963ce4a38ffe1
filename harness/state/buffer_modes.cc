#include "harness/state/buffer_modes.h"

#include <unistd.h>

#include <algorithm>

#include "base/error.h"

namespace mpigauge {

std::string BufferPlan::Text() const {
  std::string text = mode == BufferMode::kRotating ? "rotating" : mode == BufferMode::kFresh ? "fresh" : "";
  if (alignment == 0) return text;
  return (text.empty() ? "reused" : text) + "+" + std::to_string(alignment);
}

BufferMode ParseBufferMode(std::string_view text, std::string_view what) {
  if (text == "reused") return BufferMode::kReused;
  if (text == "rotating") return BufferMode::kRotating;
  if (text == "fresh") return BufferMode::kFresh;
  throw UsageError("{}: '{}' is unknown; reused, rotating or fresh", what, text);
}

std::int64_t RotatingAreaBytes() {
  constexpr std::int64_t kLeast = std::int64_t{64} << 20;  // where the machine does not tell
  constexpr std::int64_t kMost = std::int64_t{512} << 20;
  const std::int64_t cache = std::max(sysconf(_SC_LEVEL3_CACHE_SIZE), sysconf(_SC_LEVEL4_CACHE_SIZE));
  return std::clamp(cache, kLeast, kMost);
}

}  // namespace mpigauge
