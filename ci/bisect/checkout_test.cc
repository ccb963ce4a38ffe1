// Commits that git cannot check out, and a command that does it in place of git: repositories that lack objects.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "ci/bisect/bisect.h"
#include "ci/bisect/builds.h"
#include "ci/bisect/result.h"
#include "ci/bisect/state.h"
#include "ci/bisect/testing.h"

namespace mpigauge {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;
using testing::StartsWith;

constexpr std::size_t kLast = 8;
constexpr std::size_t kCulprit = 7;

// Real builds; launches are played.
class PlayedWorld : public BisectWorld {
 public:
  PlayedWorld(const Commits& commits, Builds& builds) : commits_(commits), builds_(builds) {}

  std::size_t suspects() const override { return commits_.suspects(); }
  std::string hash(std::size_t commit) const override { return commits_.hash(commit); }
  void Build(const std::vector<std::size_t>& commits) override { builds_.Build(commits); }
  bool Built(std::size_t commit) const override { return builds_.Known(commit); }
  std::map<std::size_t, std::string> Failures() const override { return builds_.Failures(); }
  std::optional<BisectPair> Measure(std::size_t commit) override {
    EXPECT_EQ(ReadFile(builds_.Out(commit) / "code"), "version " + std::to_string(commit));
    const double noise = 0.001 * (measured_++ % 3);
    return BisectPair{hash(commit), {{"a", 0}}, {{"a", noise + (commit >= kCulprit ? 0.08 : 0)}}};
  }

  int measured() const { return measured_; }

 private:
  const Commits& commits_;
  Builds& builds_;
  int measured_ = 0;
};

// Commits from 0 to kLast, each with a file `code` of its own.
class CheckoutTest : public RepositoryTest {
 protected:
  CheckoutTest() {
    for (std::size_t i = 0; i <= kLast; ++i) {
      const std::string number = std::to_string(i);
      hashes_.push_back(Commit("code", "version " + number, "Change " + number));
    }
    commits_.emplace(repository(), hashes_.front(), hashes_.back());
  }

  Builds Open(const std::string& checkout = "", int jobs = 1) const {
    return {*commits_, state(), "cp * \"$MPIGAUGE_OUT/\"", jobs, checkout};
  }

  // Why commit 1 cannot be measured with this command.
  std::string FailureOf(const std::string& checkout) const {
    Builds builds = Open(checkout);
    builds.Build({1});
    return builds.Failures().at(1);
  }

  // The text of the error of a whole bisection.
  std::string ErrorOfBisection() const {
    Builds builds = Open();
    PlayedWorld world(*commits_, builds);
    BisectState answers(state(), Json::object());
    try {
      Bisect(world, answers, kSettings);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::kNotMeasured);
      return error.what();
    }
    return "no error";
  }

  void ExpectNothingLeft() const {
    EXPECT_TRUE(std::filesystem::is_empty(state() / "checkouts"));
    EXPECT_EQ(Git("worktree list --porcelain | grep -c ^worktree"), "1");
  }

  static constexpr BisectSettings kSettings{0.05, 1000, 2, nullptr};
  std::vector<std::string> hashes_;
  std::optional<Commits> commits_;
};

TEST_F(CheckoutTest, AMissingObjectSkipsTheCommitInGitsWords) {
  Lose(hashes_[2] + ":code");
  Lose(hashes_[4] + "^{tree}");
  {
    Builds builds = Open("", 3);
    builds.Build({0, 1, 2, 3, 4, 5});
    EXPECT_EQ(ReadFile(builds.Out(3) / "code"), "version 3");
    EXPECT_THAT(ReadFile(builds.Log(2)), HasSubstr("unable to read"));
  }
  EXPECT_THAT(Open().Failures(), ElementsAre(Pair(2u, AllOf(StartsWith("cannot be checked out (exit code 128): "),
                                                            HasSubstr("unable to read"), HasSubstr("of code"))),
                                             Pair(4u, HasSubstr("unable to read tree"))));
  EXPECT_EQ(commits_->Subject(4), "Change 4");
  EXPECT_EQ(commits_->Subject(5), "Change 5");  // of a parent without a tree
  ExpectNothingLeft();
}

