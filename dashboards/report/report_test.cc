#include "dashboards/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "baselines/compare/comparison_json.h"
#include "baselines/compare/groups.h"
#include "baselines/format/example_comparisons.h"
#include "baselines/format/findings.h"
#include "baselines/verdict/conclusion.h"
#include "dashboards/data/view.h"
#include "dashboards/report/examples.h"

namespace mpigauge {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

TEST(Html, TextIsEscaped) {
  EXPECT_EQ(EscapeHtml("a < b & \"c\" > 'd'"), "a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;");
}

TEST(Html, JsonCannotEndItsScriptElement) {
  const Json value = {{"</script><!--", "\xe2\x80\xa8 \xc3\xa4 \xff"}};
  const std::string text = ScriptJson(value);
  EXPECT_EQ(text, R"({"\u003c/script>\u003c!--":"\u2028 \u00e4 \ufffd"})");
  EXPECT_EQ(Json::parse(text).begin().key(), "</script><!--");
}

TEST(Html, MarkersAreFilledOnce) {
  const std::map<std::string, std::string, std::less<>> values = {{"A", "{{B}}"}, {"B", "b"}};
  EXPECT_EQ(FillTemplate("{{A}} {{B}}{{B}} {{C}} {{{A}}} {{ {{B}", values), "{{B}} bb {{C}} {{{B}}} {{ {{B}");
  EXPECT_EQ(FillTemplate("{{", values), "{{");
  EXPECT_EQ(FillTemplate("", values), "");
}

std::string Report(const std::string& kind) {
  return PageHtml(ToJson(ComparisonView{ExampleComparison(kind), "gate 1 of today"}));
}

// Returns the text between the two; the first such place.
std::string Between(const std::string& text, const std::string& open, const std::string& close) {
  const auto begin = text.find(open);
  if (begin == std::string::npos) return "(not found)";
  return text.substr(begin + open.size(), text.find(close, begin) - begin - open.size());
}

std::size_t Occurrences(const std::string& text, const std::string& wanted) {
  std::size_t count = 0;
  for (auto at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + 1)) ++count;
  return count;
}

TEST(Report, SaysTheVerdictWithoutAnyScript) {
  const std::string html = Report("fail");
  EXPECT_EQ(Between(html, "<title>", "</title>"),
            "fail: allreduce and bcast got slower: 10 of 50 series fail. - mpigauge");
  EXPECT_THAT(html, HasSubstr("<header class=\"banner fail\">"));
  EXPECT_THAT(html, HasSubstr("<span id=\"headline\">allreduce and bcast got slower: 10 of 50 series fail.</span>"));
  EXPECT_THAT(html, HasSubstr("<li class=\"fail\">allreduce got slower at 8 B to 1 MiB (8 of 8 sizes), most at "));
  EXPECT_THAT(html, HasSubstr("10 fail, 0 inconclusive, 40 pass. Tolerance 5%."));
}

// It was decided by something else than a median, and the page said "0 of 50 series cannot be told apart".
TEST(Report, SaysTheVerdictWhateverDecidedIt) {
  std::vector<Comparison> all(6, ExampleComparison("pass"));
  all[0].losses = {"7 of 20 launches of the candidate crashed", Verdict::kFail};
  all[1].losses = {"1 of 20 launches of the candidate crashed", Verdict::kInconclusive};
  FamilyComparison family{"allreduce over bytes", {"a", "b"}, 1.03, 0.025, 0.001, Verdict::kFail, "+3.0% slower", ""};
  all[2].families = {family};
  family.verdict = Verdict::kInconclusive;
  all[3].families = {family};
  all[4].series[0].broken = Broken::kDoesNotWork;
  all[4].series[0].verdict = Verdict::kFail;
  all[4].series[0].ratio = all[4].series[0].candidate_median = std::nan("");
  all[5].lacks_impact = true;
  for (Comparison& one : all) one.verdict = SuiteVerdict(one);
  const std::string headlines[] = {"fail: 7 of 20 launches of the candidate crashed",
                                   "inconclusive: 1 of 20 launches of the candidate crashed",
                                   "fail: None of 50 series alone, but together: allreduce over bytes",
                                   "inconclusive: Families of series cannot be told apart from a slowdown",
                                   "fail: " + all[4].series[0].case_name + " ended in errors: 1 of 50 series fail",
                                   "inconclusive: Nothing got slower, and the cost for applications is not known"};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string html = PageHtml(ToJson(ComparisonView{all[i], "gate 1 of today"}));
    EXPECT_THAT(Between(html, "<title>", "</title>"), StartsWith(headlines[i]));
    EXPECT_THAT(html, HasSubstr("<header class=\"banner " + VerdictName(all[i].verdict) + "\">"));
  }
}

