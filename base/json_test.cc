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

TEST(Json, DeepNestingIsRefused) {
  const auto nested = [](std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); };
  EXPECT_THAT(UsageErrorOf([&] { ParseJson(nested(80'000), "launch.json"); }), HasSubstr("launch.json: is nested"));
  EXPECT_THAT(UsageErrorOf([&] { ParseJson(nested(201), "launch.json"); }), HasSubstr("more than 200 levels"));
  EXPECT_EQ(JsonLine(ParseJson(nested(200), "x")), nested(200));
  // Brackets of texts are no levels, nor are those that were closed.
  const std::string text = "\"\\\"" + std::string(300, '[') + "\"";
  EXPECT_EQ(JsonLine(ParseJson(text, "x")), text);
  std::string list = "[";
  for (int i = 0; i < 300; ++i) list += "[],";
  EXPECT_EQ(ParseJson(list + "1]", "x").size(), 301u);
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
