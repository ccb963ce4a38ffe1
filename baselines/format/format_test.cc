// Golden files: what people and pipelines see, byte by byte. UPDATE_GOLDEN=<absolute folder of testdata> writes
// them anew; read the difference before committing it.
#include "baselines/format/format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <pugixml.hpp>
#include <sstream>

#include "baselines/compare/comparison_json.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

SeriesComparison Series(const std::string& name, double ratio, Verdict verdict) {
  SeriesComparison series;
  series.name = name;
  series.case_name = name.substr(0, name.find('/'));
  series.family = "collective";
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
  comparison.series[4].reason = "slower, tolerance 5%";
  comparison.series[4].waived = "up to +15.0% until 2026-12-31 by Ada: a fix is coming";
  comparison.controls = {Series("spin/operations:1000", 1.0, Verdict::kPass)};
  comparison.allowed_differences = {{"ranks", "2", "4"}};
  comparison.context_differences = {{"kernel", "6.1", "6.2"}};
  comparison.not_compared = {"scan: only in the candidate"};
  comparison.notes = {"the control spin moved by +10.0%"};
  comparison.verdict = Verdict::kFail;
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
};
std::ostream& operator<<(std::ostream& out, const Golden& golden) { return out << golden.file; }

class FormatTest : public testing::TestWithParam<Golden> {};

TEST_P(FormatTest, IsTheGoldenFile) {
  const std::string text = FindFormat(GetParam().format)(Example(), GetParam().options);
  if (const char* folder = std::getenv("UPDATE_GOLDEN")) std::ofstream(folder + ("/" + GetParam().file)) << text;
  EXPECT_EQ(text, Slurp("baselines/format/testdata/" + GetParam().file));
}

INSTANTIATE_TEST_SUITE_P(Formats, FormatTest,
                         testing::Values(Golden{"table.txt", "table", {}},
                                         Golden{"table_all_colors.txt", "table", {true, true}},
                                         Golden{"markdown.md", "markdown", {}}, Golden{"junit.xml", "junit", {}},
                                         Golden{"comparison.json", "json", {}}));

TEST(Format, JUnitIsWellFormedWhateverTheNames) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(JUnitText(Example(), {}).c_str()));
  const auto suite = document.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_int(), 5);
  EXPECT_EQ(suite.attribute("failures").as_int(), 1);
  EXPECT_EQ(suite.attribute("skipped").as_int(), 2);
}

TEST(Format, APassWithWaiversIsNotSilentAboutThem) {
  Comparison comparison = Example();
  comparison.series.erase(comparison.series.begin(), comparison.series.begin() + 2);
  comparison.verdict = Verdict::kPass;
  EXPECT_THAT(TerminalText(comparison, {}), HasSubstr("waived   scan/bytes:8/ranks:2"));
  EXPECT_THAT(TerminalText(comparison, {}), HasSubstr("than its tolerance, but for 1 that is waived\n"));
}

TEST(Format, AComparisonComesBackFromItsJson) {
  const Json json = ToJson(Example());
  EXPECT_EQ(ToJson(ComparisonFromJson(json, "json")), json);
  EXPECT_EQ(ComparisonFromJson(json, "json").series[4].waived, Example().series[4].waived);
}

TEST(Format, AnUnknownFormatNamesTheKnownOnes) {
  try {
    FindFormat("pdf");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "unknown format 'pdf'; there are json, junit, markdown, table");
  }
}

}  // namespace
}  // namespace mpigauge