// As git-lfs does of a file that its server no longer has.
TEST_F(CheckoutTest, AFileThatAFilterCannotFetchSkipsTheCommit) {
  Git("config filter.large.clean cat");
  Git("config filter.large.smudge 'grep -v lost'");
  Git("config filter.large.required true");
  Commit(".gitattributes", "*.bin filter=large\n", "Large files");
  Commit("data.bin", "lost\n", "A file that is lost");
  const std::string there = Commit("data.bin", "there\n", "A file that is there");
  commits_.emplace(repository(), hashes_.back(), there);
  Builds builds = Open();
  builds.Build({0, 1, 2, 3});
  EXPECT_THAT(builds.Failures(), ElementsAre(Pair(2u, HasSubstr("data.bin: smudge filter large failed"))));
  EXPECT_EQ(ReadFile(builds.Out(3) / "data.bin"), "there\n");
}

TEST_F(CheckoutTest, TheSlowCommitIsFoundPastThoseThatCannotBeCheckedOut) {
  // The middle and its neighbours: each of them is asked for.
  Lose(hashes_[3] + ":code");
  Lose(hashes_[4] + "^{tree}");
  Lose(hashes_[5] + ":code");
  Json first;
  for (const bool again : {false, true}) {
    Builds builds = Open();
    PlayedWorld world(*commits_, builds);
    BisectState answers(state(), Json::object());
    const BisectSearch search = Bisect(world, answers, kSettings);
    EXPECT_EQ(world.measured() == 0, again);
    const BisectResult result(search, *commits_, builds);
    EXPECT_EQ(result.exit_code(), ExitCode::kPass);
    EXPECT_THAT(result.Text(), HasSubstr("first slow commit: " + commits_->ShortHash(kCulprit)));
    EXPECT_THAT(result.Text(),
                HasSubstr("skipped: " + commits_->ShortHash(3) + ": cannot be checked out (exit code 128): "));
    EXPECT_THAT(result.Text(), ContainsRegex("skipped: " + commits_->ShortHash(4) + ": .*unable to read tree"));
    EXPECT_THAT(result.Text(), Not(HasSubstr("it may be the first slow one")));
    const Json json = result.ToJson();
    ASSERT_EQ(json.at("skipped").size(), 3u);
    EXPECT_EQ(json.at("skipped").at(0).at("commit"), hashes_[3]);
    EXPECT_THAT(json.at("skipped").at(1).at("why").get<std::string>(), HasSubstr("unable to read tree"));
    if (again) {
      EXPECT_EQ(json, first);
    }
    first = json;
  }
}

TEST_F(CheckoutTest, ASlowCommitThatCannotBeCheckedOutIsNamedWithTheNext) {
  Lose(hashes_[kCulprit] + ":code");
  Builds builds = Open();
  PlayedWorld world(*commits_, builds);
  BisectState answers(state(), Json::object());
  const BisectSearch search = Bisect(world, answers, kSettings);
  const BisectResult result(search, *commits_, builds);
  EXPECT_EQ(result.exit_code(), ExitCode::kInconclusive);
  EXPECT_EQ(result.ToJson().at("commits").size(), 2u);
  EXPECT_THAT(result.Text(), ContainsRegex(commits_->ShortHash(kCulprit) +
                                           ": cannot be checked out .*; it may be the first slow one"));
}

TEST_F(CheckoutTest, AGoodEndThatCannotBeCheckedOutIsNotMeasured) {
  Lose(hashes_[0] + ":code");
  EXPECT_THAT(ErrorOfBisection(),
              AllOf(HasSubstr("the good commit, " + hashes_[0] + ", cannot be measured: cannot be "),
                    HasSubstr("checked out"), HasSubstr("unable to read")));
}

TEST_F(CheckoutTest, ABadEndThatCannotBeCheckedOutIsNotMeasured) {
  Lose(hashes_[kLast] + "^{tree}");
  EXPECT_THAT(ErrorOfBisection(),
              AllOf(HasSubstr("the bad commit, " + hashes_[kLast] + ", cannot be measured: cannot "),
                    HasSubstr("checked out"), HasSubstr("unable to read tree")));
}

