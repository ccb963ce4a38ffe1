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
#include <iterator>
#include <map>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "baselines/compare/comparison_json.h"
#include "baselines/format/findings.h"
#include "baselines/verdict/series_verdict.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

SeriesComparison Series(const std::string& name, double ratio, Verdict verdict) {
  SeriesComparison series;
  series.name = name;
  series.case_name = name.substr(0, name.find('/'));
  series.family = "collective";
  if (name.find("/bytes:8/ranks:2") != std::string::npos) series.parameters = {{"bytes", 8}, {"ranks", 2}};
  if (name.find("/bytes:64/ranks:2") != std::string::npos) series.parameters = {{"bytes", 64}, {"ranks", 2}};
  series.baseline_seconds = {1e-6, 1.1e-6, 1.05e-6};
  series.candidate_seconds = {1e-6 * ratio, 1.1e-6 * ratio};
  series.baseline_median = 1.05e-6;
  series.candidate_median = 1.05e-6 * ratio;
  series.ratio = ratio;
  series.low = ratio * 0.97;
  series.high = ratio * 1.04;
  series.level = 0.95;
  series.p_slower = 0.0001;
  series.p_adjusted = ratio > 1.1 ? 0.0004 : 0.25;
  series.tolerance = 0.05;
  if (ratio > 1.01) series.detectable_ratio = 1.075;
  series.verdict = verdict;
  if (verdict == Verdict::kFail) series.reason = "slower, tolerance 5%";
  if (verdict == Verdict::kInconclusive) series.reason = "anything is possible";
  return series;
}

Comparison Example() {
  Comparison comparison;
  comparison.baseline = "release 4.1.4";
  comparison.candidate = "nightly <&> \"x\"";
  comparison.alpha = 0.05;
  comparison.series = {Series("allreduce/bytes:8/ranks:2", 1.203, Verdict::kFail),
                       Series("bcast/bytes:64/ranks:2", 1.04, Verdict::kInconclusive),
                       Series("odd|name\x01/bytes:8", 1.0, Verdict::kPass),
                       Series("reduce/bytes:8/ranks:2", 0.8, Verdict::kPass),
                       Series("scan/bytes:8/ranks:2", 1.12, Verdict::kPass)};
  comparison.series[3].improved = true;
  comparison.control_movement = {1, 1.1, 1.08, 1.12, 0.0004, true};
  comparison.series[4].reason = "slower, tolerance 5%";
  comparison.series[4].waived = "up to +15.0% until 2026-12-31 by Ada: a fix is coming";
  comparison.controls = {Series("spin/operations:1000", 1.0, Verdict::kPass)};
  comparison.allowed_differences = {{"ranks", "2", "4"}};
  comparison.context_differences = {{"kernel", "6.1", "6.2"}};
  comparison.selection_changes = {
      {"coll_tuned_allreduce_algorithm", "0 (ignore)", "1 (basic_linear)", "allreduce"},
      {"coll_tuned_bcast_algorithm", "0 (ignore)", "6 (binomial)", "bcast"},
      {"components.pml", "ob1", "ucx", ""},
      {"coll_acoll_priority", "(none)", "0", ""},
  };
  comparison.series[0].suspects = {"coll_tuned_allreduce_algorithm 0 (ignore) -> 1 (basic_linear)"};
  comparison.series[1].suspects = {"coll_tuned_bcast_algorithm 0 (ignore) -> 6 (binomial)"};
  comparison.counted_differences = {{"init/ranks:2", "resident_bytes", 1000, 1000, 1500, 1500, true},
                                    {"init/ranks:2", "proportional_bytes", 100, 120, 110, 130, false}};
  comparison.not_compared = {"scan: only in the candidate"};
  comparison.notes = {"the control spin moved by +10.0%"};
  comparison.verdict = Verdict::kFail;
  return comparison;
}

// 500 series as of a real suite, of which 60 got slower: no more than a screen.
Comparison BigExample() {
  Comparison comparison;
  comparison.baseline = "release";
  comparison.candidate = "nightly";
  comparison.alpha = 0.05;
  for (int i = 0; i < 500; ++i) {
    const int place = i % 10;  // among the sizes of a case
    const bool slow = i / 10 < 10 && place < 6;
    const auto name = fmt::format("case_{:02}/bytes:{}/ranks:2", i / 10, 8 << (2 * place));
    comparison.series.push_back(Series(name, slow ? 1.06 + 0.01 * place : 1, slow ? Verdict::kFail : Verdict::kPass));
    comparison.series.back().parameters = {{"bytes", 8 << (2 * place)}, {"ranks", 2}};
  }
  for (int i = 0; i < 80; ++i) comparison.not_compared.push_back(fmt::format("other_{}: only in the candidate", i));
  comparison.verdict = Verdict::kFail;
  SortWorstFirst(comparison.series);
  return comparison;
}

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

