#include "simulator/fit/relative_fit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.h"

namespace mpigauge {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

struct Case {
  std::vector<double> x1, x2, y;
  TwoTerms plain, huber;

  RelativePoints points() const { return {x1, x2, y, y}; }
};

Case OracleCase(const std::string& name) {
  const Json oracle = ReadJson("simulator/fit/testdata/oracle.json");
  for (const Json& each : oracle.at("lines")) {
    if (each.at("name") != name) continue;
    return {each.at("x1"),
            each.at("x2"),
            each.at("y"),
            {each.at("plain")[0], each.at("plain")[1]},
            {each.at("huber")[0], each.at("huber")[1]}};
  }
  ADD_FAILURE() << "no case " << name;
  return {};
}

class RelativeFitOracle : public testing::TestWithParam<const char*> {};

TEST_P(RelativeFitOracle, LeastSquares) {
  const Case c = OracleCase(GetParam());
  const TwoTerms fit = FitRelative(c.points());
  EXPECT_NEAR(fit.first, c.plain.first, 1e-8 * c.plain.first);
  EXPECT_NEAR(fit.second, c.plain.second, 1e-8 * c.plain.second + 1e-18);
}

TEST_P(RelativeFitOracle, HubersLoss) {
  const Case c = OracleCase(GetParam());
  const TwoTerms fit = FitRelativeRobust(c.points());
  EXPECT_NEAR(fit.first, c.huber.first, 1e-5 * c.huber.first);
  EXPECT_NEAR(fit.second, c.huber.second, 1e-5 * c.huber.second + 1e-18);
}

INSTANTIATE_TEST_SUITE_P(Cases, RelativeFitOracle, testing::Values("noisy", "outliers", "saw", "falling"),
                         [](const auto& info) { return info.param; });

TEST(RelativeFit, TermsAreNotNegative) {
  const std::vector<double> ones{1, 1, 1};
  const std::vector<double> x{1, 2, 3};
  const std::vector<double> falling{3, 2, 1};
  EXPECT_EQ(FitRelative({ones, x, falling, ones}).second, 0);
  EXPECT_DOUBLE_EQ(FitRelative({ones, x, falling, ones}).first, 2);
  const std::vector<double> steep{0.5, 2, 3.5};
  EXPECT_EQ(FitRelative({ones, x, steep, ones}).first, 0);
  EXPECT_DOUBLE_EQ(FitRelative({ones, x, steep, ones}).second, 15.0 / 14);
}

TEST(RelativeFit, ColumnsThatAreTheSameDoNotDivideByZero) {
  const std::vector<double> x{1, 2, 3};
  const std::vector<double> y{2, 4, 6};
  EXPECT_DOUBLE_EQ(FitRelative({x, x, y, y}).At(5, 5), 10);
}

TEST(RelativeFit, ResidualsAndTheirDeviation) {
  const std::vector<double> ones{1, 1, 1};
  const std::vector<double> x{0, 1, 2};
  const std::vector<double> y{2, 2, 4};
  EXPECT_THAT(RelativeResiduals({ones, x, y, y}, {1, 1}), ElementsAre(0.5, 0, 0.25));
  EXPECT_THAT(SigmaOfResiduals(std::vector<double>{-0.5, 0.1, 0.2}), DoubleNear(0.29652, 1e-12));
  EXPECT_EQ(SigmaOfResiduals({}), 0);
}

}  // namespace
}  // namespace mpigauge
