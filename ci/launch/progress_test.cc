#include "ci/launch/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace mpigauge {
namespace {

TEST(Progress, InALogEveryTenthSaysHowLongItStillTakes) {
  std::ostringstream out;
  Progress progress(out, false, 20);
  for (int i = 0; i < 20; ++i) progress.Ended(2, i == 3 ? "launch 3 crashed" : "");
  progress.Finish();
  const std::string text = out.str();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 11);
  EXPECT_THAT(text, testing::HasSubstr("2 of 20 launches, 2.00 s each, 36 s left\nlaunch 3 crashed\n4 of 20"));
}

// Three launches of 150 s, of which two are to come: 300 s. It is said once, and not of the last one.
TEST(Progress, WhereALaunchTakesMinutesThatIsSaidOnce) {
  std::ostringstream out;
  Progress progress(out, false, 3);
  progress.Ended(150, "");
  EXPECT_THAT(out.str(), testing::StartsWith("a launch takes 2m 30s, and 2 more are to come, about 5m 00s: --budget"));
  progress.Ended(150, "");
  const std::string text = out.str();
  EXPECT_EQ(text.find("a launch takes"), text.rfind("a launch takes"));
  std::ostringstream single;
  Progress(single, false, 1).Ended(150, "");
  EXPECT_THAT(single.str(), testing::Not(testing::HasSubstr("a launch takes")));
}

TEST(Progress, OnATerminalOneLineIsRewritten) {
  std::ostringstream out;
  Progress progress(out, true, 2);
  progress.Ended(1, "");
  progress.Ended(1, "");
  progress.Finish();
  EXPECT_THAT(out.str(), testing::Not(testing::HasSubstr("\n")));
  EXPECT_THAT(out.str(), testing::HasSubstr("\r\x1b[K2 of 2 launches"));
}

}  // namespace
}  // namespace mpigauge
