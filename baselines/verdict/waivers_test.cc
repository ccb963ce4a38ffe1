#include "baselines/verdict/waivers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/file.h"
#include "baselines/verdict/conclusion.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
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
up_to = "2x"
until = 2027-01-05
reason = "new algorithm"
by = "Grace"
)";

std::string Replaced(std::string text, const std::string& old, const std::string& fresh) {
  return text.replace(text.find(old), old.size(), fresh);
}

std::string ErrorOf(const std::string& text) {
  return mpigauge::UsageErrorOf([&] { ParseWaivers(text, "w.toml"); });
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

// `up_to = 15` once accepted +1400%, where 15% was meant.
TEST(Waivers, LargeRatiosNeedAUnit) {
  const auto up_to = [](const std::string& text) {
    return ParseWaivers(Replaced(kGood, "1.15", text), "w.toml").all.at(0).up_to;
  };
  EXPECT_DOUBLE_EQ(up_to("\"15%\""), 1.15);
  EXPECT_DOUBLE_EQ(up_to("\"1400%\""), 15);
  EXPECT_DOUBLE_EQ(up_to("\"15x\""), 15);
  EXPECT_DOUBLE_EQ(up_to("1.99"), 1.99);
  EXPECT_THAT(ErrorOf(Replaced(kGood, "1.15", "15")),
              HasSubstr("line 3: [[waiver]] 1: up_to = 15: without a unit would be +1400%; write \"15%\" for 15% "
                        "slower, or \"15x\""));
  for (const char* text : {"2", "2.0", "inf"}) {
    EXPECT_THAT(ErrorOf(Replaced(kGood, "1.15", text)), HasSubstr("line 3: [[waiver]] 1: up_to = ")) << text;
  }
  for (const char* text : {"\"15\"", "\"15 %\"", "\"%\"", "\"15%%\"", "\"fast\""}) {
    EXPECT_THAT(ErrorOf(Replaced(kGood, "1.15", text)), HasSubstr("line 3: [[waiver]] 1: up_to: a number is needed"))
        << text;
  }
  for (const char* text : {"\"0%\"", "\"-5%\"", "\"nanx\"", "\"1x\"", "\"101x\"", "\"inf%\""}) {
    EXPECT_THAT(ErrorOf(Replaced(kGood, "1.15", text)), HasSubstr("a ratio above 1 and up to 100")) << text;
  }
}

TEST(Waivers, APatternIsOfTheWholeName) {
  const Waiver waiver{"allreduce/bytes:8*", 1.1, "2026-12-31", "x", "y", 1};
  EXPECT_TRUE(waiver.Matches("allreduce/bytes:8/ranks:2"));
  EXPECT_FALSE(waiver.Matches("iallreduce/bytes:8/ranks:2"));
  EXPECT_FALSE(waiver.Matches("allreduce/bytes:16/ranks:2"));
}

TEST(Waivers, ErrorsAreNamedWithTheirLine) {
  EXPECT_THAT(
      ErrorOf(Replaced(kGood, "up_to = 1.15", "upto = 1.15")),
      HasSubstr("w.toml, line 3: [[waiver]] 1: no such key 'upto'; there are by, reason, series, until, up_to"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "by = \"Grace\"\n", "")),
              HasSubstr("w.toml, line 8: [[waiver]] 2: by: a text is needed"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "1.15", "\"1.15\"")),
              HasSubstr("line 3: [[waiver]] 1: up_to: a number is needed"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "1.15", "true")), HasSubstr("line 3: [[waiver]] 1: up_to: a number is needed"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "1.15", "1.0")), HasSubstr("line 3: [[waiver]] 1: up_to = 1: a ratio above 1"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "1.15", "0.15")),
              HasSubstr("line 3: [[waiver]] 1: up_to = 0.15: a ratio above 1"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "1.15", "nan")), HasSubstr("line 3: [[waiver]] 1: up_to = nan: a ratio above 1"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "2026-12-31", "\"2026-12-31\"")),
              HasSubstr("line 4: [[waiver]] 1: until: a day is needed"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "2026-12-31", "2026-12-31T10:00:00")),
              HasSubstr("line 4: [[waiver]] 1: until: a day"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "2026-12-31", "2026-13-31")), HasSubstr("w.toml, line 4: "));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "\"Ada\"", "\"\"")), HasSubstr("line 6: [[waiver]] 1: by: a text is needed"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "\"Ada\"", "7")), HasSubstr("line 6: [[waiver]] 1: by: a text is needed"));
  EXPECT_THAT(ErrorOf(Replaced(kGood, "[[waiver]]", "[waiver]")), HasSubstr("w.toml, line "));
  EXPECT_THAT(ErrorOf("[waiver]\nseries = \"x\"\n"), HasSubstr("w.toml, line 1: write [[waiver]]"));
  EXPECT_THAT(ErrorOf("waiver = [1]\n"), HasSubstr("w.toml, line 1: write [[waiver]]"));
  EXPECT_THAT(ErrorOf("[[wavier]]\n"), HasSubstr("w.toml, line 1: no such key 'wavier'"));
  EXPECT_THAT(ErrorOf("[[waiver]]\nseries = = 1\n"), HasSubstr("w.toml, line 2: "));
}

