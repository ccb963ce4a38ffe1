#include "harness/state/difference.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace mpigauge {
namespace {

TEST(ElementDiffers, WholeNumbersAreWritten) {
  EXPECT_EQ(ElementDiffers<int>(3, 4, -3), "element 3 is 4, should be -3");
  EXPECT_EQ(ElementDiffers<char>(0, 'A', '\0'), "element 0 is 65, should be 0");
}

// With six digits both were 7.000000.
TEST(ElementDiffers, NeighboursAmongTheNumbersLookDifferent) {
  EXPECT_EQ(ElementDiffers<float>(0, std::nextafter(7.0F, 8.0F), 7), "element 0 is 7.0000005, should be 7");
  EXPECT_EQ(ElementDiffers<double>(0, std::nextafter(7.0, 8.0), 7), "element 0 is 7.000000000000001, should be 7");
  const long double next = std::nextafter(7.0L, 8.0L);
  EXPECT_NE(ExactText(next), ExactText(7.0L));
}

TEST(ElementDiffers, ValuesThatReadAlikeArePrintedWithTheirBytes) {
  const auto one = std::bit_cast<float>(std::uint32_t{0x7fc00000});
  const auto other = std::bit_cast<float>(std::uint32_t{0x7fc00001});
  EXPECT_EQ(ElementDiffers(0, one, other), "element 0 is nan (0x0000c07f), should be nan (0x0100c07f)");
}

TEST(ElementDiffers, StructuresAreBytes) {
  struct Both {
    std::uint16_t a, b;
  };
  EXPECT_EQ(ElementDiffers(2, Both{1, 2}, Both{1, 3}), "element 2 is 0x01000200, should be 0x01000300");
}

}  // namespace
}  // namespace mpigauge
