#include "harness/program/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Options Parse(const std::vector<std::string>& arguments) {
  std::optional<Help> help;
  return ParseOptions(arguments, help);
}

std::string ErrorOf(const std::vector<std::string>& arguments) {
  return mpigauge::UsageErrorOf([&] { Parse(arguments); });
}

TEST(Options, OursAndGooglesSideBySide) {
  const Options options =
      Parse({"--passes", "8", "--benchmark_filter=allreduce", "--record", "x.json", "--v=2", "--expect-ranks", "4"});
  EXPECT_EQ(options.passes, 8);
  EXPECT_EQ(options.expect_ranks, 4);
  EXPECT_EQ(options.record, "x.json");
  EXPECT_THAT(options.google, ElementsAre("--benchmark_filter=allreduce", "--v=2"));
  EXPECT_EQ(options.format, "table");
}

TEST(Options, GoogleFlagsThatRanksWouldDecideAloneAreTranslated) {
  const Options options = Parse(
      {"--benchmark_repetitions=5", "--benchmark_min_time=0.1", "--benchmark_out=y.json", "--benchmark_format=csv"});
  EXPECT_EQ(options.passes, 5);
  EXPECT_DOUBLE_EQ(options.visit_budget_seconds, 0.02);
  EXPECT_EQ(options.observations, 1000000);
  EXPECT_EQ(options.record, "y.json");
  EXPECT_EQ(options.format, "csv");
}

// Launches of a circle differ by more than long visits could tell apart. Given options hold, there as elsewhere.
TEST(Options, VisitsInTurnsAreShorter) {
  const Options turning = Parse({"--circle=id,0,name"});
  EXPECT_LT(turning.visit_budget_seconds, Parse({}).visit_budget_seconds);
  EXPECT_LT(turning.least_seconds, Parse({}).least_seconds);
  EXPECT_GT(turning.least_seconds, 0);
  const Options asked = Parse({"--circle=id,0,name", "--visit-budget=3ms", "--least-time=2s"});
  EXPECT_DOUBLE_EQ(asked.visit_budget_seconds, 0.003);
  EXPECT_DOUBLE_EQ(asked.least_seconds, 2);
  EXPECT_EQ(Parse({"--circle=id,0,name", "--passes=3"}).least_seconds, 0);
}

// Ten passes belong to a second and a half, twice as many to four times that, and three are the least.
TEST(Options, ALongerLaunchHasMorePasses) {
  EXPECT_EQ(Parse({"--time-budget=1.5s"}).passes, 10);
  EXPECT_EQ(Parse({"--time-budget=6s"}).passes, 20);
  EXPECT_EQ(Parse({"--time-budget=10ms"}).passes, 3);
  EXPECT_EQ(Parse({"--time-budget=6s", "--passes=7"}).passes, 7);
  EXPECT_EQ(Parse({"--time-budget=6s"}).least_seconds, 0);
  EXPECT_EQ(Parse({"--observations=2"}).least_observations, 2);
}

TEST(Options, ThereMayBeNoWarmUp) {
  EXPECT_FALSE(Parse({}).warm_up.has_value());
  EXPECT_EQ(Parse({}).Settings().at("warm_up"), "default");
  EXPECT_EQ(Parse({"--warm-up=0"}).warm_up, 0);
  EXPECT_EQ(Parse({"--warm-up", "25"}).Settings().at("warm_up"), "25");
  EXPECT_THAT(ErrorOf({"--warm-up=-1"}), HasSubstr("--warm-up: "));
}

TEST(Options, TheLengthOfLoopsIsATimeWithinItsBounds) {
  EXPECT_DOUBLE_EQ(Parse({}).observation_seconds, 50e-6);
  EXPECT_DOUBLE_EQ(Parse({"--observation-time=1us"}).observation_seconds, 1e-6);
  const Options options = Parse({"--observation-time", "1ms"});
  EXPECT_DOUBLE_EQ(options.observation_seconds, 1e-3);
  EXPECT_EQ(options.Settings().at("observation_time"), "1.00 ms");
  EXPECT_THAT(ErrorOf({"--observation-time=0.9us"}),
              HasSubstr("--observation-time: '0.9us' is not between 1.00 us and"));
  EXPECT_THAT(ErrorOf({"--observation-time=2s"}), HasSubstr("--observation-time: '2s' is not between"));
  EXPECT_THAT(ErrorOf({"--observation-time=soon"}), HasSubstr("--observation-time: 'soon'"));
}

