#include "base/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

std::string ErrorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    return error.what();
  }
  return "no error";
}

TEST(Json, TruncatedTextNamesFileAndPlace) {
  const std::string error = ErrorOf([] { ParseJson("{\"a\": [1,\n 2", "launch.json"); });
  EXPECT_THAT(error, HasSubstr("launch.json: parse error at line 2"));
}

TEST(Json, EmptyTextIsSaidToBeEmpty) {
  EXPECT_THAT(ErrorOf([] { ParseJson("", "launch.json"); }), HasSubstr("launch.json: is empty"));
}

TEST(Json, WrongTypeNamesThePath) {
  const Json value = ParseJson(R"({"a": {"b": 3}})", "x");
  const std::string error =
      ErrorOf([&] { ReadingJson("x.json", [&] { return value.at("a").at("b").get<std::string>(); }); });
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
