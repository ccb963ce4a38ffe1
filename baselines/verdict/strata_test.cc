#include "baselines/verdict/strata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::vector<double> kBefore = {1, 2, 3, 4};
const std::vector<double> kAfter = {5, 6, 7, 8};

TEST(Strata, WithoutTurnsAllLaunchesAreOneStratum) {
  const Strata strata(kBefore, kAfter, {});
  ASSERT_THAT(strata.all(), SizeIs(1));
  EXPECT_EQ(strata.all()[0].baseline, kBefore);
  EXPECT_EQ(strata.all()[0].candidate, kAfter);
  EXPECT_EQ(strata.Information(), 2);  // 4 4 / 8
}

TEST(Strata, LaunchesThatTookTurnsAreNeverTogetherWithThoseThatDidNot) {
  const Strata strata(kBefore, kAfter, {{"a", "", "b", "a"}, {"b", "a", "a", ""}});
  ASSERT_THAT(strata.all(), SizeIs(3));
  EXPECT_THAT(strata.all()[0].baseline, ElementsAre(2));
  EXPECT_THAT(strata.all()[0].candidate, ElementsAre(8));
  EXPECT_THAT(strata.all()[1].baseline, ElementsAre(1, 4));
  EXPECT_THAT(strata.all()[1].candidate, ElementsAre(6, 7));
  EXPECT_THAT(strata.all()[2].baseline, ElementsAre(3));
  EXPECT_THAT(strata.all()[2].candidate, ElementsAre(5));
  EXPECT_DOUBLE_EQ(strata.Information(), 1.0 / 2 + 4.0 / 5 + 1.0 / 3);
}

TEST(Strata, WhatIsMissingAndCirclesOfOneSideAreLeftOut) {
  const std::vector<double> missing = {std::nan(""), 6, 7, 8};
  const Strata strata(kBefore, missing, {{"a", "b", "b", "c"}, {"a", "b", "b", "d"}});
  ASSERT_THAT(strata.all(), SizeIs(1));
  EXPECT_EQ(strata.baseline_launches(), 2u);
  EXPECT_EQ(strata.candidate_launches(), 2u);
  EXPECT_THAT(Strata({}, {}, {}).all(), IsEmpty());
}

}  // namespace
}  // namespace mpigauge
