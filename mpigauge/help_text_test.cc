#include "mpigauge/help_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class HelpTextTest : public testing::Test {
 protected:
  HelpTextTest() : app_("Is this apple heavier than the last one, and by how much is it so?", "scale") {
    {
      const InGroup group(app_, kMeasureGroup);
      app_.add_option("--times", times_, "How often")->check(CLI::Range(1, 100))->capture_default_str();
    }
    app_.add_option("-u,--unit", unit_, "The unit")
        ->check(CLI::IsMember({"g", "kg"}))
        ->capture_default_str()
        ->group(kOutputGroup);
    app_.add_option("--secret", unit_, "Nobody sees it")->group("");
    app_.add_option("thing", thing_, "The thing to weigh")->required();
    app_.add_subcommand("tare", "Begin at zero");
    app_.add_subcommand("hidden", "Nobody sees it")->group("");
  }

  CLI::App app_;
  int times_ = 1;
  std::string unit_ = "g";
  std::string thing_;
};

TEST_F(HelpTextTest, OptionsAndCommandsAreInGroups) {
  const std::string text = HelpText(app_, 60);
  EXPECT_THAT(text, StartsWith("Is this apple heavier than the last one, and by how much is\nit so?\n\nUsage: scale "));
  EXPECT_THAT(text, HasSubstr("\nCommands:\n  tare             Begin at zero\n"));
  EXPECT_THAT(text, HasSubstr("\nArguments:\n  thing TEXT       The thing to weigh (required)\n"));
  EXPECT_THAT(text, HasSubstr("\nMeasure:\n  --times N        How often (default 1)\n"));
  EXPECT_THAT(text, HasSubstr("\nOutput:\n  -u, --unit TEXT  The unit: g, kg (default g)\n"));
  EXPECT_THAT(text, Not(HasSubstr("Nobody sees it")));
}

// A wrapped command that is copied works.
TEST_F(HelpTextTest, ExamplesThatDoNotFitGoOnInTheNextLine) {
  app_.footer(
      "Examples:\n"
      "  scale pear        weighs a pear\n"
      "  scale apple             weighs an apple that lies on the table of the kitchen\n"
      "  scale --times 3 --unit kg --times 4 --unit g --times 5 --unit kg apple\n"
      "  scale 'an apple with a name that is longer than a line can ever be, really'\n"
      "\n"
      ".5 kg is\nthe most.");
  const std::string text = HelpText(app_, 60);
  EXPECT_THAT(text, HasSubstr("\nExamples:\n  scale pear  weighs a pear\n  scale apple\n"
                              "      weighs an apple that lies on the table of the kitchen\n"));
  EXPECT_THAT(text, HasSubstr("--times 5 \\\n      --unit kg apple\n"));
  EXPECT_THAT(text, HasSubstr("\n  scale \\\n      'an apple with a name that is longer than a line can ever be, "
                              "really'\n"));
  EXPECT_THAT(text, EndsWith("\n\n.5 kg is the most.\n"));
}

// Whatever their columns in the source are.
TEST_F(HelpTextTest, RemarksOfExamplesBeginInOneColumn) {
  app_.footer(
      "Examples:\n"
      "  scale pear      weighs a pear\n"
      "  scale --unit kg apple                   weighs an apple\n"
      "  scale tare\n"
      "  scale --times 100 --unit kg a-bag-of-apples   a remark without room stands below");
  EXPECT_THAT(HelpText(app_, 60), HasSubstr("\nExamples:\n"
                                            "  scale pear             weighs a pear\n"
                                            "  scale --unit kg apple  weighs an apple\n"
                                            "  scale tare\n"
                                            "  scale --times 100 --unit kg a-bag-of-apples\n"
                                            "      a remark without room stands below\n"));
  EXPECT_THAT(HelpText(app_, 100), HasSubstr("\n  scale pear                                   weighs a pear\n"));
}

TEST_F(HelpTextTest, LinesHaveAtMostAHundredColumns) {
  app_.get_option("--times")->description(std::string(40, 'a') + " " + std::string(40, 'b'));
  EXPECT_EQ(HelpText(app_, 300), HelpText(app_, 100));
  EXPECT_EQ(HelpText(app_, 1), HelpText(app_, 40));
  EXPECT_THAT(HelpText(app_, 99), HasSubstr("a\n" + std::string(19, ' ') + "b"));
}

}  // namespace
}  // namespace mpigauge
