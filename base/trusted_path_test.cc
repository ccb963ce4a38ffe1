#include "base/trusted_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

namespace mpigauge {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr uid_t kAnotherUser = 65534;

class TrustedPathTest : public testing::Test {
 protected:
  TrustedPathTest() : folder_(fs::canonical(testing::TempDir()) / "trusted") {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "prefix/bin");
    for (const fs::path& one : {folder_, folder_ / "prefix", folder_ / "prefix/bin"}) SetMode(one, 0755);
    std::ofstream(program()) << "#!/bin/sh";
    SetMode(program(), 0755);
  }

  fs::path program() const { return folder_ / "prefix/bin/mpirun"; }
  static void SetMode(const fs::path& path, mode_t mode) { ASSERT_EQ(chmod(path.c_str(), mode), 0) << path; }

  const fs::path folder_;
};

TEST_F(TrustedPathTest, FilesOfRootAndOfThisUserAreTrusted) {
  EXPECT_EQ(WhyUntrusted(program()), "");
  EXPECT_EQ(WhyUntrusted("/usr/bin/env"), "");
  EXPECT_EQ(WhyUntrusted(folder_ / "not/there/yet"), "");
}

TEST_F(TrustedPathTest, EachNameOnTheWayCounts) {
  for (const fs::path& open : {program(), folder_ / "prefix/bin", folder_ / "prefix", folder_}) {
    SetMode(open, 0757);
    EXPECT_EQ(WhyUntrusted(program()), open.string() + ": others may write to it (`chmod go-w " + open.string() + "`)");
    SetMode(open, 0755);
  }
  EXPECT_EQ(WhyUntrusted(program()), "");
  // Nobody makes what is not there but who may write above.
  SetMode(folder_, 0757);
  EXPECT_THAT(WhyUntrusted(folder_ / "not/there/yet"), HasSubstr("others may write"));
}

TEST_F(TrustedPathTest, AGroupMayWriteOnlyIfItIsTheUsersOwn) {
  SetMode(program(), 0775);
  if (geteuid() == 0) {
    ASSERT_EQ(chown(program().c_str(), 0, 0), 0);
    EXPECT_EQ(WhyUntrusted(program()), "");  // the group "root" of the user root
    ASSERT_EQ(chown(program().c_str(), 0, kAnotherUser), 0);
    EXPECT_THAT(WhyUntrusted(program()), HasSubstr("others may write"));
  }
}

// As /tmp is: others may add to it, and not replace what is mine.
TEST_F(TrustedPathTest, AFolderWithTheStickyBitIsOnlySafeToPass) {
  SetMode(folder_, 01777);
  EXPECT_EQ(WhyUntrusted(program()), "");
  EXPECT_EQ(WhyUntrusted(folder_), folder_.string() + ": others may write to it");
  EXPECT_THAT(WhyUntrusted(folder_ / "not there yet"), HasSubstr("others may write"));
  EXPECT_THAT(WhyUntrusted(folder_ / "prefix/.."), HasSubstr("others may write"));
}

TEST_F(TrustedPathTest, LinksAreFollowed) {
  fs::create_symlink("../../elsewhere", folder_ / "prefix/bin/mpiexec");
  std::ofstream(folder_ / "elsewhere") << "#!/bin/sh";
  SetMode(folder_ / "elsewhere", 0755);
  EXPECT_EQ(WhyUntrusted(folder_ / "prefix/bin/mpiexec"), "");
  SetMode(folder_ / "elsewhere", 0777);
  EXPECT_THAT(WhyUntrusted(folder_ / "prefix/bin/mpiexec"), HasSubstr("elsewhere: others may write to it"));
  fs::create_symlink("circle", folder_ / "circle");
  WhyUntrusted(folder_ / "circle");  // comes to an end
}

TEST_F(TrustedPathTest, FilesAndFoldersOfAnotherUserAreNotTrusted) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  for (const fs::path& given : {program(), folder_ / "prefix", folder_}) {
    ASSERT_EQ(chown(given.c_str(), kAnotherUser, kAnotherUser), 0);
    EXPECT_EQ(WhyUntrusted(program()), given.string() + " belongs to another user");
    ASSERT_EQ(chown(given.c_str(), 0, 0), 0);
  }
  // The owner of a folder may replace what is there, with the sticky bit too.
  ASSERT_EQ(chown(folder_.c_str(), kAnotherUser, kAnotherUser), 0);
  SetMode(folder_, 01777);
  EXPECT_THAT(WhyUntrusted(program()), HasSubstr("belongs to another user"));
  ASSERT_EQ(chown(folder_.c_str(), 0, 0), 0);
  // Another user's link in such a folder leads where that user wants.
  fs::create_symlink(program(), folder_ / "link");
  ASSERT_EQ(lchown((folder_ / "link").c_str(), kAnotherUser, kAnotherUser), 0);
  EXPECT_EQ(WhyUntrusted(folder_ / "link"), (folder_ / "link").string() + " belongs to another user");
  EXPECT_EQ(ForeignLink(folder_ / "link"), folder_ / "link");
  EXPECT_EQ(ForeignLink(program()), "");
}

}  // namespace
}  // namespace mpigauge
