#include "baselines/compare/tolerance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace mpigauge {
namespace {

TEST(Tolerance, DefaultAndPatterns) {
  EXPECT_DOUBLE_EQ(Tolerance::Parse({}).Of("x"), 0.05);
  const auto tolerance = Tolerance::Parse({"3%", "allreduce*=10%", "allreduce/bytes:8/*=2%"});
  EXPECT_DOUBLE_EQ(tolerance.Of("barrier/ranks:2"), 0.03);
  EXPECT_DOUBLE_EQ(tolerance.Of("allreduce/bytes:64/ranks:2"), 0.1);
  EXPECT_DOUBLE_EQ(tolerance.Of("allreduce/bytes:8/ranks:2"), 0.02);
}

TEST(Tolerance, APatternThatMatchesNothingIsAnError) {
  const auto tolerance = Tolerance::Parse({"3%", "allreduce*=10%", "allredcue*=2%"});
  const std::set<std::string> series = {"allreduce/bytes:8/ranks:2", "barrier/ranks:2"};
  EXPECT_THAT(tolerance.WithoutMatch(series), testing::ElementsAre("allredcue*"));
  try {
    tolerance.RequireMatches(series);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("--tolerance 'allredcue*': none of 2 series has such a name"));
  }
  Tolerance::Parse({"allreduce*=10%"}).RequireMatches(series);
}

TEST(Tolerance, NonsenseIsRefused) {
  for (const char* text : {"0%", "-3%", "1001%", "2000%", "x=", "allreduce=much"}) {
    EXPECT_THROW(Tolerance::Parse({text}), Error) << text;
  }
  EXPECT_DOUBLE_EQ(Tolerance::Parse({"1000%"}).Of("x"), 10);
}

}  // namespace
}  // namespace mpigauge