TEST(Waivers, TodayIsADay) { EXPECT_THAT(Today(), MatchesRegex("20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]")); }

SeriesComparison Series(const std::string& name, double ratio, Verdict verdict) {
  SeriesComparison series;
  series.name = name;
  series.ratio = ratio;
  series.low = ratio - 0.03;
  series.high = ratio + 0.03;
  series.level = 0.95;
  series.opinions = {{Source::kMedian, verdict, verdict == Verdict::kPass ? "" : "slower"}};
  return series;
}

// A series that another source says something of, too.
SeriesComparison With(SeriesComparison series, Source source, Verdict verdict) {
  series.opinions.push_back({source, verdict, "worse", "worse"});
  return series;
}

Comparison Of(std::vector<SeriesComparison> series) {
  Comparison comparison;
  comparison.series = std::move(series);
  Conclude(comparison);
  return comparison;
}

Waivers For(const std::string& pattern, double up_to, const std::string& until = "2026-12-31") {
  return {"w.toml", {{pattern, up_to, until, "a fix is coming", "Ada", 7}}};
}

TEST(ApplyWaivers, SeriesWithinTheRatioPassAndStayVisible) {
  Comparison comparison = Of({Series("a/1", 1.12, Verdict::kFail), Series("b", 1, Verdict::kPass)});
  ApplyWaivers(comparison, For("a/*", 1.12), "2026-12-31");  // the last day counts
  EXPECT_EQ(comparison.verdict, Verdict::kPass);
  EXPECT_EQ(comparison.series[0].verdict, Verdict::kPass);
  EXPECT_EQ(comparison.series[0].reason, "slower");
  EXPECT_EQ(comparison.series[0].waived, "up to +12.0% until 2026-12-31 by Ada: a fix is coming");
  EXPECT_EQ(comparison.series[1].waived, "");
  EXPECT_THAT(comparison.notes, ElementsAre("w.toml, line 7 (a/*): 1 series waived up to +12.0% until 2026-12-31 by "
                                            "Ada: a fix is coming"));
}

TEST(ApplyWaivers, AnotherSeriesStillFails) {
  Comparison comparison = Of({Series("a", 1.3, Verdict::kFail), Series("b", 1.1, Verdict::kFail)});
  ApplyWaivers(comparison, For("a", 1.5), "2026-11-21");
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  EXPECT_EQ(comparison.series[0].name, "b");  // what failed comes first
  EXPECT_EQ(comparison.series[0].reason, "slower");
}

TEST(ApplyWaivers, AboveTheRatioItFailsAndSaysSo) {
  Comparison comparison = Of({Series("a", 1.2, Verdict::kFail)});
  ApplyWaivers(comparison, For("a", 1.15), "2026-11-21");
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  EXPECT_EQ(comparison.series[0].reason, "slower; above the +15.0% that Ada waived (w.toml, line 7)");
  EXPECT_THAT(comparison.notes[0], HasSubstr("had no effect"));
}

TEST(ApplyWaivers, AnExpiredOneDoesNotHelp) {
  Comparison comparison = Of({Series("a", 1.1, Verdict::kFail)});
  ApplyWaivers(comparison, For("a", 1.15, "2026-11-20"), "2026-11-21");
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  EXPECT_EQ(comparison.series[0].reason, "slower; waived by Ada until 2026-11-20: expired (w.toml, line 7)");
  EXPECT_THAT(comparison.notes, ElementsAre("w.toml, line 7 (a): the waiver of Ada expired on 2026-11-20"));
}

