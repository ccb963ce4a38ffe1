#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mpigauge {

// Data that show single wrong bits: each rank has an endless stream of bytes of each pattern, and a message is a piece
// of it. Words are of eight bytes, the lowest first. Source: mpptest 3.4, stress [MP13].
enum class BitPattern {
  kWalkingOnes,   // word w has bit w mod 64 alone
  kWalkingZeros,  // all but that bit
  kAlternating,   // 01010101 10101010
  kRandom,        // seeded by the rank
  kAddress,       // every word is its own number, and the rank
};

inline constexpr std::array<BitPattern, 5> kBitPatterns = {BitPattern::kWalkingOnes, BitPattern::kWalkingZeros,
                                                           BitPattern::kAlternating, BitPattern::kRandom,
                                                           BitPattern::kAddress};

std::string_view BitPatternName(BitPattern pattern);

// The bytes of `rank` from `first` on.
void FillBits(BitPattern pattern, int rank, std::int64_t first, std::span<std::byte> out);

// Compares with what `fill(first, out)` writes, piece by piece. The first wrong byte in words, with its bits:
// "byte 5 is 0x28, should be 0x20: bit 3 differs".
using FillFunction = std::function<void(std::int64_t first, std::span<std::byte> out)>;
std::optional<std::string> FirstWrongByte(std::span<const std::byte> received, const FillFunction& fill);

}  // namespace mpigauge