TEST_P(FormatTest, IsTheGoldenFile) {
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

// What each output says of a comparison: "fail", "inconclusive" or "pass".
std::map<std::string, std::string> VerdictsOfOutputs(const Comparison& comparison) {
  std::map<std::string, std::string> verdicts;
  const auto by_words = [](const std::string& text, const std::string& fail, const std::string& inconclusive) {
    if (text.find(fail) != std::string::npos) return "fail";
    return text.find(inconclusive) != std::string::npos ? "inconclusive" : "pass";
  };
  verdicts["terminal"] = by_words(TerminalText(comparison, {}), "FAIL: ", "INCONCLUSIVE: ");
  verdicts["benchstat"] = by_words(BenchstatText(comparison, {}), "FAIL: ", "INCONCLUSIVE: ");
  verdicts["markdown"] = by_words(MarkdownText(comparison, {}), "mpigauge: FAIL: ", "mpigauge: INCONCLUSIVE: ");
  verdicts["json"] = ToJson(comparison).at("verdict");
  verdicts["github"] = by_words(GitHubText(comparison, {}), "::error ", "::warning ");
  verdicts["code quality"] = by_words(CodeQualityText(comparison, {}), "mpigauge fail", "mpigauge inconclusive");
  pugi::xml_document junit;
  junit.load_string(JUnitText(comparison, {}).c_str());
  const pugi::xml_node suite = junit.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_llong(),
            std::distance(suite.children("testcase").begin(), suite.children("testcase").end()));
  const auto waived = static_cast<int>(comparison.CountWaived());  // seen as skipped, and not held against it
  verdicts["junit"] = suite.attribute("failures").as_int() > 0       ? "fail"
                      : suite.attribute("skipped").as_int() > waived ? "inconclusive"
                                                                     : "pass";
  return verdicts;
}

Comparison OfOneSeries() {
  Comparison comparison;
  comparison.alpha = 0.05;
  comparison.series = {Series("allreduce/bytes:8/ranks:2", 1.0, Verdict::kPass)};
  comparison.verdict = Verdict::kPass;
  return comparison;
}

// Its median passes.
Comparison OfWorseTail(Verdict verdict) {
  Comparison comparison = OfOneSeries();
  SeriesComparison& series = comparison.series[0];
  series.verdict = comparison.verdict = verdict;
  series.decided_by = DecidedBy::kTail;
  series.reason = "33% of observations take more than 1.20 us (baseline 0.1%)";
  series.stretched = {true, 1.2e-6, 0.001, 0.33, 0.002, 1e-6, 1e-5};
  return comparison;
}

// Nobody who reads one output alone takes it for a slower median, or for a pass.
TEST(Format, AWorseTailIsSaidInTheSameWordsEverywhere) {
  const Comparison comparison = OfWorseTail(Verdict::kFail);
  const std::string words = "fail (tail): 33% of observations take more than 1.20 us (baseline 0.1%)";
  const std::string line = "allreduce is slower in its tail at 8 B: " + words + ".";
  const std::string headline = "FAIL: 1 of 1 series fail (allreduce); worst: allreduce/bytes:8/ranks:2: " + words;
  for (const FormatOptions& options : {FormatOptions{}, FormatOptions{false, true}}) {
    const std::string terminal = TerminalText(comparison, options);
    EXPECT_THAT(terminal, HasSubstr("\n" + line + "\n"));
    EXPECT_THAT(terminal, HasSubstr("\n" + headline));
    EXPECT_THAT(terminal, HasSubstr("\nfail (tail)  allreduce"));
  }
  const std::string markdown = MarkdownText(comparison, {});
  EXPECT_THAT(markdown, HasSubstr("### mpigauge: " + headline));
  EXPECT_THAT(markdown, HasSubstr("| fail (tail) | `allreduce` |"));
  EXPECT_THAT(markdown, HasSubstr("\n- " + line + "\n"));
  EXPECT_THAT(markdown, HasSubstr("| `allreduce/bytes:8/ranks:2` | fail (tail) |"));
  const std::string escaped = "fail (tail): 33%25 of observations take more than 1.20 us (baseline 0.1%25)";
  EXPECT_THAT(GitHubText(comparison, {}),
              HasSubstr("::error title=mpigauge::allreduce is slower in its tail at 8 B: " + escaped));
  const Json issue = ParseJson(CodeQualityText(comparison, {}), "issues").at(0);
  EXPECT_EQ(issue.at("description"), line);
  EXPECT_EQ(issue.at("fingerprint"), "mpigauge/fail-tail/allreduce/ranks:2");
  EXPECT_EQ(issue.at("severity"), "major");
  pugi::xml_document junit;
  ASSERT_TRUE(junit.load_string(JUnitText(comparison, {}).c_str()));
  const pugi::xml_node failure = junit.select_node("//testcase/failure").node();
  EXPECT_EQ(failure.attribute("message").value(), words);
  EXPECT_STREQ(failure.attribute("type").value(), "tail");
  EXPECT_THAT(junit.select_node("//system-out").node().text().get(), HasSubstr(line));
  const Json json = ParseJson(FindFormat("json")(comparison, {}), "json");
  EXPECT_EQ(json.at("series").at(0).at("decided_by"), "tail");
  EXPECT_EQ(json.at("series").at(0).at("stretched").at("candidate_share"), 0.33);
  EXPECT_TRUE(json.at("series").at(0).at("slow_launches").is_null());
  EXPECT_EQ(json.at("findings").at(0).at("text"), line);
  EXPECT_EQ(json.at("findings").at(0).at("decided_by"), "tail");
  EXPECT_EQ(ToJson(ComparisonFromJson(ToJson(comparison), "json")), ToJson(comparison));
  EXPECT_EQ(VerdictSentence(comparison), "allreduce got slower in its tail: 1 of 1 series fail.");
}