// The list that all formats are held against.
TEST(Report, ItsBannerIsTheVerdictWhateverDecidedIt) {
  for (const DecidedExample& example : DecidedExamples()) {
    const std::string html = PageHtml(ToJson(ComparisonView{example.comparison, "gate 1 of today"}));
    const std::string verdict = VerdictName(example.comparison.verdict);
    EXPECT_THAT(Between(html, "<title>", "</title>"), StartsWith(verdict + ": ")) << example.what;
    EXPECT_THAT(html, HasSubstr("<header class=\"banner " + verdict + "\">")) << example.what;
  }
}

TEST(Report, LostLaunchesAndFamiliesAreSaidBesideASeriesThatFails) {
  const std::string html = PageHtml(ToJson(ComparisonView{OfEverythingAtOnce(), "gate 1 of today"}));
  EXPECT_THAT(Between(html, "<span id=\"headline\">", "</span>"), "allreduce got slower: 1 of 1 series fail.");
  EXPECT_THAT(Between(html, "<p class=\"subject\">", "</p>"),
              HasSubstr("1 of 1 families of series fails. 7 of 20 launches of the candidate crashed, hung"));
}

std::vector<std::string> Texts(const Comparison& comparison) {
  std::vector<std::string> texts;
  for (const Finding& finding : Findings(comparison, GroupBySize(comparison.series))) {
    texts.push_back(finding.kind + ": " + finding.text);
  }
  return texts;
}

TEST(ReportFindings, WholeSuiteIsSummedUpByCase) {
  const Comparison comparison = ExampleComparison("fail");
  EXPECT_EQ(VerdictSentence(comparison), "allreduce and bcast got slower: 10 of 50 series fail.");
  EXPECT_THAT(Texts(comparison),
              ElementsAre(StartsWith("fail: allreduce got slower at 8 B to 1 MiB (8 of 8 sizes), most at "),
                          HasSubstr("slower at 64 B and 512 B (2 of 8 sizes), most at "),
                          StartsWith("faster: reduce got faster at ")));
}

TEST(ReportFindings, InconclusiveSeriesAreNamedWithTheirReason) {
  const Comparison comparison = ExampleComparison("inconclusive");
  EXPECT_THAT(VerdictSentence(comparison), HasSubstr("of 50 series cannot be told apart from a slowdown"));
  EXPECT_THAT(Texts(comparison)[0], HasSubstr("3 and 3 launches allow an interval of 90.0%, 95% is asked for"));
}

TEST(ReportFindings, NothingToSay) {
  EXPECT_THAT(Texts(ExampleComparison("pass")), IsEmpty());
  EXPECT_EQ(VerdictSentence(ExampleComparison("pass")),
            "Nothing got slower: all 50 series stayed within their tolerance of 5%.");
}

TEST(Report, TheDataComeBack) {
  for (const std::string& kind : ExampleKinds()) {
    const std::string html = Report(kind);
    const Json data = Json::parse(Between(html, "<script type=\"application/json\" id=\"data\">", "</script>"));
    const Comparison back = ComparisonFromJson(data.at("comparison"), kind);
    EXPECT_EQ(back.series.size(), ExampleComparison(kind).series.size()) << kind;
    EXPECT_EQ(back.baseline, ExampleComparison(kind).baseline) << kind;
  }
}

TEST(Report, AllowsItsOwnScriptAndStyleAndNothingElse) {
  const std::string policy = Between(Report("fail"), "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
  EXPECT_THAT(policy, testing::MatchesRegex("default-src 'none'; script-src 'sha256-[A-Za-z0-9+/=]+'; "
                                            "style-src 'sha256-[A-Za-z0-9+/=]+'; .*"));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
}

TEST(Report, TheServedPageMayAskItsOwnServerAlone) {
  const std::string html = PageHtml({{"kind", "web"}});
  const std::string policy = Between(html, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
  EXPECT_THAT(policy, AllOf(StartsWith("default-src 'none';"), HasSubstr("; connect-src 'self'; img-src 'self';")));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
  EXPECT_THAT(html, HasSubstr("<link rel=\"icon\" type=\"image/svg+xml\" href=\"favicon.svg\">"));
  EXPECT_THAT(Report("fail"),
              AllOf(Not(HasSubstr("connect-src")), Not(HasSubstr("img-src")), Not(HasSubstr("rel=\"icon\""))));
}

TEST(Report, HostileNamesAddNoElement) {
  const std::string plain = Report("fail");
  const std::string hostile = Report("hostile");
  for (const char* open : {"<script", "</script", "<img", "<svg", "<!--", "<b>bold"}) {
    EXPECT_EQ(Occurrences(hostile, open), Occurrences(plain, open)) << open;
  }
  EXPECT_THAT(hostile, HasSubstr("allreduce&lt;/script&gt;&lt;script&gt;alert(1)"));
  EXPECT_THAT(hostile, HasSubstr("{{DATA}} &quot;&#39;&gt;&lt;svg onload"));
}

}  // namespace
}  // namespace mpigauge
