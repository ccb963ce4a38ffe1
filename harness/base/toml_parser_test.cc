#include "harness/base/toml_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

using ::testing::HasSubstr;

std::string ErrorOf(std::string_view text) {
  try {
    ParseToml(text, "ci.toml");
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(TomlParser, ReadsWhatIsToml) {
  const toml::table table = ParseToml("a = 1\n[b]\nc = [[1, 2], [+3]]\n", "ci.toml");
  EXPECT_EQ(table["a"].value<int>(), 1);
  EXPECT_EQ(table["b"]["c"][1][0].value<int>(), 3);
}

TEST(TomlParser, NamesTheLine) { EXPECT_THAT(ErrorOf("a = 1\nb = = 2\n"), HasSubstr("ci.toml, line 2: ")); }

// toml++ 3.3 asserts that these do not happen, and in an optimized build its compiler is told so.
TEST(TomlParser, AHeaderWithoutAKeyIsAnError) {
  for (const char* header : {"[=x]", "[.x]", "[ # x", "[[\n", "[{}]", "[\x01]", "[[[x]]]", "[a.=]", "[a]\n[=]"}) {
    const std::string last = std::string("a = 1\n") + header;
    EXPECT_THAT(ErrorOf(last + "\nb = 2\n"), HasSubstr("ci.toml, line ")) << header;
    EXPECT_THAT(ErrorOf(last), HasSubstr("ci.toml, line ")) << header;
  }
  EXPECT_THAT(ErrorOf("a = 1\n\n[=x]\nb = 2\n"), HasSubstr("ci.toml, line 3: a key is needed"));
}

}  // namespace
}  // namespace mpigauge
