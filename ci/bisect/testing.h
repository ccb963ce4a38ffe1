#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/file.h"
#include "ci/process/process.h"

namespace mpigauge {

// A folder of the test's own with a git repository in it.
class RepositoryTest : public testing::Test {
 protected:
  RepositoryTest()
      : folder_(std::filesystem::path(testing::TempDir()) /
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(repository());
    Git("init --quiet --initial-branch=main");
    Git("config user.name Test");
    Git("config user.email test@example.org");
  }

  std::filesystem::path repository() const { return folder_ / "repository"; }
  std::filesystem::path state() const { return folder_ / "state"; }

  // Its output without the newline.
  std::string Git(const std::string& arguments) const {
    const ProcessResult result =
        RunProcess({{"/bin/sh", "-c", "git -C \"$0\" " + arguments, repository().string()}, {}, 0});
    EXPECT_EQ(result.exit_code, 0) << arguments << ": " << result.err;
    return result.out.substr(0, result.out.find('\n'));
  }

  // A commit with the file `name`; its hash.
  std::string Commit(const std::string& name, const std::string& content, const std::string& subject) const {
    WriteFileAtomically(repository() / name, content);
    WriteFileAtomically(folder_ / "message", subject);
    Git("add --all");
    Git("commit --quiet --allow-empty --file ../message --cleanup=verbatim");
    return Git("rev-parse HEAD");
  }

  // From now on the repository lacks an object: a commit, the tree COMMIT^{tree}, or the file COMMIT:name.
  void Lose(const std::string& object) const {
    const std::string hash = Git("rev-parse '" + object + "'");
    ASSERT_GT(hash.size(), 2u);
    ASSERT_TRUE(std::filesystem::remove(repository() / ".git/objects" / hash.substr(0, 2) / hash.substr(2))) << object;
  }

  std::filesystem::path folder_;
};

}  // namespace mpigauge
