// All formats say the same of a comparison, in the same words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <pugixml.hpp>
#include <string>

#include "baselines/compare/comparison_json.h"
#include "baselines/format/example_comparisons.h"
#include "baselines/format/findings.h"
#include "baselines/format/format.h"
#include "baselines/verdict/conclusion.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

// Returns the verdict that each output gives of a comparison: "fail", "inconclusive" or "pass".
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

// Nobody who reads one output alone takes it for a slower median, or for a pass.
TEST(FormatsAgree, AWorseTailIsSaidInTheSameWordsEverywhere) {
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

TEST(FormatsAgree, AWorseMeanIsSaidInTheSameWordsEverywhere) {
  const Comparison comparison = OfWorseMean(Verdict::kFail);
  const std::string words = "fail (mean): calls take 8.20 us in the mean (baseline 385 ns, +2030%; the median +2.2%)";
  const std::string line = "allreduce is slower in the mean at 8 B: " + words;
  const std::string headline = "FAIL: 1 of 1 series fail (allreduce); worst: allreduce/bytes:8/ranks:2: " + words;
  EXPECT_THAT(TerminalText(comparison, {}), HasSubstr("\n" + line));
  EXPECT_THAT(TerminalText(comparison, {}), HasSubstr("\n" + headline));
  EXPECT_THAT(MarkdownText(comparison, {}), HasSubstr("### mpigauge: " + headline));
  EXPECT_THAT(MarkdownText(comparison, {}), HasSubstr("| fail (mean) | `allreduce` |"));
  EXPECT_THAT(GitHubText(comparison, {}), HasSubstr("::error title=mpigauge::allreduce is slower in the mean at 8 B"));
  const Json issue = ParseJson(CodeQualityText(comparison, {}), "issues").at(0);
  EXPECT_THAT(issue.at("description").get<std::string>(), HasSubstr(line));
  EXPECT_EQ(issue.at("fingerprint"), "mpigauge/fail-mean/allreduce/ranks:2");
  pugi::xml_document junit;
  ASSERT_TRUE(junit.load_string(JUnitText(comparison, {}).c_str()));
  EXPECT_STREQ(junit.select_node("//testcase/failure").node().attribute("type").value(), "mean");
  const Json json = ParseJson(FindFormat("json")(comparison, {}), "json");
  EXPECT_EQ(json.at("series").at(0).at("decided_by"), "mean");
  EXPECT_EQ(json.at("series").at(0).at("mean").at("candidate_seconds"), 8.2e-6);
  EXPECT_EQ(ToJson(ComparisonFromJson(ToJson(comparison), "json")), ToJson(comparison));
  EXPECT_EQ(VerdictSentence(comparison), "allreduce got slower in the mean: 1 of 1 series fail.");
  EXPECT_THAT(TerminalText(OfWorseMean(Verdict::kInconclusive), {}),
              HasSubstr("allreduce may be slower in the mean at 8 B: inconclusive (mean): calls take"));
}

TEST(FormatsAgree, AllOutputsAgreeOnTheVerdictWhateverDecidedIt) {
  for (const DecidedExample& example : DecidedExamples()) {
    for (const auto& [output, verdict] : VerdictsOfOutputs(example.comparison)) {
      EXPECT_EQ(verdict, VerdictName(example.comparison.verdict)) << output << " of " << example.what;
    }
  }
}

// Nothing got slower as far as these clocks tell.
TEST(FormatsAgree, DoubtsOfClocksAreSaidEverywhere) {
  Comparison comparison = OfOneSeries();
  comparison.clock_doubts = {"timers disagree in 3 of 10 launches of the candidate: rank 0: clock_monotonic_raw slow",
                             "work without MPI takes less"};
  const std::string words = comparison.clock_doubts[0] + "; work without MPI takes less; so nothing passes";
  for (const bool fails : {false, true}) {
    if (fails) comparison.series[0] = Series("allreduce/bytes:8/ranks:2", 1.2, Verdict::kFail);
    comparison.verdict = fails ? Verdict::kFail : Verdict::kInconclusive;
    const std::string told = fails ? "note: " + words : "INCONCLUSIVE: " + words;
    EXPECT_THAT(TerminalText(comparison, {}), HasSubstr("\n" + told));
    EXPECT_THAT(BenchstatText(comparison, {}), HasSubstr("\n" + told));
    EXPECT_THAT(MarkdownText(comparison, {}), HasSubstr("so nothing passes"));
    EXPECT_THAT(GitHubText(comparison, {}), HasSubstr("::warning title=mpigauge::"));
    EXPECT_THAT(GitHubText(comparison, {}), HasSubstr(words));
    EXPECT_THAT(CodeQualityText(comparison, {}), HasSubstr(words));
    EXPECT_THAT(JUnitText(comparison, {}), HasSubstr("<skipped message=\"" + words));
    EXPECT_EQ(ToJson(comparison).at("clock_doubts").size(), 2u);
    EXPECT_EQ(ComparisonFromJson(ToJson(comparison), "json").clock_doubts, comparison.clock_doubts);
  }
}

TEST(FormatsAgree, MoreProcessorTimeIsSaidEverywhere) {
  const Comparison comparison = OfMoreProcessorTime(Verdict::kFail);
  const std::string line =
      "allreduce takes more processor time at 8 B: fail (processor): calls take 2.00 us of processor time (baseline";
  EXPECT_THAT(TerminalText(comparison, {}), HasSubstr("\n" + line));
  EXPECT_THAT(MarkdownText(comparison, {}), HasSubstr("| fail (processor) | `allreduce` |"));
  EXPECT_THAT(GitHubText(comparison, {}), HasSubstr("::error title=mpigauge::" + line));
  EXPECT_THAT(CodeQualityText(comparison, {}), HasSubstr("mpigauge/fail-processor/allreduce/ranks:2"));
  EXPECT_THAT(JUnitText(comparison, {}), HasSubstr("type=\"processor\""));
  EXPECT_EQ(ToJson(comparison).at("series").at(0).at("processor").at("candidate_seconds"), 2e-6);
  EXPECT_EQ(ToJson(ComparisonFromJson(ToJson(comparison), "json")), ToJson(comparison));
  EXPECT_EQ(VerdictSentence(comparison), "allreduce took more processor time: 1 of 1 series fail.");
}

TEST(FormatsAgree, MoreMemoryIsSaidEverywhere) {
  const std::string words = "a rank of the candidate has 572.2 MiB in memory at its peak (baseline 95.4 MiB, +500.0%)";
  for (const Verdict verdict : {Verdict::kFail, Verdict::kInconclusive}) {
    const Comparison comparison = OfMoreMemory(verdict);
    const bool fails = verdict == Verdict::kFail;
    const std::string headline = (fails ? "FAIL: " : "INCONCLUSIVE: ") + words;
    EXPECT_THAT(TerminalText(comparison, {}), HasSubstr("\n" + headline));
    EXPECT_THAT(BenchstatText(comparison, {}), HasSubstr("\n" + headline));
    EXPECT_THAT(MarkdownText(comparison, {}), HasSubstr("### mpigauge: " + headline));
    EXPECT_THAT(GitHubText(comparison, {}), HasSubstr((fails ? "::error" : "::warning") + std::string(" title=")));
    EXPECT_THAT(CodeQualityText(comparison, {}), HasSubstr("mpigauge/memory"));
    EXPECT_THAT(JUnitText(comparison, {}), HasSubstr((fails ? "<failure message=\"" : "<skipped message=\"") + words));
    EXPECT_EQ(ToJson(comparison).at("memory").at("candidate_bytes"), 6e8);
    EXPECT_EQ(ToJson(ComparisonFromJson(ToJson(comparison), "json")), ToJson(comparison));
  }
}

TEST(FormatsAgree, WhyASeriesHasNoTimesIsInItsLine) {
  for (const Broken broken : {Broken::kWrongData, Broken::kDoesNotWork, Broken::kNoTimes}) {
    EXPECT_THAT(TerminalText(OfBrokenSeries(broken, "for this reason"), {}),
                HasSubstr("allreduce fails at 8 B: for this reason.\n"))
        << BrokenName(broken);
  }
}

// The headline is about the series alone, and the others were once in none of the annotations.
TEST(FormatsAgree, LostLaunchesAndFamiliesAreSaidBesideASeriesThatFails) {
  const Comparison comparison = OfEverythingAtOnce();
  const std::string lost = "7 of 20 launches of the candidate crashed, hung or never began to measure";
  const std::string family = "allreduce over bytes (2 series, +3.0%): +3.0% slower";
  for (const std::string& text : {TerminalText(comparison, {}), BenchstatText(comparison, {})}) {
    EXPECT_THAT(text, HasSubstr("\nnote: " + lost + "\n"));
    EXPECT_THAT(text, HasSubstr("\nnote: together: fail: " + family + "\n"));
  }
  EXPECT_THAT(MarkdownText(comparison, {}), HasSubstr("\n- " + lost + "\n- together: fail: " + family + "\n"));
  EXPECT_THAT(GitHubText(comparison, {}), HasSubstr("\n::error title=mpigauge::" + lost + "\n"));
  EXPECT_THAT(GitHubText(comparison, {}), HasSubstr("\n::error title=mpigauge::1 of 1 families of series fails: "
                                                    "allreduce over bytes (2 series, +3.0%25)"));
  const Json issues = ParseJson(CodeQualityText(comparison, {}), "issues");
  ASSERT_EQ(issues.size(), 3u);
  EXPECT_EQ(issues.at(1).at("description"), "together: " + family);
  EXPECT_EQ(issues.at(2).at("description"), lost);
  const Json json = ParseJson(FindFormat("json")(comparison, {}), "json");
  EXPECT_EQ(json.at("losses").at("candidate").at("lost"), 7);
  EXPECT_EQ(json.at("families").at(0).at("verdict"), "fail");
  EXPECT_EQ(ToJson(ComparisonFromJson(ToJson(comparison), "json")), ToJson(comparison));
}

TEST(FormatsAgree, JUnitHasATestForEachThatFails) {
  pugi::xml_document junit;
  ASSERT_TRUE(junit.load_string(JUnitText(OfEverythingAtOnce(), {}).c_str()));
  const pugi::xml_node suite = junit.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 3);
  EXPECT_EQ(suite.attribute("failures").as_int(), 3);
  EXPECT_EQ(junit.select_nodes("//testcase/failure").size(), 3u);
  const std::string launches = junit.select_node("//testcase[@classname='launches']/failure").node().text().get();
  EXPECT_THAT(launches, testing::StartsWith("launch 1 of the candidate: crashed: in bcast\nlaunch 3 of the candidate"));
  EXPECT_EQ(std::count(launches.begin(), launches.end(), '\n'), 6);
}

