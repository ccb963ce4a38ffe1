#include "base/toml_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/error_of.h"

namespace mpigauge {
namespace {

using ::testing::HasSubstr;

std::string ErrorOf(std::string_view text) {
  return mpigauge::ErrorOf([&] { ParseToml(text, "ci.toml"); });
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

// toml++ 3.3 asks whether these are white space, and tells the compiler that it does not.
TEST(TomlParser, CharactersBeyondAsciiAreNoWhiteSpace) {
  for (const char* letter : {"\xC3\xA9", "\xD0\xB6", "\xE2\xBF\xB0", "\xE3\x81\x82", "\xEF\xBB\xBE"}) {
    EXPECT_EQ(ParseToml(std::string("a = \"\"\"\\\n") + letter + "\"\"\"", "ci.toml")["a"].value_or(""),
              std::string(letter));
    EXPECT_THAT(ErrorOf(std::string("a = 1\nb = 2 ") + letter + "\n"), HasSubstr("ci.toml, line 2: ")) << letter;
    EXPECT_THAT(ErrorOf(std::string("a = 1\n") + letter + " = 2\n"), HasSubstr("ci.toml, line 2: ")) << letter;
  }
}

}  // namespace
}  // namespace mpigauge
