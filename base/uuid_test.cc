#include "base/uuid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

TEST(Uuid, IsARandomUuidOfVersionFour) {
  const std::string hex = "[0-9a-f]";
  EXPECT_THAT(NewUuid(),
              testing::MatchesRegex(hex + "{8}-" + hex + "{4}-4" + hex + "{3}-[89ab]" + hex + "{3}-" + hex + "{12}"));
}

TEST(Uuid, DiffersEachTime) { EXPECT_NE(NewUuid(), NewUuid()); }

}  // namespace
}  // namespace mpigauge
