#include "base/escape.h"

#include <gtest/gtest.h>

namespace mpigauge {
namespace {

TEST(Escape, ATerminalIsCommandedNothing) {
  EXPECT_EQ(TerminalEscaped("a\x1b[31mb\nPASS: c\td\x07"), "a\\x1b[31mb\\nPASS: c\\td\\x07");
  EXPECT_EQ(TerminalEscaped("\x7f\xc2\x9b"), "\\x7f\\x9b");
  EXPECT_EQ(TerminalEscaped("gr\xc3\xb6\xc3\x9f"
                            "er \xe2\x82\xac \xf0\x9f\x98\x80"),
            "gr\xc3\xb6\xc3\x9f"
            "er \xe2\x82\xac \xf0\x9f\x98\x80");
  EXPECT_EQ(TerminalEscaped("\xff\xc3"), "\\xff\\xc3");
}

// The lines of the text that are ours stay; a name adds none.
TEST(Escape, AnErrorHasNoLineOfAName) {
  const std::string name = "x\n::set-output name=a::b\nPASS\x1b[2J";
  EXPECT_EQ(ErrorEscaped("no run '" + name + "'; there are:\n  one\n  two"),
            "no run 'x\\n::set-output name=a::b\\nPASS\\x1b[2J'; there are:\n  one\n  two");
  EXPECT_EQ(ErrorEscaped("it said: a\nb\n\n"), "it said: a\\nb");
  EXPECT_EQ(ErrorEscaped("\n"), "");
  EXPECT_EQ(ErrorEscaped("git:" + FurtherLines("one\n\ntwo\n")), "git:\n  one\n  two");
  EXPECT_EQ(FurtherLines(""), "");
}

TEST(Escape, MarkdownHasNoMarkupFromNames) {
  EXPECT_EQ(MarkdownEscaped("<img src=x>|`@team &amp;\n# x"), "&lt;img src=x>\\|\\`@<!-- -->team &amp;amp;\\\\n# x");
  EXPECT_EQ(MarkdownEscaped("\\`"), "\\\\\\`");
  EXPECT_EQ(MarkdownEscaped("[here](http://x) [+1.0%, +2.0%]"), "[here]\\(http://x) [+1.0%, +2.0%]");
  EXPECT_EQ(MarkdownCode("a`b\n<c>"), "`a'b\\n<c>`");
}

TEST(Escape, AWorkflowCommandIsOneLine) { EXPECT_EQ(GitHubEscaped("5%\r\n::error::x"), "5%25%0D%0A::error::x"); }

TEST(Escape, XmlHasOnlyWhatItAllows) {
  EXPECT_EQ(XmlAllowed("a\x01\x1b\n\t<&>\xef\xbf\xbe\xef\xbf\xbf"
                       "b\xff"),
            "a??\n\t<&>??b?");
  EXPECT_EQ(XmlAllowed("\xc3\xa4"), "\xc3\xa4");
}

TEST(Shell, TextCanBePasted) {
  EXPECT_EQ(ShellText({"mpirun", "-n", "2", "a b", "it's"}), "mpirun -n 2 'a b' 'it'\\''s'");
  EXPECT_EQ(ShellText({"mpigauge", "compare", "a b", "it's;$(x)"}), "mpigauge compare 'a b' 'it'\\''s;$(x)'");
  EXPECT_EQ(ShellText({"x", "", "~a", "latest~1"}), "x '' '~a' latest~1");
}

}  // namespace
}  // namespace mpigauge
