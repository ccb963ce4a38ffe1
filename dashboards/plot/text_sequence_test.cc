#include "dashboards/plot/text_sequence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace mpigauge {
namespace {

using testing::HasSubstr;

TEST(TextSequenceTest, ValuesLevelsAndMarks) {
  const std::vector<double> seconds = {1e-6, 1.2e-6, 1e-6, 2e-6, 2e-6, 1.8e-6};
  const Movement step{Movement::Kind::kStep, 3, 4, 0.7, 0.005, 3, 3};
  EXPECT_EQ(TextSequence(seconds, {step}, {.width = 6, .height = 6}),
            "   2.00 us |   **-\n"
            "           |     *\n"
            "           |\n"
            "   1.40 us |\n"
            "           | *\n"
            "   1.00 us |*-*\n"
            "           +------\n"
            "               ^\n");
}

TEST(TextSequenceTest, FewerValuesThanColumnsAreSpreadOverThem) {
  const std::vector<double> seconds = {1e-6, 1.2e-6, 1e-6, 2e-6, 2e-6, 1.8e-6};
  const Movement step{Movement::Kind::kStep, 3, 4, 0.7, 0.005, 3, 3};
  const std::vector<std::string> days = {"Mon", "Mon", "Tue", "Wed", "Thu", "Fri"};
  EXPECT_EQ(TextSequence(seconds, {step}, {.width = 11, .height = 6, .labels = days}),
            "   2.00 us |      *-*--\n"
            "           |          *\n"
            "           |\n"
            "   1.40 us |\n"
            "           |  *\n"
            "   1.00 us |*---*\n"
            "           ++---------+\n"
            "                  ^\n"
            "            Mon     Fri\n");
}

TEST(TextSequenceTest, LabelsDoNotRunIntoEachOtherAndSayNothingTwice) {
  const std::vector<double> seconds(40, 1e-6);
  std::vector<std::string> labels(40, "2026-10-01");
  std::fill(labels.begin() + 30, labels.end(), "2026-10-02");
  const std::string plot = TextSequence(seconds, {}, {.width = 68, .height = 3, .labels = labels});
  EXPECT_THAT(plot, HasSubstr("+" + std::string("+") + std::string(66, '-') + "+\n"));
  EXPECT_THAT(plot, HasSubstr("\n            2026-10-01" + std::string(48, ' ') + "2026-10-02\n"));
}

TEST(TextSequenceTest, MoreValuesThanColumnsShareThem) {
  std::vector<double> seconds(1000, 1e-6);
  std::fill(seconds.begin() + 500, seconds.end(), 0.5e-6);
  const Movement down{Movement::Kind::kStep, 500, 501, -0.7, 0.005, 500, 500};
  const std::string plot = TextSequence(seconds, {down}, {.width = 50, .height = 4});
  EXPECT_THAT(plot, HasSubstr("1.00 us |" + std::string(25, '*') + "\n"));
  EXPECT_THAT(plot, HasSubstr("500 ns |" + std::string(25, ' ') + std::string(25, '*') + "\n"));
  EXPECT_THAT(plot, HasSubstr("\n" + std::string(12 + 25, ' ') + "v\n"));
}

TEST(TextSequenceTest, DriftsAreDrawnOverTheirLength) {
  const std::vector<double> seconds = {1e-6, 1.1e-6, 1.2e-6, 1.3e-6};
  const Movement drift{Movement::Kind::kDrift, 1, 4, 0.2};
  EXPECT_THAT(TextSequence(seconds, {drift}, {.width = 4}), HasSubstr("+----\n             ///\n"));
  EXPECT_THAT(TextSequence(seconds, {drift}, {.width = 4, .colors = true}), HasSubstr("\x1b[31m/\x1b[0m"));
}

TEST(TextSequenceTest, EqualValuesAndNone) {
  EXPECT_EQ(TextSequence({}, {}, {}), "");
  EXPECT_THAT(TextSequence(std::vector<double>(3, 1e-6), {}, {.width = 3}), HasSubstr("|***\n"));
}

}  // namespace
}  // namespace mpigauge
