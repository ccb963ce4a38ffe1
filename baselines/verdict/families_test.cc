#include "baselines/verdict/families.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(FamiliesOf, OneForEachParameter) {
  EXPECT_THAT(FamiliesOf("allreduce", {{"bytes", 8}, {"ranks", 2}}),
              ElementsAre("allreduce over bytes, ranks:2", "allreduce over ranks, bytes:8"));
  EXPECT_THAT(FamiliesOf("barrier", {{"ranks", 2}}), ElementsAre("barrier over ranks"));
  EXPECT_THAT(FamiliesOf("spin", {}), IsEmpty());
}

}  // namespace
}  // namespace mpigauge
