#include "harness/method/stopping_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "stats/interval.h"
#include "stats/summary.h"
#include "stats/trimming.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr double kLate = -1;  // in a sequence: not an observation but a start that was missed
constexpr std::int64_t kSecond = 1'000'000'000;

StoppingOptions Named(const std::string& name) {
  StoppingOptions options{5, 1000, kSecond};
  options.name = name;
  return options;
}

struct Played {
  std::vector<double> sample;
  std::int64_t starts = 0;
};

// Tells the rule what `next(start)` gives, each start taking `step_ns`, until it has enough.
Played Play(StoppingRule& rule, const std::function<double(std::int64_t)>& next, std::int64_t step_ns = 1000) {
  Played played;
  do {
    const double value = next(played.starts++);
    if (value == kLate) {
      rule.AddLate();
    } else {
      rule.Add(value);
      played.sample.push_back(value);
    }
  } while (!rule.Enough(played.starts * step_ns) && played.starts < 3'000'000);
  return played;
}

std::function<double(std::int64_t)> Skewed(double spread, unsigned seed) {
  return [random = std::mt19937(seed), times = std::lognormal_distribution<double>(0, spread)](std::int64_t) mutable {
    return times(random);
  };
}

TEST(StoppingRule, EveryRuleStaysWithinItsBoundsWhateverItSees) {
  const std::vector<std::function<double(std::int64_t)>> sequences = {
      [](std::int64_t) { return 1.0; },
      [](std::int64_t) { return 0.0; },
      [](std::int64_t i) { return static_cast<double>(i); },
      [](std::int64_t i) { return i % 2 == 0 ? 1e-9 : 1e9; },
      Skewed(3, 1),
  };
  for (const std::string& name : StoppingRuleNames()) {
    for (const auto& sequence : sequences) {
      const auto rule = MakeStoppingRule(Named(name));
      const auto kept = Play(*rule, sequence).sample.size();
      EXPECT_GE(kept, 5u) << name;
      EXPECT_LE(kept, 1000u) << name;
    }
  }
}

TEST(StoppingRule, TheBudgetEndsEveryRuleButTheFixedOne) {
  for (const std::string& name : StoppingRuleNames()) {
    StoppingOptions options = Named(name);
    options.most_observations = 1'000'000;
    options.budget_ns = 50'000'000;
    const auto rule = MakeStoppingRule(options);
    const std::int64_t starts = Play(*rule, Skewed(3, 2), 1'000'000).starts;
    EXPECT_LE(starts, name == "fixed" ? 2000 : 50) << name;
  }
}

TEST(StoppingRule, EveryRuleGivesUpWhereAllStartsAreLateOrTheMachineIsTooSlow) {
  for (const std::string& name : StoppingRuleNames()) {
    const auto late = MakeStoppingRule(Named(name));
    EXPECT_EQ(Play(*late, [](std::int64_t) { return kLate; }).starts, 1200) << name;  // 200 more than the most
    const auto slow = MakeStoppingRule(Named(name));
    const auto never = [](std::int64_t) { return kLate; };
    EXPECT_EQ(Play(*slow, never, kSecond).starts, 100) << name;  // five times twenty budgets of a second
    EXPECT_EQ(slow->kept(), 0) << name;
    const auto once = MakeStoppingRule(Named(name));
    const auto only_first = [](std::int64_t i) { return i == 0 ? 1.0 : kLate; };
    EXPECT_EQ(Play(*once, only_first, kSecond).starts, 20) << name;  // there is something to keep
  }
}

TEST(StoppingRule, RefusesWhatIsNotFinite) {
  for (const std::string& name : StoppingRuleNames()) {
    const auto rule = MakeStoppingRule(Named(name));
    EXPECT_THROW(rule->Add(std::nan("")), std::invalid_argument);
    EXPECT_THROW(rule->Add(std::numeric_limits<double>::infinity()), std::invalid_argument);
    EXPECT_EQ(rule->kept(), 0);
  }
}

// Work for each observation is bounded: this would take minutes if one rule sorted at every turn.
TEST(StoppingRule, AMillionObservationsAreNoBurden) {
  for (const std::string& name : StoppingRuleNames()) {
    StoppingOptions options = Named(name);
    options.least_observations = options.most_observations = 1'000'000;
    const auto rule = MakeStoppingRule(options);
    EXPECT_EQ(Play(*rule, Skewed(3, 3)).starts, 1'000'000) << name;
  }
}

std::string ErrorOf(const StoppingOptions& options) {
  return mpigauge::UsageErrorOf([&] { MakeStoppingRule(options); });
}

