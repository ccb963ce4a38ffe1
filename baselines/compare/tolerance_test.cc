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

TEST(Tolerance, StartUpMayVaryByMoreUnlessAPatternNamesIt) {
  const auto tolerance = Tolerance::Parse({"5%", "finalize*=10%"});
  EXPECT_DOUBLE_EQ(tolerance.OfStartUp("init/ranks:2", "init", 0.25), 0.65);  // a quarter, and 0.1 s of 0.25 s
  EXPECT_DOUBLE_EQ(tolerance.OfStartUp("init/ranks:9000", "init", 10), 0.26);
  EXPECT_DOUBLE_EQ(tolerance.OfStartUp("finalize/ranks:2", "finalize", 0.05), 0.1);
  EXPECT_DOUBLE_EQ(tolerance.OfStartUp("first_calls/ranks:2", "first_calls", 1e-3), 15.25);
  EXPECT_DOUBLE_EQ(tolerance.OfStartUp("init/ranks:2", "init", 0), 0.25);
  EXPECT_DOUBLE_EQ(Tolerance::Parse({"300%"}).OfStartUp("init/ranks:2", "init", 0.25), 3);
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
