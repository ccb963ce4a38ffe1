#include "ci/launch/turns_taken.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>

#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double kEnough = std::numeric_limits<double>::infinity();

// A host of files: 8 GB available.
class MemoryRoomTest : public testing::Test {
 protected:
  MemoryRoomTest() : root_(testing::TempDir() + "/host") {
    std::filesystem::remove_all(root_);
    Write("proc/meminfo", "MemTotal:       16000000 kB\nMemAvailable:    7812500 kB\n");
  }

  void Write(const std::string& file, const std::string& text) {
    std::filesystem::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }

  std::filesystem::path root_;
};

TEST_F(MemoryRoomTest, WithoutLimitsItIsWhatTheHostHas) {
  EXPECT_EQ(RoomHere(root_).memory, 8e9);
  EXPECT_EQ(RoomHere(root_).shared, kEnough);
  Write("proc/self/cgroup", "0::/user.slice/session\n");
  Write("sys/fs/cgroup/user.slice/session/memory.max", "max\n");
  EXPECT_EQ(RoomHere(root_).memory, 8e9);
}

TEST_F(MemoryRoomTest, TheSmallestLimitOfAllGroupsAboveCounts) {
  Write("proc/self/cgroup", "0::/kubepods/pod/container\n");
  Write("sys/fs/cgroup/kubepods/pod/container/memory.max", "3000000000\n");
  Write("sys/fs/cgroup/kubepods/pod/container/memory.current", "500000000\n");
  EXPECT_EQ(RoomHere(root_).memory, 2.5e9);
  Write("sys/fs/cgroup/kubepods/pod/memory.max", "2000000000\n");
  Write("sys/fs/cgroup/kubepods/pod/memory.current", "1500000000\n");
  Write("sys/fs/cgroup/kubepods/pod/memory.stat", "anon 1000000000\ninactive_file 400000000\n");
  EXPECT_EQ(RoomHere(root_).memory, 0.9e9);
}

TEST_F(MemoryRoomTest, InAContainerTheLimitIsAtTheTop) {
  Write("proc/self/cgroup", "0::/\n");
  Write("sys/fs/cgroup/memory.max", "1000000000\n");
  Write("sys/fs/cgroup/memory.current", "2000000000\n");
  EXPECT_EQ(RoomHere(root_).memory, 0);
}

TEST_F(MemoryRoomTest, ControlGroupsOfVersionOneAreKnown) {
  Write("proc/self/cgroup", "8:cpu,cpuacct:/docker/a\n7:memory:/docker/a\n");
  Write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(RoomHere(root_).memory, 8e9);
  Write("sys/fs/cgroup/memory/docker/a/memory.limit_in_bytes", "4000000000\n");
  Write("sys/fs/cgroup/memory/docker/a/memory.usage_in_bytes", "1000000000\n");
  EXPECT_EQ(RoomHere(root_).memory, 3e9);
}

TEST_F(MemoryRoomTest, SharedMemoryIsWhatIsFreeThere) {
  std::filesystem::create_directories(root_ / "dev/shm");
  EXPECT_GT(RoomHere(root_).shared, 0);
  EXPECT_TRUE(std::isfinite(RoomHere(root_).shared));
}

TEST(LaunchesThatFit, NoMoreThanAreWantedAndThanMemoryHolds) {
  EXPECT_EQ(LaunchesThatFit(12, 2, {kEnough, kEnough}), 12);
  EXPECT_EQ(LaunchesThatFit(12, 2, {8e9, kEnough}), 10);  // half of it, 400 MB a launch
  EXPECT_EQ(LaunchesThatFit(12, 2, {kEnough, 64e6}), 2);  // Docker's /dev/shm, 32 MB a launch
  EXPECT_EQ(LaunchesThatFit(12, 64, {8e9, kEnough}), 0);
  EXPECT_EQ(LaunchesThatFit(6, 10'000'000, RoomHere()), 0);
}

