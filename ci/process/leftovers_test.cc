#include "ci/process/leftovers.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>

#include "base/host_name.h"
#include "base/temporary_folder.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;

class LeftoversTest : public testing::Test {
 protected:
  LeftoversTest() : folder_(fs::path(testing::TempDir()) / "leftovers") {
    fs::remove_all(folder_);
    for (const char* name : {"tmp", "shm", "cache"}) fs::create_directories(folder_ / name);
    std::ofstream(folder_ / "cache/object") << std::string(100000, 'x');
  }

  // A folder as a killed process leaves it.
  void Leave(const std::string& name) const {
    fs::create_directories(folder_ / "tmp" / name);
    std::ofstream(folder_ / "tmp" / name / ".lock");
    std::ofstream(folder_ / "tmp" / name / "record") << std::string(50000, 'x');
  }

  std::vector<std::string> Names(double least_age_seconds) const {
    std::vector<std::string> names;
    for (const Leftover& one :
         FindLeftovers({{folder_ / "tmp"}, folder_ / "shm", folder_ / "cache"}, least_age_seconds)) {
      names.push_back(std::string(LeftoverName(one.kind)) + " " + one.path.filename().string());
    }
    return names;
  }

  fs::path folder_;
};

TEST_F(LeftoversTest, FilesOfKilledProcessesAreFound) {
  Leave("mpigauge-launches-aaaaaa");
  Leave("mpigauge-plot-bbbbbb");
  Leave("another-program-cccccc");
  fs::create_directories(folder_ / "tmp/mpigauge-made-by-hand");
  std::ofstream(folder_ / "shm/mpigauge-1-0") << std::string(4096, 'x');
  std::ofstream(folder_ / "shm/another-program") << std::string(4096, 'x');
  EXPECT_THAT(Names(0), testing::UnorderedElementsAre("temporary folder mpigauge-launches-aaaaaa",
                                                      "temporary folder mpigauge-plot-bbbbbb",
                                                      "shared memory mpigauge-1-0", "cache cache"));
  EXPECT_THAT(Names(60), testing::ElementsAre("cache cache"));  // it may be of a process that has just begun
}

// A launch that was killed with its ranks: 22 segments of Open MPI once stayed in /dev/shm.
TEST_F(LeftoversTest, SegmentsOfKilledRanksAreFound) {
  const std::string ours = HostName() + "." + std::to_string(geteuid());
  const std::string another_user = HostName() + "." + std::to_string(geteuid() + 1);
  for (const std::string& name : {"vader_segment." + ours + ".8d5e0001.0", "sm_segment." + ours + ".8d5e0001.1",
                                  "vader_segment." + another_user + ".8d5e0001.0",
                                  "vader_segment.another-host." + std::to_string(geteuid()) + ".8d5e0001.0"}) {
    std::ofstream(folder_ / "shm" / name) << std::string(4096, 'x');
  }
  EXPECT_THAT(Names(0),
              testing::UnorderedElementsAre("shared memory vader_segment." + ours + ".8d5e0001.0",
                                            "shared memory sm_segment." + ours + ".8d5e0001.1", "cache cache"));
  EXPECT_THAT(Names(60), testing::ElementsAre("cache cache"));
}

// The segment was last changed an hour ago.
TEST_F(LeftoversTest, AgeIsSinceTheLastChange) {
  const fs::path segment = folder_ / "shm/mpigauge-3-0";
  std::ofstream(segment) << std::string(4096, 'x');
  fs::last_write_time(segment, fs::file_time_type::clock::now() - std::chrono::hours(1));
  EXPECT_THAT(Names(60), testing::ElementsAre("shared memory mpigauge-3-0", "cache cache"));
  EXPECT_THAT(Names(7200), testing::ElementsAre("cache cache"));
  const auto found = FindLeftovers({{folder_ / "tmp"}, folder_ / "shm", folder_ / "cache"});
  ASSERT_EQ(found.size(), 2);
  EXPECT_GE(found[0].age_seconds, 3600);
  EXPECT_LT(found[0].age_seconds, 3700);
  EXPECT_LT(found[1].age_seconds, 100);  // this test has made the cache
}

TEST_F(LeftoversTest, RoomIsThatOnTheDisk) {
  Leave("mpigauge-launches-aaaaaa");
  for (const Leftover& one : FindLeftovers({{folder_ / "tmp"}, folder_ / "shm", folder_ / "cache"}, 0)) {
    const std::int64_t content = one.kind == Leftover::Kind::kCache ? 100000 : 50000;
    EXPECT_GE(one.bytes, content);
    EXPECT_LT(one.bytes, content + 20000);
  }
}

TEST_F(LeftoversTest, FilesInUseAreNotFound) {
  const TemporaryFolder held("test", folder_ / "tmp");
  const std::string shared = folder_ / "shm/mpigauge-2-0";
  std::ofstream(shared) << std::string(4096, 'x');
  const int file = open(shared.c_str(), O_RDWR | O_CLOEXEC);
  void* page = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  ASSERT_NE(page, MAP_FAILED);
  EXPECT_THAT(Names(0), testing::ElementsAre("cache cache"));
  munmap(page, 4096);
  EXPECT_THAT(Names(0), testing::ElementsAre("shared memory mpigauge-2-0", "cache cache"));
}

}  // namespace
}  // namespace mpigauge