// `failures="0"` beside a gate that failed: no series fails alone.
TEST(FormatsAgree, JUnitFailsWhereAFamilyDoesAndItsSeriesAreOpen) {
  const std::string text = JUnitText(OfAnOpenSeriesAndAFailedFamily(), {});
  EXPECT_THAT(text, HasSubstr("tests=\"2\" failures=\"1\" skipped=\"1\""));
  EXPECT_THAT(text, testing::Not(HasSubstr("failures=\"0\"")));
}

// A reader of one output alone knows what the figures were compared with.
TEST(FormatsAgree, TheToleranceStandsInEveryOutput) {
  Comparison comparison = OfOneSeries();
  comparison.series[0] = Series("allreduce/bytes:8/ranks:2", 1.2, Verdict::kFail);
  comparison.series[0].tolerance = 0.0725;
  for (const Verdict verdict : {Verdict::kFail, Verdict::kInconclusive}) {
    comparison.series[0].verdict = comparison.verdict = verdict;
    for (const std::string& name : FormatNames()) {
      if (name == "json") continue;
      EXPECT_THAT(FindFormat(name)(comparison, {}), testing::ContainsRegex("tolerance (is )?7\\.25%")) << name;
    }
    EXPECT_EQ(ToJson(comparison).at("series").at(0).at("tolerance"), 0.0725);
  }
}