TEST(ApplyWaivers, OneThatCountsIsTakenBeforeOneThatDoesNot) {
  Comparison comparison = Of({Series("a", 1.1, Verdict::kFail)});
  Waivers waivers = For("*", 1.15, "2026-11-20");
  waivers.all.push_back(For("a", 1.2).all[0]);
  waivers.all.push_back(For("a", 1.01).all[0]);
  ApplyWaivers(comparison, waivers, "2026-11-21");
  EXPECT_EQ(comparison.verdict, Verdict::kPass);
  EXPECT_THAT(comparison.series[0].waived, HasSubstr("+20.0%"));
}

// More must be known about an inconclusive series than about one that failed: it must not be worse than the waiver
// allows.
TEST(ApplyWaivers, AnInconclusiveSeriesNeedsItsWholeIntervalWithin) {
  for (const double up_to : {1.07, 1.09}) {
    Comparison comparison = Of({Series("a", 1.05, Verdict::kInconclusive)});
    ApplyWaivers(comparison, For("a", up_to), "2026-11-21");
    EXPECT_EQ(comparison.verdict, up_to > 1.08 ? Verdict::kPass : Verdict::kInconclusive);
  }
  Comparison few = Of({Series("a", 1.05, Verdict::kInconclusive)});
  few.series[0].level = 0.9;
  ApplyWaivers(few, For("a", 1.5), "2026-11-21");
  EXPECT_EQ(few.verdict, Verdict::kInconclusive);
}

// A waiver is about slowness: its ratio is that of the medians, and says nothing of a third of the calls, of errors or
// of messages.
// The limit itself is accepted, of a series, of an interval and of a family.
TEST(ApplyWaivers, UpToTheLimitItselfIsWaived) {
  for (const double above : {0.0, 1e-9}) {
    const Verdict expected = above > 0 ? Verdict::kFail : Verdict::kPass;
    Comparison failed = Of({Series("a", 1.125 + above, Verdict::kFail)});
    ApplyWaivers(failed, For("a", 1.125), "2026-11-21");
    EXPECT_EQ(failed.verdict, expected);
    Comparison open = Of({Series("a", 1.0, Verdict::kInconclusive)});
    open.series[0].high = 1.125 + above;
    ApplyWaivers(open, For("a", 1.125), "2026-11-21");
    EXPECT_EQ(open.verdict, above > 0 ? Verdict::kInconclusive : Verdict::kPass);
    Comparison family = Of({Series("a", 1, Verdict::kPass)});
    FamilyComparison& one = family.families.emplace_back();
    one.members = {"a"};
    one.ratio = 1.125 + above;
    one.opinions = {{Source::kMedian, Verdict::kFail, "slower"}};
    Conclude(family);
    ApplyWaivers(family, For("a", 1.125), "2026-11-21");
    EXPECT_EQ(family.verdict, expected);
  }
}

TEST(ApplyWaivers, SlownessAloneIsWaived) {
  for (const Source source : {Source::kTail, Source::kCount, Source::kFaults, Source::kNoTimes}) {
    for (const Verdict verdict : {Verdict::kFail, Verdict::kInconclusive}) {
      Comparison comparison = Of({With(Series("a", 1, Verdict::kPass), source, verdict)});
      ApplyWaivers(comparison, For("a", 100), "2026-11-21");
      EXPECT_EQ(comparison.verdict, verdict);
      EXPECT_EQ(comparison.series[0].waived, "");
      const bool fails = verdict == Verdict::kFail;
      EXPECT_EQ(comparison.series[0].reason, fails ? "worse; Ada waived slowness only (w.toml, line 7)" : "worse");
    }
  }
  Comparison floor = Of({Series("a", 1.1, Verdict::kFail)});
  floor.series[0].opinions[0].source = Source::kFloor;
  ApplyWaivers(floor, For("a", 1.5), "2026-11-21");
  EXPECT_EQ(floor.verdict, Verdict::kPass);
}

