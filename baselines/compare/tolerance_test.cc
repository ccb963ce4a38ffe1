#include "baselines/compare/tolerance.h"

#include <gtest/gtest.h>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

TEST(Tolerance, DefaultAndPatterns) {
  EXPECT_DOUBLE_EQ(Tolerance::Parse({}).Of("x"), 0.05);
  const auto tolerance = Tolerance::Parse({"3%", "allreduce*=10%", "allreduce/bytes:8/*=2%"});
  EXPECT_DOUBLE_EQ(tolerance.Of("barrier/ranks:2"), 0.03);
  EXPECT_DOUBLE_EQ(tolerance.Of("allreduce/bytes:64/ranks:2"), 0.1);
  EXPECT_DOUBLE_EQ(tolerance.Of("allreduce/bytes:8/ranks:2"), 0.02);
}

TEST(Tolerance, NonsenseIsRefused) {
  for (const char* text : {"0%", "-3%", "2000%", "x=", "allreduce=much"}) {
    EXPECT_THROW(Tolerance::Parse({text}), Error) << text;
  }
}

}  // namespace
}  // namespace mpigauge
