// A store that is looked at by a user who may not write there. Only root may become another user: cases are skipped
// where the machine refuses that, or a mount.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "baselines/store/store.h"
#include "baselines/store/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

constexpr uid_t kNobody = 65534;

// In a folder of its own that everybody may read and only root may write.
class OtherUserTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string said = AsNobody([] { return std::string("another user"); }); said != "another user") {
      GTEST_SKIP() << "this machine refuses: " << said;
    }
    folder_ = std::filesystem::path("/tmp") / fmt::format("mpigauge-other-user-{}", getpid());
    std::filesystem::create_directory(folder_);
    MayBeRead(folder_);
    path_ = (folder_ / "store.sqlite").string();
    AddRun("first");
    MayBeRead(path_);
  }
  ~OtherUserTest() override { std::filesystem::remove_all(folder_); }

  static void MayBeRead(const std::filesystem::path& path) {
    using std::filesystem::perms;
    const perms rights = perms::owner_all | perms::group_read | perms::others_read;
    const bool folder = std::filesystem::is_directory(path);
    std::filesystem::permissions(path, folder ? rights | perms::group_exec | perms::others_exec : rights);
  }

  void AddRun(const std::string& id) {
    Store::Open(path_, Store::Access::kWrite).runs().Add({id, "library", "2026-01-01", RunStatus::kComplete, {}});
  }

  // Returns the text that a child process of another user makes.
  static std::string AsNobody(const std::function<std::string()>& text) {
    int ends[2];
    if (pipe(ends) != 0) return "no pipe";
    const pid_t child = fork();
    if (child == 0) {
      const bool other = setgroups(0, nullptr) == 0 && setgid(kNobody) == 0 && setuid(kNobody) == 0;
      const std::string said = other ? text() : fmt::format("to become another user: {}", std::strerror(errno));
      const bool whole = write(ends[1], said.data(), said.size()) == static_cast<ssize_t>(said.size());
      _exit(whole ? 0 : 1);
    }
    close(ends[1]);
    char buffer[4096];
    std::string said;
    for (ssize_t n = 0; (n = read(ends[0], buffer, sizeof buffer)) > 0;) said.append(buffer, static_cast<size_t>(n));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return status == 0 ? said : said + fmt::format(", ended with {}", status);
  }

  // The error, or 0.
  int MakeReadOnly() const {
    const char* folder = folder_.c_str();
    const bool done = mount(folder, folder, nullptr, MS_BIND, nullptr) == 0 &&
                      mount(nullptr, folder, nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY, nullptr) == 0;
    return done ? 0 : errno;
  }

  // "2 runs", or the error.
  std::string Look() const {
    std::string said;
    const std::string error =
        ErrorOf([&] { said = fmt::format("{} runs", Store::Open(path_, Store::Access::kRead).runs().All().size()); });
    return said.empty() ? error : said;
  }

  std::filesystem::path folder_;
  std::string path_;
};

TEST_F(OtherUserTest, AStoreThatNobodyWritesIsRead) {
  EXPECT_EQ(AsNobody([&] { return Look(); }), "1 runs");
}

// Its newest runs are in the log beside the database alone: they were once left out, silently.
TEST_F(OtherUserTest, RunsInTheWriteAheadLogAreSeen) {
  Store writer = Store::Open(path_, Store::Access::kWrite);
  writer.runs().Add({"second", "library", "2026-01-02", RunStatus::kComplete, {}});
  ASSERT_GT(std::filesystem::file_size(path_ + "-wal"), 0u);
  EXPECT_EQ(AsNobody([&] { return Look(); }), "2 runs");
}

// As a machine leaves it that went down while somebody wrote.
TEST_F(OtherUserTest, ALogThatCannotBeTakenInIsNamed) {
  {
    Store writer = Store::Open(path_, Store::Access::kWrite);
    writer.runs().Add({"second", "library", "2026-01-02", RunStatus::kComplete, {}});
    std::filesystem::copy_file(path_ + "-wal", folder_ / "log");
  }
  std::filesystem::rename(folder_ / "log", path_ + "-wal");
  MayBeRead(path_ + "-wal");
  const std::string said = AsNobody([&] { return Look(); });
  EXPECT_THAT(said, HasSubstr(path_ + "-wal: holds the newest data of the store"));
  EXPECT_THAT(said, HasSubstr("let a user who may write there run"));
}

TEST_F(OtherUserTest, ALogThatMayNotBeReadIsAnError) {
  Store writer = Store::Open(path_, Store::Access::kWrite);
  writer.runs().Add({"second", "library", "2026-01-02", RunStatus::kComplete, {}});
  for (const char* suffix : {"-wal", "-shm"}) {
    std::filesystem::permissions(path_ + suffix, std::filesystem::perms::owner_all);
  }
  EXPECT_THAT(AsNobody([&] { return Look(); }), HasSubstr(path_ + "-wal: holds the newest data of the store"));
}

// Without locks nobody waits for a reader: what changes under its eyes must not become an answer.
TEST_F(OtherUserTest, WritingDuringAReadIsAnError) {
  const std::string other = path_;
  EXPECT_THAT(AsNobody([&] {
                std::optional<Store> store = Store::Open(other, Store::Access::kRead);
                std::ofstream(folder_ / "x");
                return ErrorOf([&] { store->runs().All(); });
              }),
              testing::Eq("no error"));
  int begun[2];
  int written[2];
  ASSERT_EQ(pipe(begun), 0);
  ASSERT_EQ(pipe(written), 0);
  const pid_t writer = fork();
  if (writer == 0) {
    char letter = 0;
    const bool goes_on = read(begun[0], &letter, 1) == 1;
    if (goes_on) AddRun("second");
    _exit(write(written[1], "x", 1) == 1 ? 0 : 1);
  }
  EXPECT_THAT(AsNobody([&] {
                Store store = Store::Open(other, Store::Access::kRead);
                char letter = 'x';
                if (write(begun[1], &letter, 1) != 1 || read(written[0], &letter, 1) != 1)
                  return std::string("no pipe");
                return ErrorOf([&] { store.runs().All(); });
              }),
              HasSubstr("was written to while it was read"));
  waitpid(writer, nullptr, 0);
  for (const int end : {begun[0], begun[1], written[0], written[1]}) close(end);
}

// A medium that nobody can write, root included.
TEST_F(OtherUserTest, AReadOnlyFileSystemIsReadWithoutALogAndRefusedWithOne) {
  const int refused = MakeReadOnly();
  if (refused == EPERM || refused == EACCES) GTEST_SKIP() << "this machine refuses: mount: " << std::strerror(refused);
  ASSERT_EQ(refused, 0) << std::strerror(refused);
  EXPECT_EQ(Look(), "1 runs");
  ASSERT_EQ(umount(folder_.c_str()), 0);
  std::ofstream(path_ + "-wal") << std::string(4096, 'x');
  ASSERT_EQ(MakeReadOnly(), 0);
  EXPECT_THAT(Look(), HasSubstr("the file system is read-only"));
  ASSERT_EQ(umount(folder_.c_str()), 0);
}

}  // namespace
}  // namespace mpigauge
