// Golden files: what people and pipelines see, byte by byte. UPDATE_GOLDEN=<absolute folder of testdata> writes
// them anew; read the difference before committing it.
#include "baselines/format/format.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/error.h"
#include "baselines/compare/comparison_json.h"
#include "baselines/format/example_comparisons.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

std::string Slurp(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

struct Golden {
  std::string file;
  std::string format;
  FormatOptions options;
  Comparison (*example)() = Example;
};
std::ostream& operator<<(std::ostream& out, const Golden& golden) { return out << golden.file; }

class FormatTest : public testing::TestWithParam<Golden> {};

TEST_P(FormatTest, EqualsTheGoldenFile) {
  const std::string text = FindFormat(GetParam().format)(GetParam().example(), GetParam().options);
  if (const char* folder = std::getenv("UPDATE_GOLDEN")) std::ofstream(folder + ("/" + GetParam().file)) << text;
  EXPECT_EQ(text, Slurp("baselines/format/testdata/" + GetParam().file));
}

INSTANTIATE_TEST_SUITE_P(
    Formats, FormatTest,
    testing::Values(Golden{"table.txt", "table", {}}, Golden{"table_big.txt", "table", {}, BigExample},
                    Golden{"table_all_colors.txt", "table", {true, true}}, Golden{"markdown.md", "markdown", {}},
                    Golden{"junit.xml", "junit", {}}, Golden{"github.txt", "github", {}},
                    Golden{"github_big.txt", "github", {}, BigExample}, Golden{"codequality.json", "codequality", {}},
                    Golden{"comparison.json", "json", {}}, Golden{"benchstat.txt", "benchstat", {}}));

TEST(Format, SixtySlowSeriesOfFiveHundredFitOnAScreen) {
  const std::string text = TerminalText(BigExample(), {});
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 40);
  const std::string everything = TerminalText(BigExample(), {false, true});
  EXPECT_GT(std::count(everything.begin(), everything.end(), '\n'), 580);
}

TEST(Format, ManyFindingsAreCountedNotShown) {
  Comparison comparison = BigExample();
  for (SeriesComparison& series : comparison.series) series.verdict = Verdict::kInconclusive;
  comparison.verdict = Verdict::kInconclusive;
  EXPECT_NE(TerminalText(comparison, {}).find("(25 more such lines; --all shows them)"), std::string::npos);
  EXPECT_EQ(TerminalText(comparison, {false, true}).find("more such lines"), std::string::npos);
  EXPECT_NE(MarkdownText(comparison, {}).find("and 25 more."), std::string::npos);
}

// GitHub takes 65,536 characters of a comment. Of 1513 series the 200 that failed are all there, the open ones follow,
// and the rest is counted.
TEST(Format, MarkdownOfTheFullSuiteFitsIntoACommentAndCountsWhatItLeavesOut) {
  Comparison comparison = BigExample();
  comparison.series.clear();
  for (int i = 0; i < 1513; ++i) {
    const Verdict verdict = i < 200 ? Verdict::kFail : i < 300 ? Verdict::kInconclusive : Verdict::kPass;
    comparison.series.push_back(Series(fmt::format("neighbor_alltoallw_{:04}/bytes:8/ranks:2", i), 1.2, verdict));
  }
  const std::string text = MarkdownText(comparison, {});
  EXPECT_LE(text.size(), 65536u);
  EXPECT_GT(text.size(), 60000u);
  const auto rows = [&](int from, int to) {
    int count = 0;
    for (int i = from; i < to; ++i) {
      if (text.find(fmt::format("`neighbor_alltoallw_{:04}/bytes:8/ranks:2` |", i)) != std::string::npos) ++count;
    }
    return count;
  };
  EXPECT_EQ(rows(0, 300), 300);
  const int passed = rows(300, 1513);
  EXPECT_GT(passed, 100);
  EXPECT_THAT(text, HasSubstr("<summary>300 series did not pass</summary>"));
  EXPECT_THAT(text, HasSubstr("<summary>1213 series passed</summary>"));
  EXPECT_THAT(text, HasSubstr(fmt::format("\n{} series are left out here; `mpigauge report`", 1213 - passed)));
}

