#include "ci/bisect/builds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "base/error.h"
#include "ci/bisect/testing.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

class CommitsTest : public RepositoryTest {
 protected:
  // The text of the usage error.
  std::string ErrorOf(const std::string& good, const std::string& bad) {
    return mpigauge::UsageErrorOf([&] { const Commits commits(repository(), good, bad); });
  }
};

TEST_F(CommitsTest, TheLineFromTheGoodEndToTheBadOne) {
  const std::string good = Commit("a", "0", "start");
  const std::string first = Commit("a", "1", "one");
  const std::string second = Commit("a", "2", "two");
  const Commits commits(repository(), "HEAD~2", "main");
  ASSERT_EQ(commits.suspects(), 2u);
  EXPECT_EQ(commits.hash(0), good);
  EXPECT_EQ(commits.hash(1), first);
  EXPECT_EQ(commits.hash(2), second);
  EXPECT_EQ(commits.Subject(1), "one");
}

TEST_F(CommitsTest, AMergeIsOneCommit) {
  Commit("a", "0", "start");
  Git("checkout --quiet -b side");
  Commit("b", "1", "aside");
  Commit("b", "2", "aside again");
  Git("checkout --quiet main");
  Commit("a", "1", "ahead");
  Git("merge --quiet --no-ff -m merged side");
  const Commits commits(repository(), "main~2", "main");
  ASSERT_EQ(commits.suspects(), 2u);
  EXPECT_EQ(commits.Subject(2), "merged");
}

TEST_F(CommitsTest, WrongEndsAreNamed) {
  Commit("a", "0", "start");
  Commit("a", "1", "end");
  Git("branch other HEAD~1");
  EXPECT_THAT(ErrorOf("no-such", "main"), HasSubstr("--good no-such: no such commit in "));
  EXPECT_THAT(ErrorOf("main~1", "--output=x"), HasSubstr("--bad --output=x: no such commit"));
  EXPECT_THAT(ErrorOf("main", "main"), HasSubstr("are the same commit"));
  EXPECT_THAT(ErrorOf("main", "main~1"), HasSubstr("--good main is not an ancestor of --bad main~1"));
  Git("checkout --quiet other");
  Commit("c", "1", "elsewhere");
  EXPECT_THAT(ErrorOf("main", "other"), HasSubstr("is not an ancestor"));
}

// The exit code of git is the one for ends that were exchanged.
TEST_F(CommitsTest, ALineWithAMissingCommitIsToldInGitsWords) {
  const std::string good = Commit("a", "0", "start");
  const std::string lost = Commit("a", "1", "lost");
  const std::string bad = Commit("a", "2", "end");
  Lose(lost);
  EXPECT_THAT(ErrorOf(good, bad), HasSubstr("; git: error: Could not read " + lost));
}

TEST_F(CommitsTest, FoldersWithoutARepositoryAreRefused) {
  EXPECT_THROW(Commits("/no/such/folder", "a", "b"), Error);
  std::filesystem::create_directories(folder_ / "plain");
  EXPECT_THROW(Commits("/proc", "a", "b"), Error);
}

TEST_F(CommitsTest, HostileSubjectsAreShownHarmless) {
  Commit("a", "0", "start");
  Commit("a", "1", "\x1b[31mred\x1b[0m \"quoted\" $(touch x) `id` \xff\xfe {out} %s 100%");
  const Commits commits(repository(), "HEAD~1", "HEAD");
  const std::string subject = commits.Subject(1);
  EXPECT_THAT(subject, HasSubstr("?[31mred?[0m \"quoted\" $(touch x) `id`"));
  EXPECT_THAT(subject, HasSubstr("{out} %s 100%"));
  EXPECT_EQ(subject, Printable(subject));
  EXPECT_EQ(Printable("a\xc2\x9b"
                      "b\u00e9"),
            "a?b\u00e9");
  EXPECT_EQ(Printable("two\nlines"), "two lines");
}

TEST_F(CommitsTest, CheckOutsLeaveTheUsersTreeAlone) {
  Commit("a", "0", "start");
  Commit("a", "1", "end");
  WriteFileAtomically(repository() / "a", "being edited");
  WriteFileAtomically(repository() / ".git/hooks/post-checkout", "#!/bin/sh\ntouch \"$(dirname \"$0\")/ran\"\n");
  std::filesystem::permissions(repository() / ".git/hooks/post-checkout", std::filesystem::perms::owner_all);
  const Commits commits(repository(), "HEAD~1", "HEAD");
  const auto folder = state() / "with space";
  EXPECT_EQ(commits.CheckOut(0, folder).exit_code, 0);
  EXPECT_EQ(ReadFile(folder / "a"), "0");
  EXPECT_EQ(ReadFile(repository() / "a"), "being edited");
  EXPECT_EQ(Git("symbolic-ref HEAD"), "refs/heads/main");
  EXPECT_FALSE(std::filesystem::exists(repository() / ".git/hooks/ran"));

  // The remains of a killed process, even in the middle of git's own work, are in nobody's way.
  Git("worktree lock '" + folder.string() + "'");
  WriteFileAtomically(folder / "rubbish", "");
  EXPECT_EQ(commits.CheckOut(1, folder).exit_code, 0);
  EXPECT_EQ(ReadFile(folder / "a"), "1");
  EXPECT_FALSE(std::filesystem::exists(folder / "rubbish"));
  std::filesystem::remove_all(folder);
  EXPECT_EQ(commits.CheckOut(0, folder).exit_code, 0);
  EXPECT_EQ(ReadFile(folder / "a"), "0");

  commits.Remove(folder);
  EXPECT_FALSE(std::filesystem::exists(folder));
  EXPECT_EQ(Git("worktree list --porcelain | grep -c ^worktree"), "1");
}

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

TEST_F(BuildsTest, UnusableCommitsAreRemembered) {
  {
    Builds builds = Open();
    builds.Build({1});
    builds.MarkUnusable(1, "crashes\x1b");
  }
  EXPECT_THAT(Open().Failures(), ElementsAre(Pair(1u, "crashes?")));
}

}  // namespace
}  // namespace mpigauge