TEST(Format, AllOutputsAgreeOnTheVerdictWhateverDecidedIt) {
  std::vector<Comparison> all(6, OfOneSeries());
  all[1].series[0] = Series("allreduce/bytes:8/ranks:2", 1.2, Verdict::kFail);
  all[1].verdict = Verdict::kFail;
  all[2].families = {{"allreduce over bytes", {"a", "b"}, 1.03, 0.025, 0.001, Verdict::kFail, "+3.0% slower", ""}};
  all[2].verdict = Verdict::kFail;
  all[3].losses = {"7 of 20 launches of the candidate crashed, hung or never began to measure", Verdict::kFail};
  all[3].verdict = Verdict::kFail;
  all[4].losses = {"1 of 20 launches of the candidate crashed, hung or never began to measure", Verdict::kInconclusive};
  all[4].verdict = Verdict::kInconclusive;
  all[5].series[0].broken = Broken::kDoesNotWork;
  all[5].series[0].verdict = all[5].verdict = Verdict::kFail;
  all[5].series[0].ratio = all[5].series[0].candidate_median = std::nan("");
  all[5].series[0].reason = "works in the baseline and in none of 10 launches of the candidate";
  for (const Verdict verdict : {Verdict::kFail, Verdict::kInconclusive}) {
    all.push_back(OfWorseTail(verdict));
  }
  ApplicationImpact solver;
  solver.application = "solver";
  for (const char* verdict : {"fail", "inconclusive"}) {
    solver.verdict = verdict;
    TakeImpact({{solver}, 0.02, verdict, {}}, all.emplace_back(OfOneSeries()));
  }
  DoubtImpact("no trace could be read", true, all.emplace_back(OfOneSeries()));
  all.emplace_back(OfOneSeries()).series[0].waived = "up to +10.0% until 2026-12-31 by Ada: known";
  all.emplace_back(OfOneSeries()).series.clear();  // nothing was compared
  all.back().verdict = Verdict::kInconclusive;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const auto& [output, verdict] : VerdictsOfOutputs(all[i])) {
      EXPECT_EQ(verdict, VerdictName(all[i].verdict)) << output << " of comparison " << i;
    }
  }
  EXPECT_THAT(TerminalText(all[5], {}), HasSubstr("allreduce fails at 8 B: works in the baseline"));
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

