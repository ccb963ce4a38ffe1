#include "base/memory_use.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

namespace mpigauge {
namespace {

TEST(MemoryUse, GrowsByWhatIsTouched) {
  constexpr std::int64_t kBytes = 32 << 20;
  const MemoryUse before = MemoryInUse();
  ASSERT_GT(before.resident, 0);
  ASSERT_GT(before.proportional, 0);
  EXPECT_LE(before.proportional, before.resident + (1 << 20));
  // The kernel touches the pages: the heap may have room already, and a sanitizer notes whatever the program touches.
  void* const touched =
      mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  ASSERT_NE(touched, MAP_FAILED);
  const MemoryUse after = MemoryInUse();
  munmap(touched, kBytes);
  EXPECT_GE(PeakResident(), after.resident - (1 << 20));  // and stays when the pages are gone; kernels count in batches
  EXPECT_LT(PeakResident(), after.resident + kBytes / 2);
  EXPECT_NEAR(static_cast<double>(after.resident - before.resident), kBytes, kBytes / 10);
  EXPECT_NEAR(static_cast<double>(after.proportional - before.proportional), kBytes, kBytes / 10);
}

}  // namespace
}  // namespace mpigauge
