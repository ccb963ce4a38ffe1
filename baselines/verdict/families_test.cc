#include "baselines/verdict/families.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(FamiliesOf, OneForEachParameter) {
  EXPECT_THAT(FamiliesOf("allreduce", {{"bytes", 8}, {"ranks", 2}}),
              ElementsAre("allreduce over bytes, ranks:2", "allreduce over ranks, bytes:8"));
  EXPECT_THAT(FamiliesOf("barrier", {{"ranks", 2}}), ElementsAre("barrier over ranks"));
  EXPECT_THAT(FamiliesOf("spin", {}), IsEmpty());
}

using testing::DoubleNear;
using testing::NanSensitiveDoubleEq;

std::vector<double> ValuesOf(const std::vector<std::vector<double>>& rows,
                             const std::vector<std::string>& groups = {}) {
  return FamilyValues({rows.begin(), rows.end()}, groups);
}

// The centres are 2.5 and 13; of two deviations none is trimmed.
TEST(FamilyValues, AreMeansOfDeviationsOfSeriesFromTheirOwnCentre) {
  EXPECT_THAT(ValuesOf({{1, 2, 3, 6}, {10, 12, 14, 16}}), ElementsAre(-2.25, -0.75, 0.75, 3.25));
  EXPECT_THAT(ValuesOf({}), IsEmpty());
}

// Without the last launch the second series has the centre 12, and that launch is the first series' alone.
TEST(FamilyValues, MissingValuesHaveNoPart) {
  const double missing = std::nan("");
  EXPECT_THAT(ValuesOf({{1, 2, 3, 6}, {10, 12, 14, missing}}), ElementsAre(-1.75, -0.25, 1.25, 3.5));
  EXPECT_THAT(ValuesOf({{1, missing}, {2, missing}}), ElementsAre(0, NanSensitiveDoubleEq(missing)));
}

// The centres are 1.5 and 4.5 of the first series, 11 and 15 of the second.
TEST(FamilyValues, ACircleHasACentreOfItsOwn) {
  EXPECT_THAT(ValuesOf({{1, 2, 3, 6}, {10, 12, 14, 16}}, {"a", "a", "b", "b"}), ElementsAre(-0.75, 0.75, -1.25, 1.25));
}

// Deviations 1, 2, 3, 4 and 500: the smallest and the largest one have no part in the mean.
TEST(FamilyValues, OneSeriesThatJumpsMovesNoFamily) {
  EXPECT_THAT(ValuesOf({{0, 2}, {0, 4}, {0, 6}, {0, 8}, {0, 1000}}),
              ElementsAre(DoubleNear(-3, 1e-12), DoubleNear(3, 1e-12)));
}

}  // namespace
}  // namespace mpigauge