TEST_F(CheckoutTest, ACommandFillsAnEmptyFolderInPlaceOfGit) {
  const std::string command =
      "test -z \"$(ls -A)\" && test \"$(pwd -P)\" = \"$(realpath \"$MPIGAUGE_SOURCE\")\" && "
      "git -C \"$MPIGAUGE_REPO\" show \"$MPIGAUGE_COMMIT:code\" >code && echo other >from-elsewhere && "
      "git -C \"$MPIGAUGE_REPO\" worktree list | wc -l";
  Builds builds = Open(command, 2);
  // The remains of a killed one are not in its way.
  std::filesystem::create_directories(state() / "checkouts" / hashes_[3]);
  WriteFileAtomically(state() / "checkouts" / hashes_[3] / "rubbish", "");
  builds.Build({3, 4});
  EXPECT_THAT(builds.Failures(), IsEmpty());
  EXPECT_EQ(ReadFile(builds.Out(3) / "code"), "version 3");
  EXPECT_EQ(ReadFile(builds.Out(4) / "from-elsewhere"), "other\n");
  EXPECT_EQ(ReadFile(state() / "builds" / hashes_[3] / "checkout.log"), "1\n");
  ExpectNothingLeft();
}

TEST_F(CheckoutTest, ACommandThatFailsSkipsTheCommitWithTheLastLineOfItsLog) {
  EXPECT_EQ(FailureOf("echo begins; echo 'no such mirror' >&2; exit 3"),
            "cannot be checked out (exit code 3): no such mirror");
  EXPECT_EQ(FailureOf("exit 125"), "cannot be checked out (exit code 125)");
  EXPECT_EQ(FailureOf("printf 'Receiving: 1%%\\rReceiving: 2%%\\r\\033[31mbroken pipe\\n\\n'; exit 1"),
            "cannot be checked out (exit code 1): ?[31mbroken pipe");
  EXPECT_EQ(
      FailureOf("git -C \"$MPIGAUGE_REPO\" worktree add --quiet --detach \"$MPIGAUGE_SOURCE\" \"$MPIGAUGE_COMMIT\"; "
                "echo no submodule; exit 1"),
      "cannot be checked out (exit code 1): no submodule");
  ExpectNothingLeft();
}

// As in docs/use/bisect.md.
TEST_F(CheckoutTest, ACommandCanLeaveOutAFileThatIsMissing) {
  const std::string end = Commit("manual", "all about it", "A manual");
  commits_.emplace(repository(), hashes_.back(), end);
  Lose(end + ":manual");
  EXPECT_THAT(FailureOf(""), HasSubstr("manual"));
  // With another command, what could not be checked out is tried again, and once.
  const std::string command =
      "git -C \"$MPIGAUGE_REPO\" worktree add --quiet --force --detach --no-checkout \"$MPIGAUGE_SOURCE\" "
      "\"$MPIGAUGE_COMMIT\" && git checkout --quiet \"$MPIGAUGE_COMMIT\" -- . ':!manual'";
  Builds builds = Open(command);
  EXPECT_FALSE(builds.Known(1));
  builds.Build({1});
  EXPECT_THAT(builds.Failures(), IsEmpty());
  EXPECT_EQ(ReadFile(builds.Out(1) / "code"), "version " + std::to_string(kLast));
  EXPECT_FALSE(std::filesystem::exists(builds.Out(1) / "manual"));
  EXPECT_TRUE(Open(command).Known(1));
  EXPECT_FALSE(Open().Known(1));
  ExpectNothingLeft();
}

// A stop is not taken for a commit that cannot be checked out.
TEST_F(CheckoutTest, NothingIsKeptOfACheckoutThatIsStopped) {
  const std::string command = "kill -INT $PPID; sleep 300";
  Builds builds = Open(command, 2);
  try {
    builds.Build({1, 2});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kNotMeasured);
    EXPECT_THAT(error.what(), HasSubstr("stopped while building"));
  }
  EXPECT_FALSE(builds.Known(1) || Open(command).Known(1));
  ExpectNothingLeft();
}

}  // namespace
}  // namespace mpigauge
