#include "record/record.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

TEST(SeriesName, IsCaseAndNamedParameters) {
  EXPECT_EQ(SeriesName("allreduce", {{"bytes", 8}, {"ranks", 2}}), "allreduce/bytes:8/ranks:2");
  EXPECT_EQ(SeriesName("barrier", {}), "barrier");
}

TEST(SeriesName, ParameterOrOtherwise) {
  const Parameters parameters = {{"bytes", 8}};
  EXPECT_EQ(ParameterOr(parameters, "bytes", -1), 8);
  EXPECT_EQ(ParameterOr(parameters, "ranks", -1), -1);
}

}  // namespace
}  // namespace mpigauge
