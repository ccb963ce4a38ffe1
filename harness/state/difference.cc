#include "harness/state/difference.h"

namespace mpigauge {

std::string HexOf(std::span<const std::byte> bytes) {
  std::string text = "0x";
  for (const std::byte byte : bytes) text += fmt::format("{:02x}", std::to_integer<int>(byte));
  return text;
}

}  // namespace mpigauge
