#include "base/manual/man_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::Not;

class ManPageTest : public testing::Test {
 protected:
  ManPageTest() : app_("Weighs things", "scale") {
    app_.add_option("-u,--unit", unit_, "The unit: 'g' or '.kg'")->check(CLI::IsMember({"g", ".kg"}));
    app_.add_option("--secret", secret_, "Nobody sees it")->group("");
    app_.add_option("thing", thing_, "What is weighed")->required();
    app_.add_subcommand("tare-it", "Begin at zero");
    app_.add_subcommand("hidden", "Nobody sees it")->group("");
    app_.footer("Examples:\n  scale apple -u g\n  scale ~/pear\n\n.5 kg is the most.");
  }

  CLI::App app_;
  std::string unit_;
  std::string secret_;
  std::string thing_;
};

TEST_F(ManPageTest, HasAllThatHelpHas) {
  const std::string page = ManPage(app_, "scale fruit");
  EXPECT_THAT(page, HasSubstr(".TH SCALE-FRUIT 1 "));
  EXPECT_THAT(page, HasSubstr(".SH NAME\nscale-fruit \\- Weighs things\n"));
  EXPECT_THAT(page, HasSubstr(".SH SYNOPSIS\n\\fBscale fruit\\fR [OPTIONS] thing [SUBCOMMAND]\n"));
  EXPECT_THAT(page, HasSubstr(".SH ARGUMENTS\n.TP\n\\fBthing\\fR TEXT REQUIRED\nWhat is weighed\n"));
  EXPECT_THAT(page, HasSubstr(".TP\n\\fB\\-u, \\-\\-unit\\fR TEXT:{g,.kg}\nThe unit: \\(aqg\\(aq or \\(aq.kg\\(aq\n"));
  EXPECT_THAT(page, HasSubstr(".SH COMMANDS\n.TP\n\\fBscale\\-fruit\\-tare\\-it\\fR(1)\nBegin at zero\n"));
  EXPECT_THAT(page, HasSubstr(".SH EXAMPLES\n.nf\n  scale apple \\-u g\n  scale \\(ti/pear\n.fi\n"));
  EXPECT_THAT(page, HasSubstr(".SH SEE ALSO\n.BR scale (1)\n"));
  EXPECT_THAT(page, Not(HasSubstr("Nobody sees it")));
}

// A line of text that begins with a point would be a request to troff, and gone.
TEST_F(ManPageTest, NoTextIsTakenForARequest) {
  EXPECT_THAT(ManPage(app_, "scale"), HasSubstr("\n\\&.5 kg is the most.\n"));
}

}  // namespace
}  // namespace mpigauge
