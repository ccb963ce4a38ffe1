// How often the interval that a gate reports over launches that took turns covers the true change.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "baselines/compare/compare.h"
#include "ci/gate/drawn_gates.h"
#include "ci/gate/gate.h"
#include "ci/launch/plan.h"
#include "stats/distribution.h"

namespace mpigauge {
namespace {

// A gate reports intervals that cover the true change with 95%, at whatever look it stops. Where they do, 999 of 1000
// such tests see no more misses than are allowed here (binomial distribution, exact).
void ExpectCoverage(const std::string& libraries, int missed, int intervals) {
  const std::string covered = fmt::format("{} of {}", intervals - missed, intervals);
  std::cout << libraries << ": " << covered << " intervals cover the true change\n";
  testing::Test::RecordProperty(libraries, covered);
  EXPECT_LT(BinomialCdf(missed - 1, static_cast<std::size_t>(intervals), 0.05), 0.999) << libraries << ": " << covered;
}

// The candidate's first series takes 3% longer, its others as long as the baseline's.
TEST(Turns, IntervalsCoverTheTrueChangeAsOftenAsPromised) {
  constexpr int kGates = 500;
  DrawnGate gate;
  gate.slower = std::log(1.03);
  gate.most = 6;
  const SuiteSettings settings;
  const auto tables = std::make_shared<DecisionTables>(settings);
  const CompareSettings as_reported = SideBySideSettings(LaunchPlan(), LaunchPlan(), GateOptions());
  int missed = 0;
  int equal_missed = 0;
  for (std::uint64_t seed = 1; seed <= kGates; ++seed) {
    DrawnSides all;
    Play(gate, seed, settings, tables, &all);
    const Comparison answer =
        Compare({"baseline", std::move(all.baseline)}, {"candidate", std::move(all.candidate)}, as_reported);
    ASSERT_EQ(answer.series.size(), static_cast<std::size_t>(kSeries));
    for (const SeriesComparison& series : answer.series) {
      EXPECT_GE(series.level, as_reported.confidence);
      const bool slower = series.name == "series 0";
      const double truth = slower ? 1.03 : 1;
      if (series.low > truth || series.high < truth) ++(slower ? missed : equal_missed);
    }
  }
  ExpectCoverage("slower", missed, kGates);
  ExpectCoverage("equal", equal_missed, kGates * (kSeries - 1));
}

}  // namespace
}  // namespace mpigauge
