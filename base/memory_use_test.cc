#include "base/memory_use.h"

#include <gtest/gtest.h>

#include <vector>

namespace mpigauge {
namespace {

TEST(MemoryUse, GrowsByWhatIsTouched) {
  constexpr std::int64_t kBytes = 32 << 20;
  const MemoryUse before = MemoryInUse();
  ASSERT_GT(before.resident, 0);
  ASSERT_GT(before.proportional, 0);
  EXPECT_LE(before.proportional, before.resident + (1 << 20));
  const std::vector<char> touched(kBytes, 'x');
  const MemoryUse after = MemoryInUse();
  EXPECT_EQ(touched.back(), 'x');
  EXPECT_NEAR(static_cast<double>(after.resident - before.resident), kBytes, kBytes / 10);
  EXPECT_NEAR(static_cast<double>(after.proportional - before.proportional), kBytes, kBytes / 10);
}

}  // namespace
}  // namespace mpigauge
