#include "ci/bisect/search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

constexpr double kSlow = 0.08;

// A little that is not noise, so that nothing is exactly equal.
double Jitter(std::size_t i) { return 0.001 * static_cast<double>(i % 5) - 0.002; }

void ProveEnds(BisectSearch& search, std::size_t suspects) {
  for (std::size_t i = 0; search.Next() == BisectStep::kEnds; ++i) search.Add(suspects, kSlow + Jitter(i));
}

// Answers that are hardly ever wrong; what is in `broken` cannot be built.
BisectAnswer Bisected(std::size_t suspects, std::size_t culprit, const std::set<std::size_t>& broken) {
  BisectSearch search(suspects, 0.05);
  ProveEnds(search, suspects);
  for (std::size_t i = 0; search.Next() == BisectStep::kAsk; ++i) {
    const std::size_t asked = search.Asked();
    if (broken.contains(asked)) {
      search.Skip(asked);
    } else {
      search.Add(asked, (asked >= culprit ? kSlow : 0) + Jitter(i));
    }
  }
  EXPECT_EQ(search.Next(), BisectStep::kFound);
  return search.answer();
}

TEST(BisectSearch, EachCommitIsFound) {
  for (const std::size_t suspects : {1u, 2u, 3u, 10u}) {
    for (std::size_t culprit = 1; culprit <= suspects; ++culprit) {
      const BisectAnswer answer = Bisected(suspects, culprit, {});
      EXPECT_EQ(answer.first, culprit);
      EXPECT_EQ(answer.last, culprit);
      EXPECT_GE(answer.chance, 0.95);
    }
  }
}

TEST(BisectSearch, CommitsThatCannotBeBuiltAreNamedWithTheNextOne) {
  // 4 and 5 cannot be built: whether 4, 5 or 6 is the first slow one cannot be told.
  for (const std::size_t culprit : {4u, 5u, 6u}) {
    const BisectAnswer answer = Bisected(10, culprit, {4, 5});
    EXPECT_EQ(answer.first, 4u);
    EXPECT_EQ(answer.last, 6u);
  }
  EXPECT_EQ(Bisected(10, 7, {4, 5}).first, 7u);
}

TEST(BisectSearch, UnbuildableCommitsBesideTheEnds) {
  EXPECT_EQ(Bisected(10, 1, {1, 2, 3}).first, 1u);
  EXPECT_EQ(Bisected(10, 1, {1, 2, 3}).last, 4u);
  EXPECT_EQ(Bisected(10, 10, {8, 9}).first, 8u);
  EXPECT_EQ(Bisected(10, 10, {8, 9}).last, 10u);
}

TEST(BisectSearch, AllCommitsAreNamedWhereNoneBetweenCanBeBuilt) {
  const BisectAnswer answer = Bisected(4, 2, {1, 2, 3});
  EXPECT_EQ(answer.first, 1u);
  EXPECT_EQ(answer.last, 4u);
  EXPECT_NEAR(answer.chance, 1, 1e-9);
}

TEST(BisectSearch, EndsThatAreEqualEndIt) {
  BisectSearch search(10, 0.05);
  for (std::size_t i = 0; search.Next() == BisectStep::kEnds; ++i) search.Add(10, Jitter(i));
  EXPECT_EQ(search.Next(), BisectStep::kNotSlower);
}

TEST(BisectSearch, EndsThatAreTooNoisyAreUnproved) {
  BisectSearch search(10, 0.05);
  for (std::size_t i = 0; search.Next() == BisectStep::kEnds; ++i) search.Add(10, i % 2 == 0 ? 0.4 : -0.35);
  EXPECT_EQ(search.Next(), BisectStep::kUnproved);
  EXPECT_EQ(search.pairs(), 30u);
}

TEST(BisectSearch, LikelyNextCommitsAreTheMiddleAndTheQuarters) {
  BisectSearch search(8, 0.05);
  ProveEnds(search, 8);
  EXPECT_EQ(search.Asked(), 4u);
  EXPECT_THAT(search.Likely(3), ElementsAre(4, 2, 6));
  search.Skip(2);
  EXPECT_THAT(search.Likely(2), ElementsAre(4, testing::AnyOf(1, 3)));
  EXPECT_THAT(search.Likely(100), SizeIs(6));
}

TEST(BisectSearch, AWeakAnswerIsAskedAgainBeforeAnotherCommitIsBuilt) {
  BisectSearch search(64, 0.05);
  for (std::size_t i = 0; search.Next() == BisectStep::kEnds; ++i) search.Add(64, kSlow + (i % 2 == 0 ? 0.03 : -0.03));
  ASSERT_EQ(search.Asked(), 32u);
  search.Add(32, kSlow * 0.52);  // in the middle: says nothing
  EXPECT_EQ(search.Asked(), 32u);
}

// 26 of 64 splits the posterior at 40%, and 10 at 16%: that is too far from the middle to save a build.
TEST(BisectSearch, ACommitThatIsBuiltIsAskedBeforeAnotherOneIsBuilt) {
  BisectSearch search(64, 0.05);
  ProveEnds(search, 64);
  EXPECT_EQ(search.Asked([](std::size_t commit) { return commit == 26 || commit == 10; }), 26u);
  EXPECT_EQ(search.Asked([](std::size_t commit) { return commit == 10; }), 32u);
  search.Skip(26);
  EXPECT_EQ(search.Asked([](std::size_t commit) { return commit == 26; }), 32u);
}

TEST(BisectSearch, TheShiftIsOverThePairsOfBothKinds) {
  BisectSearch search(8, 0.05);
  ProveEnds(search, 8);
  for (std::size_t i = 0; i < 6; ++i) search.Add(3, Jitter(i));
  EXPECT_NEAR(search.Shift(1, 3).estimate, 0, 0.002);
  EXPECT_EQ(search.PairsOf(1, 3), 6u);
  EXPECT_NEAR(search.Shift(4, 8).estimate, kSlow, 0.002);
  EXPECT_EQ(search.Shift(5, 7).level, 0);
}

}  // namespace
}  // namespace mpigauge
