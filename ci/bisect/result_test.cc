#include "ci/bisect/result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "ci/bisect/testing.h"

namespace mpigauge {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

// Six commits; the third one (2) does not build.
class BisectResultTest : public RepositoryTest {
 protected:
  BisectResultTest() {
    for (int i = 0; i <= 5; ++i) Commit("code", i == 2 ? "1" : "0", "Change " + std::to_string(i));
    Git("commit --quiet --allow-empty -m end");
    commits_.emplace(repository(), "HEAD~6", "HEAD~1");
    builds_.emplace(*commits_, state(), "exit $(cat code)", 1);
    builds_->Build({0, 2, 5});
  }

  BisectSearch Search(std::size_t culprit) const {
    BisectSearch search(5, 0.05);
    search.Skip(2);
    for (int i = 0; search.Next() == BisectStep::kEnds; ++i) search.Add(5, 0.08 + 0.001 * (i % 3));
    while (search.Next() == BisectStep::kAsk) {
      search.Add(search.Asked(),
                 (search.Asked() >= culprit ? 0.08 : 0) + 0.001 * static_cast<double>(search.pairs() % 3));
    }
    return search;
  }

  std::optional<Commits> commits_;
  std::optional<Builds> builds_;
};

TEST_F(BisectResultTest, OneCommit) {
  const BisectSearch search = Search(5);
  const BisectResult result(search, *commits_, *builds_);
  EXPECT_EQ(result.exit_code(), ExitCode::kPass);
  EXPECT_THAT(result.Text(), ContainsRegex("first slow commit: [0-9a-f]+ \"Change 5\"\n  posterior 100"));
  EXPECT_THAT(result.Text(), ContainsRegex("from it on:  \\+8\\.[45]% \\["));
  EXPECT_THAT(result.Text(), HasSubstr("does not build (exit code 1)\n"));
  const Json json = result.ToJson();
  EXPECT_EQ(json.at("result"), "found");
  EXPECT_EQ(json.at("commits").at(0).at("commit"), commits_->hash(5));
  EXPECT_NEAR(json.at("slowdown").at("ratio").get<double>(), 1.084, 0.002);
  EXPECT_EQ(json.at("launches"), 2 * search.pairs());
}

TEST_F(BisectResultTest, SeveralThatCannotBeToldApart) {
  const BisectSearch search = Search(2);
  const BisectResult result(search, *commits_, *builds_);
  EXPECT_EQ(result.exit_code(), ExitCode::kInconclusive);
  EXPECT_THAT(result.Text(),
              ContainsRegex("cannot be told apart:\n  [0-9a-f]+ \"Change 2\"\n  [0-9a-f]+ \"Change 3\"\n"));
  EXPECT_THAT(result.Text(), HasSubstr("(exit code 1); it may be the first slow one"));
  EXPECT_EQ(result.ToJson().at("result"), "range");
  EXPECT_EQ(result.ToJson().at("commits").size(), 2u);
}

TEST_F(BisectResultTest, EqualEndsAndSpentLaunches) {
  BisectSearch equal(5, 0.05);
  for (int i = 0; equal.Next() == BisectStep::kEnds; ++i) equal.Add(5, 0.001 * (i % 3 - 1));
  const BisectResult same(equal, *commits_, *builds_);
  EXPECT_EQ(same.exit_code(), ExitCode::kFail);
  EXPECT_THAT(same.Text(), HasSubstr("is not slower than the good one"));
  EXPECT_EQ(same.ToJson().at("result"), "not-slower");
  BisectSearch spent(5, 0.05);
  for (int i = 0; spent.Next() == BisectStep::kEnds; ++i) spent.Add(5, 0.08 + 0.001 * (i % 3));
  const BisectResult open(spent, *commits_, *builds_);
  EXPECT_EQ(open.exit_code(), ExitCode::kInconclusive);
  EXPECT_THAT(open.Text(), HasSubstr("the launches are spent; most likely so far:"));
}

TEST_F(BisectResultTest, TwoStepsAreRemarkedOn) {
  BisectSearch search(5, 0.05);
  for (int i = 0; search.Next() == BisectStep::kEnds; ++i) search.Add(5, 0.1 + 0.001 * (i % 3));
  for (int i = 0; i < 8; ++i) search.Add(3, 0.04 + 0.001 * (i % 3));
  for (int i = 0; i < 8; ++i) search.Add(4, 0.1 + 0.001 * (i % 3));
  const BisectResult result(search, *commits_, *builds_);
  ASSERT_EQ(search.answer().first, 4u);
  EXPECT_THAT(result.Text(), HasSubstr("more than one commit may have a part in it"));
  const BisectSearch one = Search(5);
  EXPECT_THAT(BisectResult(one, *commits_, *builds_).Text(), Not(HasSubstr("more than one")));
}

}  // namespace
}  // namespace mpigauge
