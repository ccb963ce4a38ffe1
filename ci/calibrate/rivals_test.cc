#include "ci/calibrate/rivals.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

SeriesRecord Launch(double center, int observations) {
  SeriesRecord series;
  series.passes.resize(1);
  for (int i = 0; i < observations; ++i) {
    series.passes[0].observations_seconds.push_back(center * (1 + 0.001 * (i % 7)));
    series.passes[0].local_seconds.push_back(center);
  }
  Summarize(series);
  return series;
}

std::vector<bool> Say(const std::vector<double>& before, const std::vector<double>& after) {
  std::vector<SeriesRecord> records[2];
  for (const double center : before) records[0].push_back(Launch(center, 60));
  for (const double center : after) records[1].push_back(Launch(center, 60));
  std::vector<const SeriesRecord*> sides[2];
  for (int i = 0; i < 2; ++i) {
    for (const SeriesRecord& record : records[i]) sides[i].push_back(&record);
  }
  std::vector<bool> said;
  for (const RecordedRival& rival : RecordedRivals()) {
    const auto n = static_cast<std::ptrdiff_t>(rival.launches);
    said.push_back(rival.slower({sides[0].begin(), sides[0].begin() + n}, {sides[1].begin(), sides[1].begin() + n}));
  }
  return said;
}

// Launches that differ by a few percent, the same on both sides but for the order: observations pooled call it slower.
TEST(RecordedRivals, PooledObservationsCallEqualLibrariesSlower) {
  const std::vector<bool> said = Say({1.00, 1.03, 1.01, 1.02, 1.00, 1.04}, {1.03, 1.00, 1.02, 1.01, 1.04, 1.00});
  EXPECT_EQ(said, (std::vector<bool>{false, true, false, false}));
}

TEST(RecordedRivals, FindWhatIsMuchSlower) {
  const std::vector<bool> said = Say({1.00, 1.03, 1.01, 1.02, 1.00, 1.04}, {1.23, 1.20, 1.22, 1.21, 1.24, 1.20});
  EXPECT_EQ(said, (std::vector<bool>{true, true, true, true}));
}

// A slowdown of 6% is below the threshold.
TEST(RecordedRivals, AThresholdIsBlindBelow) {
  const std::vector<bool> said = Say({1.00, 1.01, 1.00, 1.01, 1.00, 1.01}, {1.06, 1.07, 1.06, 1.07, 1.06, 1.07});
  EXPECT_EQ(said, (std::vector<bool>{false, true, true, true}));
}

}  // namespace
}  // namespace mpigauge