TEST(Options, TheClocksAreChosenByName) {
  const Options options = Parse({"--timer=tsc", "--clock-sync", "jk", "--resynchronize=250ms"});
  EXPECT_EQ(options.timer, "tsc");
  EXPECT_EQ(options.clock_sync, "jk");
  EXPECT_DOUBLE_EQ(options.resynchronize_seconds, 0.25);
  EXPECT_EQ(options.Settings().at("resynchronize"), "250 ms");
  EXPECT_EQ(Parse({}).timer, "clock_monotonic_raw");
}

// MPIPerf's d, k', k, share of incorrect launches and gamma [KU1, KU4, KU5].
TEST(Options, MpiperfsNumbersAreTaken) {
  const Options options = Parse({"--clock-exchanges=200", "--window-first-launches=5", "--window-launches", "16",
                                 "--window-incorrect=10%", "--window-factor=1.5"});
  EXPECT_EQ(options.clock_exchanges, 200);
  EXPECT_EQ(options.window.first_launches, 5);
  EXPECT_EQ(options.window.launches, 16);
  EXPECT_DOUBLE_EQ(options.window.most_incorrect, 0.1);
  EXPECT_DOUBLE_EQ(options.window.factor, 1.5);
  const auto settings = options.Settings();
  EXPECT_EQ(settings.at("clock_exchanges"), "200");
  EXPECT_EQ(settings.at("window_first_launches"), "5");
  EXPECT_EQ(settings.at("window_launches"), "16");
  EXPECT_EQ(settings.at("window_incorrect"), "10%");
  EXPECT_EQ(settings.at("window_factor"), "1.5");
}

// A stage has at most 64 launches, which is what the ranks have room for; a window is no shorter than its launch.
TEST(Options, MpiperfsNumbersHaveBounds) {
  for (const std::string& number : std::vector<std::string>{"--window-launches", "--window-first-launches"}) {
    EXPECT_THAT(ErrorOf({number + "=0"}), HasSubstr(number + ": "));
    EXPECT_THAT(ErrorOf({number + "=65"}), HasSubstr(number + ": "));
    EXPECT_EQ(ErrorOf({number + "=1"}), "no error");
    EXPECT_EQ(ErrorOf({number + "=64"}), "no error");
  }
  EXPECT_THAT(ErrorOf({"--window-factor=0.9"}), HasSubstr("--window-factor: "));
  EXPECT_THAT(ErrorOf({"--window-factor=2.1"}), HasSubstr("--window-factor: "));
  EXPECT_THAT(ErrorOf({"--window-incorrect=many"}), HasSubstr("--window-incorrect: 'many'"));
  EXPECT_THAT(ErrorOf({"--window-incorrect=10"}), HasSubstr("did you mean 10%?"));
  EXPECT_THAT(ErrorOf({"--clock-exchanges=0"}), HasSubstr("--clock-exchanges: "));
  EXPECT_THAT(ErrorOf({"--clock-exchanges=2000000"}), HasSubstr("--clock-exchanges: "));
}

TEST(Options, SizesAreParsedBeforeAnythingIsMeasured) {
  EXPECT_EQ(Parse({}).planner, nullptr);
  EXPECT_EQ(Parse({}).Settings().at("sizes"), "default");
  const Options options = Parse({"--sizes=powers:8:64"});
  EXPECT_THAT(options.planner->Sizes({}), ElementsAre(8, 16, 32, 64));
  EXPECT_EQ(options.Settings().at("sizes"), "powers:8:64");
  EXPECT_THAT(ErrorOf({"--sizes", "8,64Q"}), HasSubstr("--sizes: '64Q'"));
}

TEST(Options, NumbersOfRanksArePlannedAsSizesAre) {
  EXPECT_EQ(Parse({}).rank_planner, nullptr);
  EXPECT_EQ(Parse({}).Settings().at("ranks"), "all");
  EXPECT_THAT(Parse({"--ranks=2,3,5"}).rank_planner->Sizes({}), ElementsAre(2, 3, 5));
  EXPECT_THAT(Parse({"--ranks=bisection:1:9"}).rank_planner->Sizes({}), ElementsAre(1, 3, 4, 8, 9));
  EXPECT_THAT(ErrorOf({"--ranks=few"}), HasSubstr("--ranks: 'few'"));
  EXPECT_THAT(ErrorOf({"--ranks=skampi:2:8", "--sizes=bisection:0:64"}), HasSubstr("only one of them can be found"));
}

