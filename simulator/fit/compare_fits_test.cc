#include "simulator/fit/compare_fits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "simulator/fit/fit_network.h"
#include "simulator/fit/fit_text.h"
#include "simulator/fit/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::Not;

// 9% more per byte above 64 KiB, where `slower`.
double Truth(double bytes, bool slower) {
  if (bytes <= 65536) return 1e-6 + 2e-10 * bytes;
  return 30e-6 + (bytes - 65536) * (slower ? 1.09e-10 : 1e-10);
}

NetworkFit Fit(bool slower, int launches, std::uint64_t seed, std::optional<std::int64_t> eager = {}) {
  NetworkSamples samples;
  samples.distance = "same-host";
  samples.one_way = SyntheticCurve(
      GeometricSizes(61, 1 << 22), launches, [&](double bytes) { return Truth(bytes, slower); },
      {.launch_sigma = 0.005, .value_sigma = 0.005, .outlier_share = 0.03}, seed);
  if (eager) {
    samples.largest_eager_bytes = *eager;
    samples.smallest_rendezvous_bytes = 2 * *eager;
  }
  return FitNetwork(samples);
}

const NetworkFigure* PerByteOfTheLastPiece(const NetworkComparison& comparison) {
  const NetworkFigure* found = nullptr;
  for (const NetworkFigure& figure : comparison.figures) {
    if (figure.name.starts_with("per-byte time from ")) found = &figure;
  }
  return found;
}

TEST(CompareFits, NinePercentMorePerByteIsCovered) {
  constexpr int kSets = 40;
  constexpr int kLeastCovered = 32;  // of 95% all but once in 10^4
  int covered = 0;
  int seen = 0;
  for (int set = 0; set < kSets; ++set) {
    const NetworkComparison comparison = CompareFits(Fit(false, 8, 100 + set), Fit(true, 8, 500 + set));
    const NetworkFigure* figure = PerByteOfTheLastPiece(comparison);
    ASSERT_NE(figure, nullptr);
    // From the first to the last size of the piece the truth rises by what is per byte.
    covered += figure->low <= 1.09 && 1.09 <= figure->high ? 1 : 0;
    seen += figure->low > 1 ? 1 : 0;
  }
  EXPECT_GE(covered, kLeastCovered);
  EXPECT_GE(seen, 38);
}

TEST(CompareFits, EqualLibrariesAreEqual) {
  constexpr int kSets = 40;
  int wrong = 0;
  for (int set = 0; set < kSets; ++set) {
    const NetworkFigure* figure =
        PerByteOfTheLastPiece(CompareFits(Fit(false, 8, 1000 + set), Fit(false, 8, 1500 + set)));
    wrong += figure->low > 1 || figure->high < 1 ? 1 : 0;
  }
  EXPECT_LE(wrong, 8);  // of 5% more once in 10^4
}

TEST(CompareFits, TextAndJsonSayWhatMoved) {
  const NetworkComparison comparison = CompareFits(Fit(false, 8, 1, 4096), Fit(true, 8, 2, 1024));
  const std::string text = NetworkComparisonText(comparison, false);
  EXPECT_THAT(text, HasSubstr("per-byte time from 71882 B"));
  EXPECT_THAT(text, HasSubstr("eager limit: 4 KiB -> 1 KiB"));
  EXPECT_THAT(text, HasSubstr("95% interval"));
  const Json json = ToJson(comparison);
  EXPECT_EQ(json.at("baseline_eager_limit_bytes"), 4096);
  EXPECT_GT(json.at("figures").size(), 4u);
  for (const Json& figure : json.at("figures")) EXPECT_LE(figure.at("low"), figure.at("high"));
}

TEST(CompareFits, OneLaunchHasNoInterval) {
  const NetworkComparison comparison = CompareFits(Fit(false, 8, 1), Fit(true, 1, 2));
  for (const NetworkFigure& figure : comparison.figures) EXPECT_TRUE(std::isnan(figure.low));
  EXPECT_TRUE(ToJson(comparison).at("figures").at(0).at("low").is_null());
}

TEST(CompareFits, DistancesMustBeTheSame) {
  NetworkFit other = Fit(false, 2, 1);
  other.distance = "other-host";
  EXPECT_THROW(CompareFits(Fit(false, 2, 1), other), Error);
}

TEST(NetworkFitText, HasParametersAndBreaks) {
  const NetworkFit fit = Fit(false, 8, 1, 4096);
  const std::string text = NetworkFitText(fit);
  EXPECT_THAT(text, HasSubstr("same-host: 59 sizes from 1 B to 4 MiB, 8 launch(es)"));
  EXPECT_THAT(text, HasSubstr("hockney"));
  EXPECT_THAT(text, HasSubstr("start-up from 1 B"));
  EXPECT_THAT(text, HasSubstr("eager limit: 4 KiB"));
  EXPECT_THAT(text, HasSubstr("breaks of the curve:\n  between "));
  EXPECT_THAT(text, HasSubstr("loggps: the overheads of sends and receives were not measured"));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(FormatPerByte, SmallOnesKeepTheirDigits) {
  EXPECT_EQ(FormatPerByte(1e-10), "0.1000 ns/B");
  EXPECT_EQ(FormatPerByte(1.234e-14), "1.23e-05 ns/B");
  EXPECT_EQ(FormatPerByte(0), "0.0000 ns/B");
}

}  // namespace
}  // namespace mpigauge
