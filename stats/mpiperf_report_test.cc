#include "stats/mpiperf_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/oracle.h"
#include "stats/trimming.h"

namespace mpigauge {
namespace {

// The two smallest and the two largest of eight values go: 3, 4, 5, 6 stay. Student's t of three degrees of freedom is
// 2.353363, 3.182446 and 5.840909.
TEST(MpiperfReport, IsOfTheMiddleHalf) {
  const MpiperfReport report = ReportAsMpiperf(std::vector<double>{8, 1, 7, 2, 6, 3, 5, 4}, 11);
  EXPECT_EQ(report.total, 11);
  EXPECT_EQ(report.correct, 8);
  EXPECT_EQ(report.kept, 4);
  EXPECT_DOUBLE_EQ(report.mean, 4.5);
  EXPECT_DOUBLE_EQ(report.minimum, 3);
  EXPECT_DOUBLE_EQ(report.maximum, 6);
  const double error = std::sqrt(5.0 / 3) / std::sqrt(8.0);  // of the four kept, over the root of the eight correct
  EXPECT_DOUBLE_EQ(report.standard_error, error);
  EXPECT_DOUBLE_EQ(report.relative_error, error / 4.5);
  EXPECT_NEAR(*report.AbsoluteError(0), 2.353363 * error, 1e-5);
  EXPECT_NEAR(*report.AbsoluteError(1), 3.182446 * error, 1e-5);
  EXPECT_NEAR(*report.AbsoluteError(2), 5.840909 * error, 1e-5);
  EXPECT_NEAR(report.intervals[1]->low, 4.5 - 3.182446 * error, 1e-5);
  // Winsorized it is 3 3 3 4 5 6 6 6: the squares of the deviations from 4.5 add up to 14.
  EXPECT_NEAR(report.trimmed_mean_error, std::sqrt(14.0 / 7) / (0.5 * std::sqrt(8.0)), 1e-12);
}

TEST(MpiperfReport, ItsMeanIsTheTrimmedMeanOfSciPy) {
  for (const Json& row : Oracle().at("estimates")) {
    const auto values = Generated(row.at("kind").get<std::string>(), row.at("n"));
    const MpiperfReport report = ReportAsMpiperf(values, 0);
    std::vector<double> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_NEAR(report.mean, TrimmedMean(sorted), 1e-12 * std::fabs(report.mean) + 1e-300);
    if (report.kept == 0) continue;
    const auto drop = static_cast<std::size_t>(report.correct - report.kept) / 2;
    EXPECT_EQ(report.minimum, sorted[drop]);
    EXPECT_EQ(report.maximum, sorted[sorted.size() - 1 - drop]);
  }
}

TEST(MpiperfReport, NothingIsKnownOfNothingAndLittleOfOne) {
  const MpiperfReport none = ReportAsMpiperf({}, 5);
  EXPECT_EQ(none.kept, 0);
  EXPECT_TRUE(std::isnan(none.mean));
  EXPECT_FALSE(none.AbsoluteError(0).has_value());
  const MpiperfReport one = ReportAsMpiperf(std::vector<double>{2}, 1);
  EXPECT_EQ(one.mean, 2);
  EXPECT_TRUE(std::isinf(one.relative_error));
  EXPECT_TRUE(std::isnan(one.trimmed_mean_error));
  EXPECT_FALSE(one.AbsoluteError(2).has_value());
}

TEST(MpiperfReport, RefusesWhatIsNotFinite) {
  EXPECT_THROW(ReportAsMpiperf(std::vector<double>{1, std::nan("")}, 2), std::invalid_argument);
}

}  // namespace
}  // namespace mpigauge