TEST(Format, MarkdownOfRemarksWithoutEndKeepsItsHeadlineAndItsBound) {
  Comparison comparison = BigExample();
  comparison.notes.assign(10, std::string(20000, 'x'));
  const std::string text = MarkdownText(comparison, {});
  EXPECT_LE(text.size(), 65536u);
  EXPECT_THAT(text, testing::StartsWith("### mpigauge: FAIL"));
  EXPECT_THAT(text, HasSubstr(" more lines are left out here."));
  EXPECT_THAT(text, HasSubstr("<summary>440 series passed</summary>"));
}

SeriesComparison SeriesWithoutTimes() {
  SeriesComparison series = Series("scan/bytes:8/ranks:2", std::nan(""), Verdict::kFail);
  series.broken = Broken::kNotMeasured;
  series.baseline_median = series.candidate_median = std::nan("");
  return series;
}

// Geometric means are known: 1 and 4 us are 2 us, 1.1 and 4.84 us are 2.3 us, +15.4%; of both families 1, 4 and 8 us
// are 3.17 us. A change that is not proved is '~', however large, and what has no time counts in no mean.
TEST(Format, BenchstatHasGeometricMeansAndNoChangeThatIsNotProved) {
  const auto of = [](const std::string& name, const std::string& family, double before, double after, double p) {
    SeriesComparison series = Series(name, after / before, Verdict::kPass);
    series.family = family;
    series.baseline_median = before * 1e-6;
    series.candidate_median = after * 1e-6;
    series.p_adjusted = p;
    return series;
  };
  Comparison comparison;
  comparison.alpha = 0.05;
  comparison.series = {of("bcast/bytes:8/ranks:2", "collective", 1, 1.1, 0.001),
                       of("allreduce/bytes:8/ranks:2", "collective", 4, 4.84, 0.06),
                       of("ping_pong/bytes:8/ranks:2", "point-to-point", 8, 8, 1)};
  comparison.series.push_back(SeriesWithoutTimes());
  const std::string text = BenchstatText(comparison, {});
  EXPECT_THAT(text,
              testing::ContainsRegex("bcast/bytes:8/ranks:2 +1.00 us .* 1.10 us .* \\+10.0%  \\(p=0.001 n=3\\+2\\)"));
  EXPECT_THAT(text,
              testing::ContainsRegex("allreduce/bytes:8/ranks:2 +4.00 us .* 4.84 us .* ~  \\(p=0.060 n=3\\+2\\)"));
  EXPECT_THAT(text, testing::ContainsRegex("geomean collective +2.00 us +2.31 us +\\+15.4%  \\(1 without times\\)"));
  EXPECT_THAT(text, testing::ContainsRegex("geomean point-to-point +8.00 us +8.00 us +\\+0.0%"));
  EXPECT_THAT(text, testing::ContainsRegex("geomean  +3.17 us +3.49 us +\\+10.0%  \\(1 without times\\)"));
  EXPECT_LT(text.find("\nallreduce"), text.find("\nbcast"));
}

TEST(Format, JUnitIsWellFormedWhateverTheNames) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(JUnitText(Example(), {}).c_str()));
  const auto suite = document.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 5);
  EXPECT_EQ(suite.attribute("failures").as_int(), 1);
  EXPECT_EQ(suite.attribute("skipped").as_int(), 2);
}

// GitHub drops what comes after ten of a level.
TEST(Format, GitHubGetsNoMoreAnnotationsOfALevelThanItShows) {
  Comparison comparison = BigExample();
  for (SeriesComparison& series : comparison.series) {
    if (series.verdict == Verdict::kPass) series.improved = true;
  }
  const std::string text = GitHubText(comparison, {});
  const auto count = [&](const std::string& level) {
    std::istringstream lines(text);
    int found = 0;
    for (std::string line; std::getline(lines, line);) found += line.starts_with("::" + level + " title=");
    return found;
  };
  EXPECT_EQ(count("error"), 10);
  EXPECT_EQ(count("notice"), 10);
}

