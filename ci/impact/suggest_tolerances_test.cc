#include "ci/impact/suggest_tolerances.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;

std::vector<SeriesRecord> Measured() {
  return ExampleLaunch("run", 0,
                       {{"allreduce/bytes:4096/ranks:2", 1e-6},
                        {"allreduce/bytes:65536/ranks:2", 1e-5},
                        {"barrier/ranks:2", 1e-6},
                        {"ping_pong/bytes:8/ranks:2", 1e-6}})
      .series;
}

Sensitivity Costs(const std::string& operation, std::int64_t bytes, double cost) {
  return {"solver", operation, bytes, operation, 1, cost};
}

TEST(SuggestTolerances, ToleranceIsTheSlowdownThatTheApplicationBears) {
  // 1% of it costs 0.2%: so 1% is lost at 5%.
  EXPECT_THAT(SuggestTolerances({Costs("allreduce", 65536, 0.002)}, Measured()),
              ElementsAre("20%", "allreduce/bytes:65536/*=5%"));
  EXPECT_THAT(SuggestTolerances({Costs("allreduce", 65536, 0.002)}, Measured(), {.impact = 0.005}),
              ElementsAre("20%", "allreduce/bytes:65536/*=2.5%"));
}

TEST(SuggestTolerances, SizesBetweenMeasuredOnesCountForBoth) {
  EXPECT_THAT(SuggestTolerances({Costs("allreduce", 20000, 0.002)}, Measured()),
              ElementsAre("20%", "allreduce/bytes:4096/*=5%", "allreduce/bytes:65536/*=5%"));
  EXPECT_THAT(SuggestTolerances({Costs("allreduce", 1 << 20, 0.002)}, Measured()),
              ElementsAre("20%", "allreduce/bytes:65536/*=5%"));
}

TEST(SuggestTolerances, TheMostSensitiveApplicationDecides) {
  EXPECT_THAT(
      SuggestTolerances({Costs("send", 8, 0.001), Costs("send", 8, 0.004), Costs("barrier", 0, 0.00501)}, Measured()),
      ElementsAre("20%", "barrier/*=1.5%", "ping_pong/bytes:8/*=2.5%"));
}

TEST(SuggestTolerances, TolerancesAreNeitherTooSmallNorTooLarge) {
  EXPECT_THAT(SuggestTolerances({Costs("send", 8, 0.1), Costs("barrier", 0, 1e-6), Costs("bcast", 8, 1)}, Measured()),
              ElementsAre("20%", "ping_pong/bytes:8/*=1%"));
}

TEST(SuggestTolerances, AsToml) {
  EXPECT_EQ(ToleranceToml({"20%", "barrier/*=1.5%"}), "[gate]\ntolerance = [\n  \"20%\",\n  \"barrier/*=1.5%\",\n]\n");
}

}  // namespace
}  // namespace mpigauge
