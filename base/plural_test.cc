#include "base/plural.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

TEST(Counted, IsSingularForOneAlone) {
  EXPECT_EQ(Counted(0, "run"), "0 runs");
  EXPECT_EQ(Counted(1, "run"), "1 run");
  EXPECT_EQ(Counted(std::size_t{2}, "run"), "2 runs");
  EXPECT_EQ(Counted(1, "launch"), "1 launch");
  EXPECT_EQ(Counted(12, "launch"), "12 launches");
}

}  // namespace
}  // namespace mpigauge