// The root is that of this host if nothing else is said: some of its memory is left, and no more than there is.
TEST(RoomHere, IsThatOfThisHost) {
  const double memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  EXPECT_GT(RoomHere().memory, 0);
  EXPECT_LE(RoomHere().memory, memory);
}

TEST(RequireRoomForRanks, AMillionRanksAreRefusedBeforeAnythingStarts) {
  LaunchPlan plan;
  plan.ranks = 1'000'000;
  EXPECT_EQ(ErrorOf([&] {
              RequireRoomForRanks(plan, {8e9, kEnough});
            }),
            "--ranks 1000000: this host has memory for 1600 at most, at 5 MB each; ranks on several hosts need an "
            "allocation of the batch system, or --slurm");
  plan.ranks = 1600;  // as many as fit, however slow they are
  EXPECT_EQ(ErrorOf([&] { RequireRoomForRanks(plan, {8e9, kEnough}); }), "no error");
}

TEST(RequireRoomForRanks, RanksThatMayBeOnOtherHostsAreNot) {
  LaunchPlan plan;
  plan.ranks = 1'000'000;
  plan.launcher = "jsrun";
  EXPECT_EQ(ErrorOf([&] { RequireRoomForRanks(plan, {8e9, kEnough}); }), "no error");
  plan.launcher = "mpirun";
  setenv("PBS_JOBID", "17", 1);
  EXPECT_EQ(ErrorOf([&] { RequireRoomForRanks(plan, {8e9, kEnough}); }), "no error");
  unsetenv("PBS_JOBID");
}

// The lengths of all circles of this number of blocks.
std::vector<int> CircleLengths(int blocks, int most) {
  std::vector<int> lengths;
  for (; blocks > 0; blocks -= lengths.back()) lengths.push_back(CircleLength(blocks, most));
  return lengths;
}

TEST(CircleLength, CirclesAreEquallyLongAndAsFewAsCanBe) {
  EXPECT_THAT(CircleLengths(4, 3), ElementsAre(2, 2));
  EXPECT_THAT(CircleLengths(7, 3), ElementsAre(3, 2, 2));
  EXPECT_THAT(CircleLengths(6, 6), ElementsAre(6));
  EXPECT_THAT(CircleLengths(2, 6), ElementsAre(2));
  EXPECT_THAT(CircleLengths(2, 1), ElementsAre(1, 1));
  EXPECT_THAT(CircleLengths(2, 0), ElementsAre(1, 1));  // none take turns
}

TEST(TurnsTaken, NotesNameTheLaunchesThatTookTurns) {
  EXPECT_THAT(NotesOf({}), IsEmpty());
  EXPECT_THAT(NotesOf({6, "", 0}), ElementsAre("launches took turns, up to 6 of each library at the same time"));
  EXPECT_THAT(NotesOf({3, "they fight", 2}),
              ElementsAre(HasSubstr("up to 3"), "launches did not take turns: they fight", HasSubstr("in 2 circles")));
}

TEST(TurnsTaken, ATimeBudgetIsForLaunchesThatAreAlone) {
  LaunchPlan plan;
  std::string why;
  EXPECT_EQ(TurnsThatFit(2, {plan, plan}, 1, why), 2);
  EXPECT_EQ(why, "");
  plan.bench_arguments = {"--time-budget", "1s"};
  EXPECT_EQ(TurnsThatFit(2, {LaunchPlan(), plan}, 1, why), 1);
  EXPECT_THAT(why, HasSubstr("a time budget"));
}

// A million ranks on one host need more than any has; on a million hosts it is one on each.
TEST(TurnsTaken, LaunchesThatMemoryDoesNotHoldTakeNoTurns) {
  LaunchPlan plan;
  plan.ranks = 1'000'000;
  std::string why;
  EXPECT_EQ(TurnsThatFit(2, {plan, plan}, 1'000'000, why), 2);
  EXPECT_EQ(TurnsThatFit(2, {plan, plan}, 1, why), 1);
  EXPECT_THAT(why, HasSubstr("memory does not hold one launch of each"));
}

}  // namespace
}  // namespace mpigauge