TEST(ApplyWaivers, WrongDataAreNotWaivedAndNoWaiverIsNamed) {
  Comparison comparison = Of({Series("a", 1, Verdict::kFail)});
  comparison.series[0].broken = Broken::kWrongData;
  comparison.series[0].opinions[0].source = Source::kNoTimes;
  ApplyWaivers(comparison, For("a", 100), "2026-11-21");
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  EXPECT_EQ(comparison.series[0].reason, "slower");
}

// A gate may fail by a family that moved as a whole.
Comparison WithFamily(Verdict of_family, Verdict of_member) {
  Comparison comparison = Of({Series("a/1", 1.03, of_member), Series("a/2", 1.03, Verdict::kPass)});
  FamilyComparison family;
  family.members = {"a/1", "a/2"};
  family.ratio = 1.03;
  family.opinions = {{Source::kMedian, of_family, "slower"}};
  comparison.families = {family};
  Conclude(comparison);
  return comparison;
}

TEST(ApplyWaivers, AFamilyIsWaivedByAWaiverOfAllItsMembers) {
  for (const Verdict verdict : {Verdict::kFail, Verdict::kInconclusive}) {
    Comparison covered = WithFamily(verdict, Verdict::kPass);
    ApplyWaivers(covered, For("a/*", 1.05), "2026-11-21");
    EXPECT_EQ(covered.verdict, Verdict::kPass);
    EXPECT_THAT(covered.families[0].waived, HasSubstr("up to +5.0%"));
    EXPECT_THAT(covered.notes, ElementsAre(HasSubstr("0 series and 1 of their families waived up to +5.0%")));
    for (const Waivers& waivers : {For("a/1", 1.05), For("a/*", 1.02), For("a/*", 1.05, "2026-11-20")}) {
      Comparison open = WithFamily(verdict, Verdict::kPass);
      ApplyWaivers(open, waivers, "2026-11-21");
      EXPECT_EQ(open.verdict, verdict);
    }
  }
}

TEST(ApplyWaivers, AnOpenFamilyWithAnOpenMemberStaysOpen) {
  Comparison comparison = WithFamily(Verdict::kInconclusive, Verdict::kInconclusive);
  ApplyWaivers(comparison, For("a/*", 1.05), "2026-11-21");
  EXPECT_EQ(comparison.families[0].verdict, Verdict::kInconclusive);
}

TEST(ApplyWaivers, OneThatIsNotNeededIsNoted) {
  Comparison comparison = Of({Series("a", 1, Verdict::kPass)});
  Waivers waivers = For("x*", 1.15);
  waivers.all.push_back(For("a", 1.2).all[0]);
  ApplyWaivers(comparison, waivers, "2026-11-21");
  EXPECT_THAT(comparison.notes, ElementsAre(HasSubstr("(x*): this waiver matches no series"),
                                            HasSubstr("(a): this waiver had no effect: none of its 1 series")));
  EXPECT_EQ(comparison.verdict, Verdict::kPass);
  EXPECT_EQ(comparison.series[0].waived, "");
}

TEST(Waivers, AHundredTimesAsLongIsTheMost) {
  EXPECT_EQ(ParseWaivers(Replaced(kGood, "1.15", "\"100x\""), "w.toml").all.at(0).up_to, 100);
  EXPECT_EQ(ParseWaivers(Replaced(kGood, "1.15", "1.0001"), "w.toml").all.at(0).up_to, 1.0001);
}

TEST(ApplyWaivers, AnOpenFamilyWithAWaivedMemberIsSettled) {
  Comparison comparison = WithFamily(Verdict::kInconclusive, Verdict::kFail);
  ApplyWaivers(comparison, For("a/*", 1.05), "2026-11-21");
  EXPECT_EQ(comparison.families[0].verdict, Verdict::kPass);
  EXPECT_EQ(comparison.verdict, Verdict::kPass);
  EXPECT_THAT(comparison.notes, ElementsAre(HasSubstr("1 series and 1 of their families waived")));
}

TEST(ApplyWaivers, NoWaiversLeaveTheVerdictAsItIs) {
  Comparison comparison = Of({Series("a", 1.1, Verdict::kFail)});
  comparison.verdict = Verdict::kInconclusive;  // as nothing is concluded anew
  ApplyWaivers(comparison, {}, "2026-11-21");
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
}

}  // namespace
}  // namespace mpigauge