TEST(Options, BuffersAreNamedWhereTheyAreNotTheUsualOnes) {
  EXPECT_EQ(Parse({}).buffers.Text(), "");
  EXPECT_EQ(Parse({"--buffers=rotating"}).buffers.Text(), "rotating");
  EXPECT_EQ(Parse({"--buffers=fresh", "--alignment=64"}).buffers.Text(), "fresh+64");
  EXPECT_EQ(Parse({"--alignment=64"}).buffers.Text(), "reused+64");
  EXPECT_THAT(ErrorOf({"--buffers=warm"}), HasSubstr("--buffers: 'warm'"));
  EXPECT_THAT(ErrorOf({"--alignment=3"}), HasSubstr("--alignment: '3'"));
}

TEST(Options, TheThreadLevelIsKnownBeforeRanksCanAgree) {
  EXPECT_EQ(WantedThreads({}), "single");
  EXPECT_EQ(WantedThreads({"--threads=multiple"}), "multiple");
  EXPECT_EQ(WantedThreads({"--passes", "3", "--threads", "serialized"}), "serialized");
  EXPECT_EQ(WantedThreads({"--threads=many"}), "single");
  EXPECT_EQ(WantedThreads({"--config=/no/such/file", "--threads=multiple"}), "multiple");
  EXPECT_EQ(Parse({"--threads=multiple"}).threads, "multiple");
  EXPECT_THAT(ErrorOf({"--threads=many"}), HasSubstr("--threads"));
}

TEST(Options, TheLastWordOnWhatIsLastCounts) {
  EXPECT_EQ(Parse({"--last=a", "--last=^(b|c)$"}).last, "^(b|c)$");
  EXPECT_THAT(ErrorOf({"--last=(b"}), HasSubstr("--last: '(b' is not a regular expression"));
  EXPECT_THAT(ErrorOf({"--series=(b"}), HasSubstr("--series: '(b' is not a regular expression"));
}

// "nan" is neither below a range nor above it, and once passed.
TEST(Options, NumbersWithAFractionAreInTheirRanges) {
  for (const char* text : {"nan", "inf", "-1", "x", "11"}) {
    const std::string value = text;
    EXPECT_THAT(ErrorOf({"--epsilon=" + value}),
                HasSubstr("--epsilon: '" + value + "' is not a number from 1e-06 to 10"));
    EXPECT_THAT(ErrorOf({"--confidence=" + value}),
                HasSubstr("--confidence: '" + value + "' is not a number from 0.5 to 0.9999"));
    EXPECT_THAT(ErrorOf({"--window-factor=" + value}),
                HasSubstr("--window-factor: '" + value + "' is not a number from 1 to 2"));
  }
  EXPECT_EQ(Parse({"--epsilon=0.03"}).epsilon, 0.03);
  EXPECT_EQ(Parse({"--confidence=0.95"}).confidence, 0.95);
  EXPECT_EQ(Parse({"--window-factor=1.5"}).window.factor, 1.5);
}

TEST(Options, HelpShowsExamples) {
  std::optional<Help> help;
  ParseOptions({"--help"}, help);
  ASSERT_TRUE(help.has_value());
  EXPECT_THAT(help->text, HasSubstr("mpirun -n 2 mpigauge-bench --benchmark_filter=allreduce"));
}

TEST(Options, MistakesAreNamed) {
  EXPECT_THAT(ErrorOf({"--passses", "3"}), HasSubstr("--passses"));
  EXPECT_THAT(ErrorOf({"--passes", "0"}), HasSubstr("--passes"));
  EXPECT_THAT(ErrorOf({"--passes", "many"}), HasSubstr("many"));
  EXPECT_THAT(ErrorOf({"--visit-budget", "soon"}), HasSubstr("--visit-budget: 'soon'"));
  EXPECT_THAT(ErrorOf({"--timer=sundial"}), HasSubstr("sundial"));
  EXPECT_THAT(ErrorOf({"--clock-sync=guess"}), HasSubstr("guess"));
  EXPECT_THAT(ErrorOf({"--resynchronize=soon"}), HasSubstr("--resynchronize: 'soon'"));
  EXPECT_THAT(ErrorOf({"--benchmark_repetitions=x"}), HasSubstr("--benchmark_repetitions: 'x'"));
  EXPECT_THAT(ErrorOf({"--benchmark_format=xml"}), HasSubstr("xml"));
  EXPECT_THAT(ErrorOf({"--benchmark_enable_random_interleaving=true"}), HasSubstr("has no meaning here"));
  EXPECT_THAT(ErrorOf({"--benchmark_out_format=csv"}), HasSubstr("csv"));
}

}  // namespace
}  // namespace mpigauge