// A label with a line end once printed a verdict of its own, and one with an escape sequence recoloured the terminal.
TEST(FormatsAgree, NamesAreNamesInEveryFormat) {
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

// All series pass, and an application loses too much.
TEST(FormatsAgree, ApplicationImpactIsInAllFormats) {
  Comparison comparison;
  comparison.series = {Series("allreduce/bytes:8/ranks:2", 1.01, Verdict::kPass)};
  comparison.verdict = Verdict::kPass;
  ApplicationImpact solver;
  solver.application = "solver";
  solver.ratio = 1.031;
  solver.low = 1.028;
  solver.high = 1.034;
  solver.verdict = Verdict::kFail;
  solver.parts = {{"allreduce", 8, "allreduce 8 B", 99, 1.03, 1.02, 1.04}};
  solver.notes = {"scan was not measured"};
  ApplicationImpact wave;
  wave.application = "wave <&>";
  wave.verdict = Verdict::kInconclusive;
  comparison.impact = ImpactSection{{solver, wave}, 0.02, Verdict::kFail, {}};
  comparison.verdict = SuiteVerdict(comparison);
  const std::string sentence = "solver: +3.1% [2.8, 3.4], of which allreduce 8 B 3.0";
  const std::string headline =
      "FAIL: 1 of 2 applications loses more than +2.0%; worst: " + sentence + "; of series: tolerance 5%";
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

}  // namespace
}  // namespace mpigauge
