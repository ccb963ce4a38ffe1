#include "base/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/error.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

std::filesystem::path Folder(const std::string& name) {
  auto folder = std::filesystem::path(testing::TempDir()) / name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

TEST(File, WritesReadsAndLeavesNothingElse) {
  const auto folder = Folder("plain");
  WriteFileAtomically(folder / "a", "one");
  WriteFileAtomically(folder / "a", "two");
  EXPECT_EQ(ReadFile(folder / "a"), "two");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
}

// A user who may read the old file may read neither the private one that replaces it nor the unfinished one of a killed
// program.
TEST(File, PrivateFileIsReadableByItsOwnerOnly) {
  const auto folder = Folder("owner");
  const auto left = UnfinishedPath(folder / "secret", getpid());
  std::ofstream(left) << "left";
  std::filesystem::permissions(left, std::filesystem::perms::all);
  WriteFileAtomically(folder / "secret", "for all");
  std::filesystem::permissions(folder / "secret", std::filesystem::perms::all);
  WriteFileAtomically(folder / "secret", "for one", Readers::kOwner);
  using std::filesystem::perms;
  EXPECT_EQ(std::filesystem::status(folder / "secret").permissions(), perms::owner_read | perms::owner_write);
  EXPECT_EQ(ReadFile(folder / "secret"), "for one");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
}

// A kill between the first byte and the rename leaves a file beside the output. The next process that writes there has
// it removed; one that is still being written stays.
TEST(File, UnfinishedFilesOfKilledProcessesAreRemoved) {
  const auto folder = Folder("killed");
  const pid_t child = fork();
  if (child == 0) _exit(0);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  const auto others = UnfinishedPath(folder / "b", getppid());
  const std::filesystem::path elsewhere = folder / "a.00000000.1.tmp";
  for (const auto& path : {UnfinishedPath(folder / "a", child), UnfinishedPath(folder / "c", child), others, elsewhere,
                           folder / "notes.tmp"}) {
    std::ofstream(path) << "half";
  }
  WriteFileAtomically(folder / "a", "whole");
  std::vector<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    left.push_back(entry.path().filename().string());
  EXPECT_THAT(left, testing::UnorderedElementsAre("a", others.filename().string(), "a.00000000.1.tmp", "notes.tmp"));
  EXPECT_EQ(ReadFile(folder / "a"), "whole");
}

TEST(File, AFileThatCannotBeWrittenIsNamed) {
  try {
    WriteFileAtomically("/dev/full/x", "content");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kNotMeasured);
    EXPECT_THAT(error.what(), HasSubstr("/dev/full/x"));
  }
}

// `mpigauge export --textfile /dev/null` by root once left a plain file there, and other users' programs without one.
TEST(File, PipesAndFoldersAreNotReplaced) {
  const auto pipe = Folder("pipe") / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THROW(WriteFileAtomically(pipe, "content"), Error);
  EXPECT_THROW(RequireReplaceable(pipe), Error);
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_THROW(RequireReplaceable(pipe.parent_path()), Error);
  EXPECT_NO_THROW(RequireReplaceable(pipe.parent_path() / "new"));
}

// `mpigauge report -o /dev/stdout >page.html` by root once left a plain file in the place of /dev/stdout.
TEST(File, LinksStayAndOpenFilesAreRefused) {
  const auto folder = Folder("links");
  std::filesystem::create_symlink("file", folder / "link");
  WriteFileAtomically(folder / "link", "content");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(ReadFile(folder / "file"), "content");
  std::filesystem::create_symlink("/proc/self/fd/1", folder / "output");
  EXPECT_THROW(WriteFileAtomically(folder / "output", "content"), Error);
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "output"));
  std::filesystem::create_symlink("round", folder / "round");
  EXPECT_THROW(WriteFileAtomically(folder / "round", "content"), Error);
}

// As in /tmp: the kernel does not follow another user's link there, and a link that is followed by hand is no better.
TEST(File, AnotherUsersLinkWhereEverybodyMayWriteIsRefused) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a link away";
  const auto folder = Folder("shared");
  const auto own = Folder("own");
  WriteFileAtomically(own / "profile", "mine");
  std::filesystem::create_symlink(own / "profile", folder / "report.xml");
  std::filesystem::create_symlink(own, folder / "reports");
  for (const char* link : {"report.xml", "reports"}) ASSERT_EQ(lchown((folder / link).c_str(), 65534, 65534), 0);
  ASSERT_EQ(chmod(folder.c_str(), 01777), 0);
  for (const char* name : {"report.xml", "reports/profile"}) {
    const auto path = folder / name;
    const std::string refused = folder / std::filesystem::path(name).begin()->string();
    EXPECT_THAT(ErrorOf([&] { WriteFileAtomically(path, "theirs"); }),
                HasSubstr(refused + ": is another user's symbolic link"));
    EXPECT_THAT(ErrorOf([&] { RequireReplaceable(path); }), HasSubstr(refused));
    EXPECT_EQ(ReadFile(own / "profile"), "mine");
  }
  ASSERT_EQ(lchown((folder / "report.xml").c_str(), geteuid(), getegid()), 0);
  WriteFileAtomically(folder / "report.xml", "new");
  EXPECT_EQ(ReadFile(own / "profile"), "new");
  ASSERT_EQ(chmod(folder.c_str(), 0755), 0);  // only its owner can have put the link there
  WriteFileAtomically(folder / "reports/profile", "newer");
  EXPECT_EQ(ReadFile(own / "profile"), "newer");
}

TEST(File, MissingFilesAndFoldersAreNamed) {
  try {
    ReadFile("/no/such/file.json");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    EXPECT_THAT(error.what(), HasSubstr("/no/such/file.json: No such file"));
  }
  EXPECT_THROW(ReadFile(Folder("folder")), Error);
}

}  // namespace
}  // namespace mpigauge
