#include "harness/sizes/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::int64_t> First(const std::string& text) { return ParsePlanner(text, "--sizes")->Sizes({}); }

std::string ErrorOf(const std::string& text) {
  try {
    ParsePlanner(text, "--sizes");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    return error.what();
  }
  return "no error";
}

TEST(ParsePlanner, ListsAndPowers) {
  EXPECT_THAT(First("512,8,64,8"), ElementsAre(8, 64, 512));
  EXPECT_THAT(First("list:0,4K,1MiB"), ElementsAre(0, 4096, 1048576));
  EXPECT_THAT(First("powers:8:64"), ElementsAre(8, 16, 32, 64));
  EXPECT_THAT(First("powers:0:20:4"), ElementsAre(0, 1, 4, 16));
  EXPECT_THAT(First("powers:1:8:1.5"), ElementsAre(1, 2, 3, 5, 8));
  EXPECT_FALSE(ParsePlanner("8", "--sizes")->adaptive());
}

TEST(ParsePlanner, AdaptivePlannersBeginCoarsely) {
  EXPECT_THAT(First("bisection:0:128"), ElementsAre(0, 8, 24, 32, 88, 128));
  EXPECT_THAT(First("skampi:8:64"), ElementsAre(8, 16, 32, 64));
  EXPECT_THAT(First("skampi:8:1M:factor=8:max=40"), ElementsAre(8, 64, 512, 4096, 32768, 262144, 1048576));
  EXPECT_THAT(First("skampi:1:8:separation=1"), ElementsAre(1, 2, 4, 8));
  EXPECT_TRUE(ParsePlanner("bisection:8:1M:threshold=2%:settle=2", "--sizes")->adaptive());
}

TEST(ParsePlanner, MistakesNameTheWord) {
  EXPECT_THAT(ErrorOf("bisektion:8:64"), HasSubstr("--sizes: 'bisektion:8:64' names no sizes"));
  EXPECT_THAT(ErrorOf(""), HasSubstr("--sizes: ''"));
  EXPECT_THAT(ErrorOf("8,,64"), HasSubstr("''"));
  EXPECT_THAT(ErrorOf("8,64Q"), HasSubstr("'64Q' has the unknown unit 'Q'"));
  EXPECT_THAT(ErrorOf("8,64.5"), HasSubstr("64.5"));
  EXPECT_THAT(ErrorOf("8,-64"), HasSubstr("-64"));
  EXPECT_THAT(ErrorOf("powers:8"), AllOf(HasSubstr("'powers' needs"), HasSubstr("powers:8:1M")));
  EXPECT_THAT(ErrorOf("powers:1M:8"), HasSubstr("'8' is smaller than the first '1M'"));
  EXPECT_THAT(ErrorOf("powers:8:1M:1"), HasSubstr("'1' is not a factor"));
  EXPECT_THAT(ErrorOf("powers:8:1M:2:3"), HasSubstr("'3' is one word too many"));
  EXPECT_THAT(ErrorOf("skampi:8:1M:most=40"), HasSubstr("'most=40' is unknown"));
  EXPECT_THAT(ErrorOf("skampi:8:1M:max=many"), HasSubstr("'many' is not a number of sizes"));
  EXPECT_THAT(ErrorOf("skampi:8:1M:max=5"), HasSubstr("max=5 is less than the 18 sizes to start with"));
  EXPECT_THAT(ErrorOf("bisection:0:64K:separation=0"), HasSubstr("'separation=0'"));
  EXPECT_THAT(ErrorOf("bisection:0:64K:threshold=alot"), HasSubstr("alot"));
}

}  // namespace
}  // namespace mpigauge
