#include "harness/state/area.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <fstream>

namespace mpigauge {
namespace {

TEST(HugePages, AreReadInBytes) {
  const auto file = std::filesystem::path(testing::TempDir()) / "smaps_rollup";
  std::ofstream(file) << "00400000-7fff [rollup]\nAnonymous:  5000 kB\nAnonHugePages:      4096 kB\n";
  EXPECT_EQ(HugePageBytes(file), 4 << 20);
  EXPECT_EQ(HugePageBytes("/no/such/file"), -1);
}

// Where the kernel gives them to who asks, memory that asks for them shows.
TEST(HugePages, MemoryInHugePagesIsSeen) {
  constexpr std::size_t kBytes = std::size_t{8} << 20;
  std::string enabled;
  std::getline(std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled"), enabled);
  const std::int64_t before = HugePageBytes();
  if (before < 0 || enabled.empty() || enabled.find("[never]") != std::string::npos) GTEST_SKIP() << enabled;
  void* memory = std::aligned_alloc(std::size_t{2} << 20, kBytes);
  ASSERT_NE(memory, nullptr);
  madvise(memory, kBytes, MADV_HUGEPAGE);
  std::memset(memory, 1, kBytes);
  const std::int64_t after = HugePageBytes();
  std::free(memory);
  if (after == before) GTEST_SKIP() << "the kernel gave none";
  EXPECT_GT(after, before);
}

}  // namespace
}  // namespace mpigauge
