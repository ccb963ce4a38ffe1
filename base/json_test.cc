#include "base/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

TEST(Json, TruncatedTextNamesFileAndPlace) {
  const std::string error = UsageErrorOf([] { ParseJson("{\"a\": [1,\n 2", "launch.json"); });
  EXPECT_THAT(error, HasSubstr("launch.json: parse error at line 2"));
}

TEST(Json, EmptyTextIsSaidToBeEmpty) {
  EXPECT_THAT(UsageErrorOf([] { ParseJson("", "launch.json"); }), HasSubstr("launch.json: is empty"));
}

TEST(Json, WrongTypeNamesThePath) {
  const Json value = ParseJson(R"({"a": {"b": 3}})", "x");
  const std::string error =
      UsageErrorOf([&] { ReadingJson("x.json", [&] { return value.at("a").at("b").get<std::string>(); }); });
  EXPECT_THAT(error, HasSubstr("x.json: (/a/b) type must be string"));
}

TEST(Json, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_THAT(JsonText(Json{{"name",
                             "a\xff"
                             "b"}}),
              HasSubstr("a\xef\xbf\xbd"
                        "b"));
}

}  // namespace
}  // namespace mpigauge
