#include "benchmarks/bit_patterns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace mpigauge {
namespace {

std::vector<std::byte> Bytes(BitPattern pattern, int rank, std::int64_t first, std::size_t count) {
  std::vector<std::byte> bytes(count);
  FillBits(pattern, rank, first, bytes);
  return bytes;
}

TEST(BitPatterns, APieceIsPartOfTheStreamWhereverItBegins) {
  for (const BitPattern pattern : kBitPatterns) {
    const auto whole = Bytes(pattern, 3, 0, 1000);
    for (const std::int64_t first : {1, 7, 8, 65, 500}) {
      const auto piece = Bytes(pattern, 3, first, 300);
      EXPECT_TRUE(std::equal(piece.begin(), piece.end(), whole.begin() + first)) << BitPatternName(pattern) << first;
    }
  }
}

// Each of the 64 bits of a word is one and zero in the patterns that walk, and neighbouring ranks and places differ in
// those that name them.
TEST(BitPatterns, EveryBitIsOneAndZero) {
  const auto ones = Bytes(BitPattern::kWalkingOnes, 0, 0, 64 * 8);
  const auto zeros = Bytes(BitPattern::kWalkingZeros, 0, 0, 64 * 8);
  for (std::size_t bit = 0; bit < 64; ++bit) {
    const std::size_t place = bit * 8 + bit / 8;
    EXPECT_EQ(ones[place], std::byte(1U << (bit % 8)));
    EXPECT_EQ(zeros[place], ~ones[place]);
  }
  EXPECT_EQ(Bytes(BitPattern::kAlternating, 0, 0, 4),
            (std::vector<std::byte>{std::byte{0x55}, std::byte{0xaa}, std::byte{0x55}, std::byte{0xaa}}));
  for (const BitPattern pattern : {BitPattern::kRandom, BitPattern::kAddress}) {
    EXPECT_NE(Bytes(pattern, 0, 0, 64), Bytes(pattern, 1, 0, 64));
    EXPECT_NE(Bytes(pattern, 0, 0, 64), Bytes(pattern, 0, 8, 64));
  }
}

TEST(BitPatterns, EveryFlippedBitIsNamedWithItsByte) {
  const std::size_t kSize = 5000;
  for (const BitPattern pattern : kBitPatterns) {
    auto bytes = Bytes(pattern, 2, 3, kSize);
    const FillFunction fill = [&](std::int64_t first, std::span<std::byte> out) {
      FillBits(pattern, 2, 3 + first, out);
    };
    EXPECT_EQ(FirstWrongByte(bytes, fill), std::nullopt);
    for (const std::size_t place : {std::size_t{0}, std::size_t{4095}, std::size_t{4096}, kSize - 1}) {
      for (int bit = 0; bit < 8; ++bit) {
        bytes[place] ^= std::byte(1U << bit);
        EXPECT_THAT(FirstWrongByte(bytes, fill).value(),
                    testing::AllOf(testing::StartsWith("byte " + std::to_string(place) + " is 0x"),
                                   testing::EndsWith(": bit " + std::to_string(bit) + " differs")));
        bytes[place] ^= std::byte(1U << bit);
      }
    }
  }
}

TEST(BitPatterns, SeveralBitsAreNamedTogether) {
  const auto zero = [](std::int64_t, std::span<std::byte> out) { std::fill(out.begin(), out.end(), std::byte{0x20}); };
  const std::vector<std::byte> received = {std::byte{0x20}, std::byte{0x23}};
  EXPECT_EQ(FirstWrongByte(received, zero), "byte 1 is 0x23, should be 0x20: bits 0, 1 differ");
}

}  // namespace
}  // namespace mpigauge
