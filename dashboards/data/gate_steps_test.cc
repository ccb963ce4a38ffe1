#include "dashboards/data/gate_steps.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/error.h"
#include "baselines/compare/comparison_json.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

const std::string kBcast = "bcast/bytes:8/ranks:2";

bool IsBcast(const std::string& name) { return name == kBcast; }

// A gate in which bcast changed by this ratio; its interval is wider by `width` to both sides.
GateResult Gate(const std::string& id, const std::string& from, const std::string& to, double ratio, double width,
                Verdict verdict = Verdict::kPass) {
  Comparison comparison;
  comparison.baseline = from;
  comparison.candidate = to;
  for (const std::string& name : {kBcast, std::string("barrier/ranks:2")}) {
    SeriesComparison series;
    series.name = name;
    series.ratio = ratio;
    series.low = ratio / width;
    series.high = ratio * width;
    series.verdict = verdict;
    comparison.series.push_back(series);
  }
  return {id, "2026-11-26T10:00:0" + id + "Z", "run" + id, "openmpi", VerdictName(verdict), ToJson(comparison)};
}

TEST(GateSteps, AChainMultipliesItsSteps) {
  const auto steps = GateSteps({Gate("3", "5.0.0", "5.0.5", 0.95, 1.03), Gate("2", "4.1.8", "5.0.0", 1.1, 1.04),
                                Gate("1", "4.1.6", "4.1.8", 1.0, 1.02)},
                               IsBcast);
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps[2].gate_id, "3");
  EXPECT_EQ(steps[2].from, "5.0.0");
  EXPECT_NEAR(steps[2].change.ratio, 0.95, 1e-9);
  EXPECT_EQ(steps[2].first, "4.1.6");
  EXPECT_NEAR(steps[1].since_first.ratio, 1.1, 1e-9);
  EXPECT_NEAR(steps[2].since_first.ratio, 1.045, 1e-9);
  const double width =
      std::sqrt(std::pow(std::log(1.02), 2) + std::pow(std::log(1.03), 2) + std::pow(std::log(1.04), 2));
  EXPECT_NEAR(steps[2].since_first.high, 1.045 * std::exp(width), 1e-9);
  EXPECT_NEAR(steps[2].since_first.low, 1.045 / std::exp(width), 1e-9);
  EXPECT_THAT(GateStepsText(steps, false), HasSubstr("+4.5% ["));
  EXPECT_NEAR(ToJson(steps).at(2).at("since_first").at("ratio").get<double>(), 1.045, 1e-9);
}

TEST(GateSteps, AnotherLibraryBeginsAnotherChain) {
  const auto steps = GateSteps({Gate("1", "4.1.6", "4.1.8", 1.1, 1.02), Gate("2", "4.1.6", "4.1.8", 1.2, 1.02),
                                Gate("3", "4.1.8", "5.0.0", 1.5, 1.02, Verdict::kFail)},
                               IsBcast);
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_NEAR(steps[1].since_first.ratio, 1.2, 1e-9);
  EXPECT_NEAR(steps[2].since_first.ratio, 1.8, 1e-9);
  EXPECT_EQ(steps[2].verdict, "fail");
}

TEST(GateSteps, AGateWithoutTimesBreaksTheChain) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const auto steps = GateSteps({Gate("1", "4.1.6", "4.1.8", 1.1, 1.02), Gate("2", "4.1.8", "5.0.0", none, 1.02),
                                Gate("3", "5.0.0", "5.0.5", 1.5, 1.02)},
                               IsBcast);
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_EQ(steps[1].first, "5.0.0");
  EXPECT_NEAR(steps[1].since_first.ratio, 1.5, 1e-9);
}

TEST(GateSteps, AGateThatCannotBeReadIsNamed) {
  GateResult gate = Gate("7", "a", "b", 1, 1.02);
  gate.comparison = Json::object();
  try {
    GateSteps({gate}, IsBcast);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("gate 7"));
  }
}

}  // namespace
}  // namespace mpigauge
