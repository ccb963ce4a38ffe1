#include "harness/state/area.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace mpigauge {
namespace {

TEST(RoundUp, GoesToTheNextWholeUnit) {
  EXPECT_EQ(RoundUp(0, 4096), 0u);
  EXPECT_EQ(RoundUp(1, 4096), 4096u);
  EXPECT_EQ(RoundUp(4096, 4096), 4096u);
  EXPECT_EQ(RoundUp(4097, 4096), 8192u);
}

TEST(Area, IsOfWholePagesAndZero) {
  const Area area = Area::Plain(5000);
  ASSERT_EQ(area.bytes(), 8192u);
  EXPECT_TRUE(std::all_of(area.data(), area.data() + area.bytes(), [](std::byte one) { return one == std::byte{0}; }));
}

// A byte written into one copy is in all of them.
TEST(Area, CopiesAreTheSamePages) {
  const Area area = Area::Aliased(1, 3);
  ASSERT_EQ(area.bytes(), 3 * kPageBytes);
  area.data()[kPageBytes + 7] = std::byte{42};
  for (const std::size_t copy : {0u, 1u, 2u}) {
    EXPECT_EQ(std::to_integer<int>(area.data()[copy * kPageBytes + 7]), 42) << copy;
  }
}

TEST(ReceiveArea, StaysWhereItIsLargeEnough) {
  const std::byte* first = ReceiveArea(5000).data();
  EXPECT_EQ(ReceiveArea(100).data(), first);
  EXPECT_GE(ReceiveArea(std::size_t{1} << 20).bytes(), std::size_t{1} << 20);
}

TEST(Places, FollowEachOtherAndBeginAgainBehindTheLast) {
  std::byte memory[192];
  Places places(memory, 64, 3, 2);
  for (const std::size_t offset : {128u, 0u, 64u, 128u, 0u}) {
    EXPECT_EQ(places.PeekNext(), memory + offset);
    EXPECT_EQ(places.next_offset(), offset);
    EXPECT_EQ(places.Next(), memory + offset);
    EXPECT_EQ(places.last(), memory + offset);
    EXPECT_EQ(places.last_offset(), offset);
  }
}

// Multiples of 0.618034, what is whole of them left away: 0, 0.618, 0.236, 0.854.
TEST(PlaceToStart, IsFarFromThoseOfTheVisitsBefore) {
  EXPECT_EQ(PlaceToStart(0, 100), 0u);
  EXPECT_EQ(PlaceToStart(1, 100), 61u);
  EXPECT_EQ(PlaceToStart(2, 100), 23u);
  EXPECT_EQ(PlaceToStart(3, 100), 85u);
}

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