TEST(Format, AnAnnotationIsOneLineWhateverIsInIt) {
  Comparison comparison = Example();
  comparison.series[1].reason = "100% open\nand more";
  EXPECT_THAT(GitHubText(comparison, {}), HasSubstr("100%25 open%0Aand more"));
}

// Two runs with other figures are the same issue; two cases are two.
TEST(Format, CodeQualityFingerprintsStayAndDiffer) {
  const auto fingerprints = [](const Comparison& comparison) {
    std::vector<std::string> found;
    for (const Json& issue : ParseJson(CodeQualityText(comparison, {}), "issues"))
      found.push_back(issue["fingerprint"]);
    return found;
  };
  Comparison other = Example();
  other.series[0].ratio = 1.31;
  EXPECT_EQ(fingerprints(other), fingerprints(Example()));
  const auto big = fingerprints(BigExample());
  EXPECT_EQ(std::set<std::string>(big.begin(), big.end()).size(), 10U);
}

TEST(Format, APassWithWaiversIsNotSilentAboutThem) {
  Comparison comparison = Example();
  comparison.series.erase(comparison.series.begin(), comparison.series.begin() + 2);
  comparison.verdict = Verdict::kPass;
  EXPECT_THAT(TerminalText(comparison, {}), HasSubstr("waived   scan    8 B "));
  EXPECT_THAT(TerminalText(comparison, {}), HasSubstr("than its tolerance of 5%, but for 1 that is waived\n"));
}

TEST(Format, CountsComeBackFromJson) {
  Comparison comparison = Example();
  comparison.counted_differences = {{"scan/bytes:8/ranks:2", "sent_messages", 100, 101, 104, 105, true}};
  const Json json = ToJson(comparison);
  const CountedDifference back = ComparisonFromJson(json, "json").counted_differences.at(0);
  EXPECT_EQ(back.baseline_low, 100);
  EXPECT_EQ(back.baseline_high, 101);
  EXPECT_EQ(back.candidate_low, 104);
  EXPECT_EQ(back.candidate_high, 105);
  EXPECT_EQ(ToJson(ComparisonFromJson(json, "json")), json);
}

TEST(Format, AComparisonComesBackFromItsJson) {
  const Json json = ToJson(Example());
  EXPECT_EQ(ToJson(ComparisonFromJson(json, "json")), json);
  EXPECT_EQ(ComparisonFromJson(json, "json").series[4].waived, Example().series[4].waived);
}

TEST(Format, ALongListOfChangesIsCutAndCounted) {
  Comparison comparison = Example();
  comparison.selection_changes.clear();
  for (int i = 0; i < 25; ++i) comparison.selection_changes.push_back({"v" + std::to_string(i), "0", "1", ""});
  const std::string text = TerminalText(comparison, {false, true});
  EXPECT_NE(text.find("selected otherwise: v9 0 -> 1\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("v10 0"), std::string::npos);
  EXPECT_NE(text.find("selected otherwise: 15 more; JSON has them all\n"), std::string::npos) << text;
}

TEST(Format, NewAndRemovedVariablesOfAnUpdateTakeOneLine) {
  Comparison comparison = Example();
  comparison.selection_changes = {{"btl_sm_eager_limit", "(none)", "4096", ""},
                                  {"smsc_cma_priority", "(none)", "37", ""},
                                  {"btl_vader_eager_limit", "4096", "(none)", ""},
                                  {"coll_han_bcast_low_module", "0", "self", ""}};
  const std::string text = TerminalText(comparison, {false, true});
  EXPECT_NE(text.find("variables of the library: 2 new, 1 gone, 1 with a name in place of a number; JSON names them\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("eager_limit"), std::string::npos) << text;
}

TEST(Format, AnUnknownFormatNamesTheKnownOnes) {
  try {
    FindFormat("pdf");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "unknown format 'pdf'; there are benchstat, codequality, github, json, junit, markdown, table");
  }
}

}  // namespace
}  // namespace mpigauge