// A label with a line end once printed a verdict of its own, and one with an escape sequence recoloured the terminal.
TEST(Format, NamesAreNamesInEveryFormat) {
  Comparison comparison = Example();
  comparison.baseline = "old\n::error::x";
  comparison.candidate = "new`<img src=x>@team";
  comparison.series[0].name = "allreduce\x1b[2J\nPASS: all";
  comparison.notes = {"<script>\n\xef\xbf\xbe"};
  const std::string terminal = TerminalText(comparison, {false, true});
  EXPECT_THAT(terminal, HasSubstr("baseline old\\n::error::x, candidate new`<img"));
  EXPECT_THAT(terminal, testing::Not(HasSubstr("\x1b")));
  EXPECT_THAT(terminal, testing::Not(HasSubstr("\nPASS: all")));
  EXPECT_THAT(GitHubText(comparison, {}), testing::Not(HasSubstr("\nPASS: all")));
  const std::string markdown = MarkdownText(comparison, {});
  EXPECT_THAT(markdown, HasSubstr("Baseline `old\\n::error::x`, candidate `new'<img src=x>@team`"));
  EXPECT_THAT(markdown, HasSubstr("&lt;script>"));
  EXPECT_THAT(markdown, testing::Not(HasSubstr("\nPASS: all")));
  comparison.series[0].reason = "\xef\xbf\xbe";
  pugi::xml_document junit;
  ASSERT_TRUE(junit.load_string(JUnitText(comparison, {}).c_str()));
  EXPECT_THAT(JUnitText(comparison, {}), testing::Not(HasSubstr("\xef\xbf\xbe")));
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

// All series pass, and an application loses too much.
TEST(Format, WhatItCostsApplicationsIsInAllFormats) {
  Comparison comparison;
  comparison.series = {Series("allreduce/bytes:8/ranks:2", 1.01, Verdict::kPass)};
  comparison.verdict = Verdict::kPass;
  ApplicationImpact solver;
  solver.application = "solver";
  solver.ratio = 1.031;
  solver.low = 1.028;
  solver.high = 1.034;
  solver.verdict = "fail";
  solver.parts = {{"allreduce", 8, "allreduce 8 B", 99, 1.03, 1.02, 1.04}};
  solver.notes = {"scan was not measured"};
  ApplicationImpact wave;
  wave.application = "wave <&>";
  wave.verdict = "inconclusive";
  TakeImpact({{solver, wave}, 0.02, "fail", {}}, comparison);
  const std::string sentence = "solver: +3.1% [2.8, 3.4], of which allreduce 8 B 3.0";
  const std::string headline =
      "FAIL: 1 of 2 application(s) lose more than +2.0%; worst: " + sentence + "; of series: tolerance 5%";
  EXPECT_THAT(TerminalText(comparison, {}), HasSubstr("\nimpact: " + sentence + "; fail\n"));
  EXPECT_THAT(TerminalText(comparison, {}), HasSubstr("\nnote: impact: scan was not measured\n" + headline + "\n"));
  EXPECT_THAT(MarkdownText(comparison, {}), HasSubstr("### mpigauge: " + headline));
  EXPECT_THAT(MarkdownText(comparison, {}), HasSubstr("\n- " + sentence + "; fail\n"));
  EXPECT_THAT(GitHubText(comparison, {}), HasSubstr("::error title=mpigauge::impact: solver: +3.1%25"));
  EXPECT_THAT(GitHubText(comparison, {}), HasSubstr("::warning title=mpigauge::impact: wave"));
  pugi::xml_document junit;
  ASSERT_TRUE(junit.load_string(JUnitText(comparison, {}).c_str()));
  const pugi::xml_node suite = junit.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 3);
  EXPECT_EQ(suite.attribute("failures").as_int(), 1);
  EXPECT_EQ(suite.attribute("skipped").as_int(), 1);
  EXPECT_EQ(suite.find_child_by_attribute("testcase", "name", "solver").child("failure").attribute("message").value(),
            sentence);
  EXPECT_EQ(ComparisonFromJson(ToJson(comparison), "c").impact->applications[1].application, "wave <&>");
}

TEST(Format, APassWithWaiversIsNotSilentAboutThem) {
  Comparison comparison = Example();
  comparison.series.erase(comparison.series.begin(), comparison.series.begin() + 2);
  comparison.verdict = Verdict::kPass;
  EXPECT_THAT(TerminalText(comparison, {}), HasSubstr("waived   scan    8 B "));
  EXPECT_THAT(TerminalText(comparison, {}), HasSubstr("than its tolerance of 5%, but for 1 that is waived\n"));
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

TEST(Format, WhatAnUpdateHasNewAndNoMoreIsALine) {
  Comparison comparison = Example();
  comparison.selection_changes = {{"btl_sm_eager_limit", "(none)", "4096", ""},
                                  {"smsc_cma_priority", "(none)", "37", ""},
                                  {"btl_vader_eager_limit", "4096", "(none)", ""}};
  const std::string text = TerminalText(comparison, {false, true});
  EXPECT_NE(text.find("variables of the library: 2 new, 1 gone; JSON names them\n"), std::string::npos) << text;
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
