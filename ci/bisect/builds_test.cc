#include "ci/bisect/builds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "ci/bisect/testing.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

// Counts how often each commit is built; the file `code` of a commit is its exit code.
class BuildsTest : public RepositoryTest {
 protected:
  BuildsTest() {
    for (const char* code : {"0", "0", "125", "3", "0"}) Commit("code", code, std::string("code ") + code);
    Git("commit --quiet --allow-empty -m end");
    commits_.emplace(repository(), "HEAD~5", "HEAD");
  }

  Builds Open(int jobs = 1) {
    return {*commits_, state(),
            "echo \"$MPIGAUGE_COMMIT\" >> '" + (folder_ / "built").string() +
                "'\ncp code \"$MPIGAUGE_OUT/\"; echo to the log; echo trouble >&2; exit $(cat code)",
            jobs};
  }
  std::size_t Started() const {
    const std::string text = ReadFile(folder_ / "built");
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  std::optional<Commits> commits_;
};

TEST_F(BuildsTest, EachCommitIsBuiltOnceByWhomeverFailuresToo) {
  {
    Builds builds = Open();
    builds.Build({0, 2, 3});
    EXPECT_EQ(ReadFile(builds.Out(0) / "code"), "0");
    EXPECT_THAT(ReadFile(builds.Log(3)), HasSubstr("to the log\ntrouble"));
    EXPECT_FALSE(builds.Failures().contains(0));
    builds.Build({3, 2, 0});
    EXPECT_EQ(Started(), 3u);
  }
  Builds again = Open();
  again.Build({0, 1, 2, 3});
  EXPECT_EQ(Started(), 4u);
  EXPECT_THAT(again.Failures(), ElementsAre(Pair(2u, "the build command says skip (exit code 125)"),
                                            Pair(3u, "does not build (exit code 3)")));
  EXPECT_TRUE(std::filesystem::is_empty(state() / "checkouts"));
}

TEST_F(BuildsTest, SeveralAtOnce) {
  Builds builds = Open(4);
  builds.Build({0, 1, 2, 3, 4, 5});
  EXPECT_EQ(Started(), 6u);
  EXPECT_EQ(builds.Failures().size(), 2u);
  for (const std::size_t commit : {0u, 1u, 4u, 5u}) EXPECT_EQ(ReadFile(builds.Out(commit) / "code"), "0");
}

TEST_F(BuildsTest, ABuildThatDidNotEndIsDoneAgainFromNothing) {
  const auto folder = state() / "builds" / commits_->hash(1);
  std::filesystem::create_directories(folder / "out");
  WriteFileAtomically(folder / "out" / "half", "");
  Builds builds = Open();
  EXPECT_FALSE(builds.Known(1));
  builds.Build({1});
  EXPECT_FALSE(std::filesystem::exists(builds.Out(1) / "half"));
}

TEST_F(BuildsTest, WhatIsOfNoUseIsKept) {
  {
    Builds builds = Open();
    builds.Build({1});
    builds.MarkUnusable(1, "crashes\x1b");
  }
  EXPECT_THAT(Open().Failures(), ElementsAre(Pair(1u, "crashes?")));
}

}  // namespace
}  // namespace mpigauge