TEST(StoppingRule, UnknownNamesAndValuesWithoutMeaningAreTold) {
  EXPECT_THAT(ErrorOf(Named("often")), HasSubstr("'often'; there are: budget, fixed, least-time"));
  StoppingOptions options = Named("median-interval");
  options.epsilon = 0;
  EXPECT_THAT(ErrorOf(options), HasSubstr("the precision 0 "));
  options = Named("median-interval");
  options.confidence = 95;
  EXPECT_THAT(ErrorOf(options), HasSubstr("the confidence 95 "));
  options = Named("budget");
  options.budget_ns = -1;
  EXPECT_THAT(ErrorOf(options), HasSubstr("negative"));
  options = Named("cov-mean");
  options.step = 0;
  EXPECT_THAT(ErrorOf(options), HasSubstr("the step 0 "));
}

TEST(StoppingRule, BudgetGoesOnToTheLeastAndEndsAtTheMost) {
  StoppingOptions options{5, 100, 1000};
  EXPECT_EQ(Play(*MakeStoppingRule(options), Skewed(1, 4), 5000).starts, 5);
  EXPECT_EQ(Play(*MakeStoppingRule(options), Skewed(1, 4), 100).starts, 10);
  EXPECT_EQ(Play(*MakeStoppingRule(options), Skewed(1, 4), 1).starts, 100);
}

TEST(StoppingRule, FixedIsThatNumberBeyondTheBudgetToo) {
  StoppingOptions options = Named("fixed");
  options.most_observations = 37;
  options.budget_ns = 1000;
  const auto rule = MakeStoppingRule(options);
  EXPECT_EQ(Play(*rule, Skewed(1, 5), 5000).sample.size(), 37u);
  rule->BeginVisit(options);
  EXPECT_EQ(Play(*rule, Skewed(1, 5), 5000).sample.size(), 37u);
}

// [SK8]: at least tick / epsilon in all; a loop of ten operations gets there in a tenth of the observations.
TEST(StoppingRule, LeastTimeOutweighsTheTick) {
  StoppingOptions options = Named("least-time");
  options.tick_seconds = 1e-6;
  options.epsilon = 0.03125;
  const auto calls = MakeStoppingRule(options);
  EXPECT_EQ(Play(*calls, [](std::int64_t) { return 0x1p-20; }).starts, 34);  // 32 us / 0.954 us
  const auto loops = MakeStoppingRule(options);
  for (int i = 0; i < 5; ++i) loops->Add(1e-6, 10);
  EXPECT_TRUE(loops->Enough(0));
}

// SKaMPI 3.1 has both conditions: precise enough [SK7], and for at least tick / epsilon [SK8]. A tick of 2^-26 s (15
// ns) and an epsilon of 2^-13 need 2^-13 s (122 us): 128 observations of 2^-20 s, though they do not differ at all.
TEST(StoppingRule, RelativeStandardErrorWaitsUntilTheTickDoesNotMatter) {
  StoppingOptions options = Named("relative-standard-error");
  options.tick_seconds = 0x1p-26;
  options.epsilon = 0x1p-13;
  const auto calls = MakeStoppingRule(options);
  EXPECT_EQ(Play(*calls, [](std::int64_t) { return 0x1p-20; }).starts, 128);
  const auto loops = MakeStoppingRule(options);
  for (int i = 0; i < 16; ++i) {
    EXPECT_FALSE(loops->Enough(0)) << i;
    loops->Add(0x1p-20, 8);
  }
  EXPECT_TRUE(loops->Enough(0));
  options.name = "mpiperf-2";  // says nothing of the tick
  EXPECT_EQ(Play(*MakeStoppingRule(options), [](std::int64_t) { return 0x1p-20; }).starts, 10);
}

// [SK7]: the first number, from the least on, at which the standard error is small enough.
TEST(StoppingRule, RelativeStandardErrorEndsAtTheFirstPrefixThatIsPreciseEnough) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto rule = MakeStoppingRule(Named("relative-standard-error"));
    const Played played = Play(*rule, Skewed(0.3, seed));
    for (std::size_t n = 5; n <= played.sample.size(); ++n) {
      const double error = RelativeStandardError(std::span(played.sample).first(n));
      EXPECT_EQ(error <= 0.03, n == played.sample.size()) << seed << " " << n;
    }
  }
}

TEST(StoppingRule, MpiPerf1CountsLateStartsToo) {
  EXPECT_EQ(Play(*MakeStoppingRule(Named("mpiperf-1")), Skewed(3, 6)).starts, 31);
  const auto rule = MakeStoppingRule(Named("mpiperf-1"));
  const auto mostly_late = [](std::int64_t i) { return i % 5 == 0 ? 1.0 : kLate; };
  EXPECT_EQ(Play(*rule, mostly_late).starts, 101);
  EXPECT_EQ(rule->kept(), 21);
  EXPECT_EQ(rule->late(), 80);
}

