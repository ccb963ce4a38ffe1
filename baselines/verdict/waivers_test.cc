#include "baselines/verdict/waivers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/error.h"
#include "harness/base/file.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

constexpr const char* kGood = R"([[waiver]]
series = "allreduce/bytes:*"
up_to = 1.15
until = 2026-12-31
reason = "waits for a fix"
by = "Ada"

[[waiver]]
series = "barrier/ranks:2"
up_to = 2
until = 2027-01-05
reason = "new algorithm"
by = "Grace"
)";

std::string Replaced(std::string text, const std::string& old, const std::string& fresh) {
  return text.replace(text.find(old), old.size(), fresh);
}

std::string ErrorOf(const std::string& text) {
  try {
    ParseWaivers(text, "w.toml");
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    return error.what();
  }
  return "no error";
}

TEST(Waivers, AreReadFromAFile) {
  const std::string path = testing::TempDir() + "/waivers.toml";
  WriteFileAtomically(path, kGood);
  const Waivers waivers = ReadWaivers(path);
  EXPECT_EQ(waivers.file, path);
  ASSERT_EQ(waivers.all.size(), 2u);
  EXPECT_EQ(waivers.all[0].series, "allreduce/bytes:*");
  EXPECT_EQ(waivers.all[0].up_to, 1.15);
  EXPECT_EQ(waivers.all[0].until, "2026-12-31");
  EXPECT_EQ(waivers.all[0].reason, "waits for a fix");
  EXPECT_EQ(waivers.all[0].by, "Ada");
  EXPECT_EQ(waivers.all[1].until, "2027-01-05");  // with its zeros: days are compared as texts
  EXPECT_EQ(waivers.all[1].up_to, 2);
  EXPECT_EQ(waivers.all[1].line, 8u);
  EXPECT_TRUE(ParseWaivers("# none\n", "w.toml").all.empty());
  EXPECT_THROW(ReadWaivers("/no/such/file.toml"), Error);
}

TEST(Waivers, APatternIsOfTheWholeName) {
  const Waiver waiver{"allreduce/bytes:8*", 1.1, "2026-12-31", "x", "y", 1};
  EXPECT_TRUE(waiver.Matches("allreduce/bytes:8/ranks:2"));
  EXPECT_FALSE(waiver.Matches("iallreduce/bytes:8/ranks:2"));
  EXPECT_FALSE(waiver.Matches("allreduce/bytes:16/ranks:2"));
}

TEST(Waivers, WhatIsWrongIsNamedWithItsLine) {
  EXPECT_THAT(ErrorOf(Replaced(kGood, "up_to = 1.15", "upto = 1.15")),
              HasSubstr("w.toml, line 3: no such key 'upto'; a waiver has series, up_to, until, reason, by"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "by = \"Grace\"\n", "")), HasSubstr("w.toml, line 8: a waiver needs 'by'"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "1.15", "\"1.15\"")), HasSubstr("line 3: up_to: a number is needed"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "1.15", "true")), HasSubstr("line 3: up_to: a number is needed"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "1.15", "1.0")), HasSubstr("line 3: up_to = 1: a ratio above 1"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "1.15", "0.15")), HasSubstr("line 3: up_to = 0.15: a ratio above 1"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "1.15", "nan")), HasSubstr("line 3: up_to = nan: a ratio above 1"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "2026-12-31", "\"2026-12-31\"")), HasSubstr("line 4: until: a day is needed"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "2026-12-31", "2026-12-31T10:00:00")), HasSubstr("line 4: until: a day"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "2026-12-31", "2026-13-31")), HasSubstr("w.toml, line 4: "));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "\"Ada\"", "\"\"")), HasSubstr("line 6: by: a text is needed"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "\"Ada\"", "7")), HasSubstr("line 6: by: a text is needed"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "[[waiver]]", "[waiver]")), HasSubstr("w.toml, line "));
  EXPECT_THAT(ErrorOf("[waiver]\nseries = \"x\"\n"), HasSubstr("w.toml, line 1: write [[waiver]]"));
  EXPECT_THAT(ErrorOf("waiver = [1]\n"), HasSubstr("w.toml, line 1: write [[waiver]]"));
  EXPECT_THAT(ErrorOf("[[wavier]]\n"), HasSubstr("w.toml, line 1: no such key 'wavier'"));
  EXPECT_THAT(ErrorOf("[[waiver]]\nseries = = 1\n"), HasSubstr("w.toml, line 2: "));
}

TEST(Waivers, TodayIsADay) { EXPECT_THAT(Today(), MatchesRegex("20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]")); }

}  // namespace
}  // namespace mpigauge
