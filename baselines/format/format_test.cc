// Golden files: what people and pipelines see, byte by byte. UPDATE_GOLDEN=<absolute folder of testdata> writes
// them anew; read the difference before committing it.
#include "baselines/format/format.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <pugixml.hpp>
#include <sstream>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

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
                       Series("reduce/bytes:8/ranks:2", 0.8, Verdict::kPass)};
  comparison.series[3].improved = true;
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
  EXPECT_EQ(suite.attribute("tests").as_int(), 4);
  EXPECT_EQ(suite.attribute("failures").as_int(), 1);
  EXPECT_EQ(suite.attribute("skipped").as_int(), 1);
}

TEST(Format, ALongListOfChangesIsCutAndCounted) {
  Comparison comparison = Example();
  comparison.selection_changes.clear();
  for (int i = 0; i < 25; ++i) comparison.selection_changes.push_back({"v" + std::to_string(i), "0", "1", ""});
  const std::string text = TerminalText(comparison, {});
  EXPECT_NE(text.find("selected otherwise: v9 0 -> 1\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("v10 0"), std::string::npos);
  EXPECT_NE(text.find("selected otherwise: 15 more; JSON has them all\n"), std::string::npos) << text;
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
