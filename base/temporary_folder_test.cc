#include "base/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>

#include "base/error.h"

namespace mpigauge {
namespace {

// Sets TMPDIR for one test.
class Tmpdir {
 public:
  explicit Tmpdir(const std::string& value) { setenv("TMPDIR", value.c_str(), 1); }
  ~Tmpdir() { unsetenv("TMPDIR"); }
};

TEST(TemporaryFolder, GoesWithWhatIsInIt) {
  std::optional<TemporaryFolder> folder("test");
  const std::filesystem::path path = folder->path();
  std::ofstream(path / "file") << "content";
  EXPECT_TRUE(std::filesystem::exists(path / "file"));
  folder.reset();
  EXPECT_FALSE(std::filesystem::exists(path));
}

// TMPDIR is no advice for a folder that somebody named.
TEST(TemporaryFolder, AdviceFitsThePlaceThatCannotBeWritten) {
  const auto error_of = [](const std::filesystem::path& below) {
    try {
      const TemporaryFolder folder("test", below);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(error_of("/proc/self/store.libraries"),
              testing::HasSubstr("check that there is room and that you may write there"));
  const Tmpdir tmpdir("/proc/self/fdinfo");
  EXPECT_THAT(error_of("/proc/self/fdinfo"), testing::HasSubstr("set TMPDIR to another folder"));
}

// Where a gate was killed, its launches once lay in TMPDIR for ever.
TEST(TemporaryFolder, FoldersOfKilledProcessesAreRemoved) {
  const auto tmp = std::filesystem::path(testing::TempDir()) / "tmp";
  std::filesystem::create_directories(tmp);
  const Tmpdir tmpdir(tmp);
  const TemporaryFolder held("test");
  int names[2];
  ASSERT_EQ(pipe(names), 0);
  const pid_t child = fork();
  if (child == 0) {
    const TemporaryFolder left("other");
    const std::string name = left.path();
    _exit(write(names[1], name.c_str(), name.size()) < 0 ? 1 : 0);
  }
  close(names[1]);
  std::string name(1000, ' ');
  name.resize(static_cast<std::size_t>(read(names[0], name.data(), name.size())));
  close(names[0]);
  waitpid(child, nullptr, 0);
  ASSERT_TRUE(std::filesystem::exists(name));
  std::filesystem::create_directories(tmp / "mpigauge-test-without-a-lock");
  { const TemporaryFolder next("test"); }
  EXPECT_TRUE(std::filesystem::exists(name));  // it is younger than a minute
  for (const auto& folder : {std::filesystem::path(name), held.path()}) {
    std::filesystem::last_write_time(folder / ".lock",
                                     std::filesystem::file_time_type::clock::now() - std::chrono::minutes(2));
  }
  { const TemporaryFolder next("test"); }
  EXPECT_FALSE(std::filesystem::exists(name));
  EXPECT_TRUE(std::filesystem::exists(held.path()));
  EXPECT_TRUE(std::filesystem::exists(tmp / "mpigauge-test-without-a-lock"));
}

TEST(TemporaryFolder, AFolderThatIsMissingIsNamed) {
  const Tmpdir tmpdir("/no/such/folder");
  try {
    const TemporaryFolder folder("test");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kNotMeasured);
    EXPECT_THAT(error.what(), testing::HasSubstr("TMPDIR '/no/such/folder'"));
  }
}

}  // namespace
}  // namespace mpigauge
