#include "ci/launch/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>

namespace mpigauge {
namespace {

TEST(Progress, ALogHasAtMostTenLines) {
  for (const int launches : {1, 10, 12, 19, 20, 37, 100}) {
    std::ostringstream out;
    Progress progress(out, false, launches);
    for (int i = 0; i < launches; ++i) progress.Ended(2, "");
    const std::string text = out.str();
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 10) << launches;
    EXPECT_THAT(text, testing::HasSubstr(std::to_string(launches) + " of " + std::to_string(launches)));
  }
}

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
TEST(Progress, LongLaunchesAreAnnouncedOnce) {
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

// A gate whose launches take turns for two and a half minutes, and then for half a minute.
TEST(Progress, ALogHasALineForEachMinuteOfTurns) {
  std::ostringstream out;
  Progress progress(out, false, 40);
  for (int second = 1; second < 60; ++second) progress.Turns(12, 3);
  EXPECT_EQ(out.str(), "");
  for (int second = 60; second <= 150; ++second) progress.Turns(12, 4);
  const std::string text = "12 launches take turns, pass 4, for 1m 00s so far\n";
  EXPECT_EQ(out.str(), text + "12 launches take turns, pass 4, for 2m 00s so far\n");
  progress.Ended(12, "");
  const std::string before = out.str();
  for (int second = 1; second < 60; ++second) progress.Turns(12, 1);
  EXPECT_EQ(out.str(), before);
}

TEST(Progress, OnATerminalTurnsAreRewrittenAndGo) {
  std::ostringstream out;
  Progress progress(out, true, 2);
  progress.Turns(2, 1);
  progress.Turns(2, 2);
  progress.Finish();
  EXPECT_EQ(out.str(), "\r\x1b[K2 launches take turns, pass 1\r\x1b[K2 launches take turns, pass 2\r\x1b[K");
}

TEST(ProgressLine, ATerminalHasTheNewestALogEveryTenth) {
  std::ostringstream log;
  std::ostringstream terminal;
  {
    ProgressLine to_log(log, false);
    ProgressLine to_terminal(terminal, true);
    for (int i = 0; i < 12; ++i) {
      to_log.Say("step " + std::to_string(i));
      to_terminal.Say("step " + std::to_string(i));
    }
  }
  EXPECT_EQ(log.str(), "step 0\nstep 10\n");
  EXPECT_THAT(terminal.str(), testing::StartsWith("\r\x1b[Kstep 0\r\x1b[Kstep 1\r"));
  EXPECT_THAT(terminal.str(), testing::EndsWith("step 11\r\x1b[K"));
}

TEST(ProgressLine, ALogHasEachLongStep) {
  std::ostringstream log;
  ProgressLine progress(log, false, 1);
  progress.Say("gate 1");
  progress.Say("gate 2");
  EXPECT_EQ(log.str(), "gate 1\ngate 2\n");
}

TEST(Progress, ALaunchOfAMinuteIsNotLong) {
  for (const auto& [seconds, is_long] : {std::pair(60.0, false), {60.1, true}}) {
    std::ostringstream out;
    Progress(out, false, 2).Ended(seconds, "");
    EXPECT_EQ(out.str().starts_with("a launch takes"), is_long) << seconds;
  }
}

TEST(Progress, OnATerminalNothingIsLeftOfOneTurn) {
  std::ostringstream out;
  Progress progress(out, true, 2);
  progress.Finish();
  EXPECT_EQ(out.str(), "");
  progress.Turns(2, 1);
  progress.Finish();
  EXPECT_EQ(out.str(), "\r\x1b[K2 launches take turns, pass 1\r\x1b[K");
}

}  // namespace
}  // namespace mpigauge