TEST(StoppingRule, MpiPerf2NeedsTenThatAreValidAndPrecise) {
  EXPECT_EQ(Play(*MakeStoppingRule(Named("mpiperf-2")), [](std::int64_t) { return 1.0; }).starts, 10);
  const auto late_too = [](std::int64_t i) { return i % 2 == 0 ? kLate : 1.0; };
  EXPECT_EQ(Play(*MakeStoppingRule(Named("mpiperf-2")), late_too).starts, 20);
  const Played noisy = Play(*MakeStoppingRule(Named("mpiperf-2")), Skewed(0.5, 7));
  EXPECT_GT(noisy.sample.size(), 10u);
  EXPECT_LE(RelativeStandardError(noisy.sample), 0.05);
}

TEST(StoppingRule, MedianIntervalEndsWhereTheMedianIsPrecise) {
  StoppingOptions options = Named("median-interval");
  options.most_observations = 1'000'000;
  options.budget_ns = 1000 * kSecond;
  const Played played = Play(*MakeStoppingRule(options), Skewed(0.3, 8));
  auto sorted = played.sample;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_LT(MedianInterval(sorted, 0.95)->width(), 0.02 * Quantile(sorted, 0.5));
  // In theory 2 x 1.96 x 1.2533 x 0.3 / 0.02, squared: 5400.
  EXPECT_GT(played.starts, 3500);
  EXPECT_LT(played.starts, 8500);
}

// Looking again and again, and ending when the interval happens to be narrow, costs some confidence: 93.8% of 20000
// runs held the truth where 95% was asked for. Here 4000, one stream of random numbers, four standard errors below.
TEST(StoppingRule, MedianIntervalStillCoversTheMedian) {
  const auto times = Skewed(0.3, 1);
  int covered = 0;
  for (int run = 0; run < 4000; ++run) {
    StoppingOptions options = Named("median-interval");
    options.epsilon = 0.1;
    options.most_observations = 100'000;
    auto sample = Play(*MakeStoppingRule(options), std::ref(times)).sample;
    std::sort(sample.begin(), sample.end());
    const auto interval = MedianInterval(sample, 0.95);
    covered += interval->low <= 1 && 1 <= interval->high;
  }
  EXPECT_GT(covered / 4000.0, 0.938 - 4 * 0.0038);
}

// The definition, prefix by prefix.
bool Settled(const std::vector<double>& sample, bool median) {
  std::vector<double> statistics;
  for (std::size_t w = 0; w < 10; ++w) {
    std::vector<double> prefix(sample.begin(), sample.end() - static_cast<std::ptrdiff_t>(w));
    statistics.push_back(median ? Summarize(prefix).median : Summarize(WithoutOutliers(prefix)).mean);
  }
  const Summary summary = Summarize(statistics);
  return summary.standard_deviation < 0.01 * summary.mean;
}

TEST(StoppingRule, CovEndsAtTheFirstBatchAfterWhichTheNumberHasSettled) {
  for (const bool median : {false, true}) {
    for (unsigned seed = 0; seed < 30; ++seed) {
      const auto rule = MakeStoppingRule(Named(median ? "cov-median" : "cov-mean"));
      const std::vector<double> sample = Play(*rule, Skewed(0.5, seed)).sample;
      EXPECT_THAT(sample.size(), AnyOf(11, 21, 41, 81, 161, 321, 641)) << seed;
      for (std::size_t n = 11, step = 10; n <= sample.size(); n += step, step *= 2) {
        const std::vector<double> prefix(sample.begin(), sample.begin() + static_cast<std::ptrdiff_t>(n));
        EXPECT_EQ(Settled(prefix, median), n == sample.size()) << seed << " " << n;
      }
    }
  }
}

TEST(StoppingRule, LateStartsOfEarlierVisitsDoNotCount) {
  for (const std::string& name : StoppingRuleNames()) {
    const auto rule = MakeStoppingRule(Named(name));
    const auto late = [](std::int64_t) { return kLate; };
    for (int visit = 0; visit < 3; ++visit) {
      rule->BeginVisit(Named(name));
      EXPECT_EQ(Play(*rule, late).starts, 1200) << name << ", visit " << visit;
    }
  }
}

// A rule that is kept judges the series as a whole: once it is precise, visits are as short as they may be.
TEST(StoppingRule, ARuleThatIsKeptRemembersEarlierVisits) {
  const auto rule = MakeStoppingRule(Named("relative-standard-error"));
  EXPECT_GT(Play(*rule, Skewed(0.5, 9)).sample.size(), 100u);
  StoppingOptions second{7, 20, 2 * kSecond};
  rule->BeginVisit(second);
  EXPECT_EQ(rule->kept(), 0);
  EXPECT_EQ(Play(*rule, [](std::int64_t) { return 1.1; }).sample.size(), 7u);
  const auto imprecise = MakeStoppingRule(Named("relative-standard-error"));
  imprecise->BeginVisit(second);
  EXPECT_EQ(Play(*imprecise, Skewed(3, 10)).sample.size(), 20u);  // the new most
}

}  // namespace
}  // namespace mpigauge
