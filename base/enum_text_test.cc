#include "base/enum_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mpigauge {
namespace {

enum class Fruit { kApple, kPear };
constexpr EnumTexts<Fruit, 2> kFruits = {{{Fruit::kApple, "apple"}, {Fruit::kPear, "ripe pear"}}};

TEST(EnumText, IsReadAsItIsWritten) {
  EXPECT_EQ(TextOf(kFruits, Fruit::kPear), "ripe pear");
  EXPECT_EQ(FromText(kFruits, "ripe pear", "fruit"), Fruit::kPear);
}

TEST(EnumText, AnUnknownTextIsRefusedAndTheKnownOnesAreNamed) {
  try {
    FromText(kFruits, "plum", "fruit");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    EXPECT_STREQ(error.what(), "unknown fruit 'plum'; there are apple, ripe pear");
  }
}

}  // namespace
}  // namespace mpigauge
