#include "stats/finite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace mpigauge {
namespace {

TEST(Present, DropsWhatIsMissingAndKeepsTheOrder) {
  EXPECT_THAT(Present({3, std::nan(""), 1, std::nan(""), 2}), testing::ElementsAre(3, 1, 2));
  EXPECT_THAT(Present({std::nan("")}), testing::IsEmpty());
}

}  // namespace
}  // namespace mpigauge
