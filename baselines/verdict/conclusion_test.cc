// From opinions to verdicts, whole: what follows from each combination of them.
#include "baselines/verdict/conclusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace mpigauge {
namespace {

constexpr Verdict kAll[] = {Verdict::kPass, Verdict::kInconclusive, Verdict::kFail};

const Opinion kPasses{Source::kMedian, Verdict::kPass, "", "", true};
const Opinion kPassesByFloor{Source::kFloor, Verdict::kPass};
const Opinion kSlower{Source::kMedian, Verdict::kFail, "slower"};
const Opinion kOpen{Source::kMedian, Verdict::kInconclusive, "open"};
const Opinion kMoreWork{Source::kCount, Verdict::kFail, "counted", "counted"};
const Opinion kMoreBytes{Source::kCount, Verdict::kFail, "bytes", "bytes"};
const Opinion kErrors{Source::kFaults, Verdict::kInconclusive, "errors"};
const Opinion kTailFails{Source::kTail, Verdict::kFail, "tail", "tail"};
const Opinion kMeanFails{Source::kMean, Verdict::kFail, "mean", "mean"};
const Opinion kProcessorFails{Source::kProcessor, Verdict::kFail, "processor", "processor"};
const Opinion kTailOpen{Source::kTail, Verdict::kInconclusive, "tail; doubt", "tail"};

struct Row {
  std::vector<Opinion> opinions;
  Verdict verdict;
  DecidedBy decided_by;
  std::string reason;
};

// A row for each combination that a series can have, in the order in which opinions are told.
const std::vector<Row> kRows = {
    {{}, Verdict::kInconclusive, DecidedBy::kMedian, ""},
    {{kPasses}, Verdict::kPass, DecidedBy::kMedian, ""},
    {{kPassesByFloor}, Verdict::kPass, DecidedBy::kFloor, ""},
    {{kSlower}, Verdict::kFail, DecidedBy::kMedian, "slower"},
    {{kOpen}, Verdict::kInconclusive, DecidedBy::kMedian, "open"},
    {{kPasses, kMoreWork}, Verdict::kFail, DecidedBy::kMedian, "counted"},
    {{kPasses, kMoreWork, kMoreBytes}, Verdict::kFail, DecidedBy::kMedian, "counted; bytes"},
    {{kSlower, kMoreWork}, Verdict::kFail, DecidedBy::kMedian, "slower; counted"},
    {{kOpen, kMoreWork}, Verdict::kFail, DecidedBy::kMedian, "counted"},
    {{kPasses, kErrors}, Verdict::kInconclusive, DecidedBy::kMedian, "errors"},
    {{kSlower, kErrors}, Verdict::kFail, DecidedBy::kMedian, "slower"},
    {{kOpen, kErrors}, Verdict::kInconclusive, DecidedBy::kMedian, "open"},
    {{kPasses, kTailFails}, Verdict::kFail, DecidedBy::kTail, "tail"},
    {{kPasses, kMeanFails}, Verdict::kFail, DecidedBy::kMean, "mean"},
    {{kPassesByFloor, kMeanFails}, Verdict::kFail, DecidedBy::kMean, "mean"},
    {{kPasses, kProcessorFails}, Verdict::kFail, DecidedBy::kProcessor, "processor"},
    {{kSlower, kProcessorFails}, Verdict::kFail, DecidedBy::kMedian, "slower; processor"},
    {{kSlower, kMeanFails}, Verdict::kFail, DecidedBy::kMedian, "slower; mean"},
    {{kPasses, kTailFails, kMeanFails}, Verdict::kFail, DecidedBy::kTail, "tail; mean"},
    {{kPassesByFloor, kTailFails}, Verdict::kFail, DecidedBy::kTail, "tail"},
    {{kSlower, kTailFails}, Verdict::kFail, DecidedBy::kMedian, "slower; tail"},
    {{kOpen, kTailFails}, Verdict::kFail, DecidedBy::kTail, "tail"},
    {{kPasses, kTailOpen}, Verdict::kInconclusive, DecidedBy::kTail, "tail; doubt"},
    {{kSlower, kTailOpen}, Verdict::kFail, DecidedBy::kMedian, "slower; tail"},
    {{kOpen, kTailOpen}, Verdict::kInconclusive, DecidedBy::kMedian, "open; tail"},
    {{kPasses, kErrors, kTailFails}, Verdict::kFail, DecidedBy::kTail, "tail"},
    {{kPasses, kErrors, kTailOpen}, Verdict::kInconclusive, DecidedBy::kMedian, "errors; tail"},
    {{kPasses, kMoreWork, kTailFails}, Verdict::kFail, DecidedBy::kMedian, "counted; tail"},
    {{kPasses, kMoreWork, kTailOpen}, Verdict::kFail, DecidedBy::kMedian, "counted; tail"},
};

TEST(Conclude, OpinionsInEachCombination) {
  for (const Row& row : kRows) {
    const Conclusion conclusion = Conclude(row.opinions);
    std::string sources;
    for (const Opinion& one : row.opinions) sources += " '" + one.reason + "'";
    EXPECT_EQ(conclusion.verdict, row.verdict) << sources;
    EXPECT_EQ(conclusion.decided_by, row.decided_by) << sources;
    EXPECT_EQ(conclusion.reason, row.reason) << sources;
    const bool faster = !row.opinions.empty() && row.opinions[0].improved;
    EXPECT_EQ(conclusion.improved, faster && row.verdict == Verdict::kPass) << sources;
  }
}

TEST(Conclude, TheVerdictIsTheWorstOfAllOpinions) {
  for (const Verdict one : kAll) {
    for (const Verdict two : kAll) {
      for (const Verdict three : kAll) {
        const Verdict verdict =
            Conclude({{Source::kMedian, one}, {Source::kCount, two}, {Source::kTail, three}}).verdict;
        const auto is = [&](Verdict wanted) { return one == wanted || two == wanted || three == wanted; };
        EXPECT_EQ(verdict, is(Verdict::kFail)           ? Verdict::kFail
                           : is(Verdict::kInconclusive) ? Verdict::kInconclusive
                                                        : Verdict::kPass);
      }
    }
  }
}

SeriesComparison Of(const std::vector<Opinion>& opinions, double ratio = 1) {
  SeriesComparison series;
  series.opinions = opinions;
  series.ratio = ratio;
  return series;
}

TEST(Conclude, WaivedSeriesAndFamiliesPassAndKeepTheirReason) {
  Comparison comparison;
  comparison.series = {Of({kSlower, kTailOpen})};
  comparison.series[0].waived = "until 2026-12-31";
  comparison.series[0].why_not_waived = "; expired";
  FamilyComparison& family = comparison.families.emplace_back();
  family.opinions = {kSlower};
  family.waived = "until 2026-12-31";
  Conclude(comparison);
  EXPECT_EQ(comparison.verdict, Verdict::kPass);
  EXPECT_EQ(comparison.series[0].verdict, Verdict::kPass);
  EXPECT_EQ(comparison.series[0].reason, "slower; tail");
  EXPECT_EQ(family.verdict, Verdict::kPass);
  EXPECT_EQ(family.reason, "slower");
}

TEST(Conclude, WhyAWaiverDoesNotHelpIsSaidOfAFailAlone) {
  for (const Opinion& opinion : {kSlower, kOpen, kPasses}) {
    Comparison comparison;
    comparison.series = {Of({opinion})};
    comparison.series[0].why_not_waived = "; expired";
    Conclude(comparison);
    const bool fails = opinion.verdict == Verdict::kFail;
    EXPECT_EQ(comparison.series[0].reason, opinion.reason + (fails ? "; expired" : ""));
    EXPECT_EQ(comparison.verdict, opinion.verdict);
  }
}

// Nothing is remembered of an earlier conclusion.
TEST(Conclude, AgainGivesTheSame) {
  Comparison comparison;
  comparison.series = {Of({kPasses}), Of({kSlower, kMoreWork}, 1.2), Of({kOpen})};
  comparison.controls = {Of({kSlower})};
  comparison.families.emplace_back().opinions = {kOpen};
  Conclude(comparison);
  Conclude(comparison);
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  EXPECT_EQ(comparison.series[0].reason, "slower; counted");
  EXPECT_EQ(comparison.series[1].reason, "open");
  EXPECT_EQ(comparison.controls[0].verdict, Verdict::kFail);
  EXPECT_EQ(comparison.families[0].verdict, Verdict::kInconclusive);
}

// A control is no operation of the library.
TEST(Conclude, ControlsHaveNoPartInTheVerdict) {
  Comparison comparison;
  comparison.series = {Of({kPasses})};
  comparison.controls = {Of({kSlower})};
  Conclude(comparison);
  EXPECT_EQ(comparison.verdict, Verdict::kPass);
}

// Controls that got 2% slower: a fail of up to 6.1% (1.02 to the third) may be the machine's.
TEST(Conclude, SlowdownThatTheControlsExplainFailsNothing) {
  const auto verdict = [](const Opinion& opinion, double ratio, const ControlMovement& controls) {
    Comparison comparison;
    comparison.control_movement = controls;
    comparison.series = {Of({opinion}, ratio)};
    FamilyComparison& family = comparison.families.emplace_back();
    family.opinions = {opinion};
    family.ratio = ratio;
    Conclude(comparison);
    EXPECT_EQ(comparison.series[0].verdict, comparison.families[0].verdict);
    return comparison.series[0].verdict;
  };
  const ControlMovement slower{2, 1.02, 1.01, 1.03, 0.001, true, false};
  EXPECT_EQ(verdict(kSlower, 1.019, slower), Verdict::kInconclusive);
  EXPECT_EQ(verdict(kSlower, 1.061, slower), Verdict::kInconclusive);
  EXPECT_EQ(verdict(kSlower, 1.062, slower), Verdict::kFail);
  EXPECT_EQ(verdict(kMoreWork, 1.019, slower), Verdict::kFail);
  EXPECT_EQ(verdict(kTailFails, 1.019, slower), Verdict::kFail);
  EXPECT_EQ(verdict(kPasses, 1.019, slower), Verdict::kPass);
  EXPECT_EQ(verdict(kSlower, 1.019, {2, 1.02, 0.99, 1.05, 0.2, false, false}), Verdict::kFail);
  EXPECT_EQ(verdict(kSlower, 1.019, {2, 0.98, 0.97, 0.99, 0.001, true, false}), Verdict::kFail);
}

TEST(Conclude, ControlsThatMovedAreInTheReason) {
  Comparison comparison;
  comparison.control_movement = {2, 1.02, 1.01, 1.03, 0.001, true, false};
  comparison.series = {Of({kSlower}, 1.02)};
  Conclude(comparison);
  Conclude(comparison);
  EXPECT_EQ(comparison.series[0].reason, "slower; controls moved by +2.0%, so the machine may be the cause");
}

TEST(SuiteVerdict, IsTheWorstOfSeriesFamiliesLossesAndApplications) {
  const std::optional<Verdict> of_impacts[] = {std::nullopt, kAll[0], kAll[1], kAll[2]};
  for (const Verdict of_series : kAll) {
    for (const Verdict of_family : kAll) {
      for (const Verdict of_losses : kAll) {
        for (const std::optional<Verdict> of_impact : of_impacts) {
          for (const bool lacks_impact : {false, true}) {
            Comparison comparison;
            comparison.series = {Of({kPasses}), Of({{Source::kMedian, of_series}})};
            comparison.families.emplace_back().opinions = {{Source::kMedian, of_family}};
            comparison.losses.verdict = of_losses;
            comparison.impact.emplace().verdict = of_impact;
            comparison.lacks_impact = lacks_impact;
            Conclude(comparison);
            const std::optional<Verdict> all[] = {of_series, of_family, of_losses, of_impact,
                                                  lacks_impact ? Verdict::kInconclusive : Verdict::kPass};
            const auto is = [&](Verdict wanted) {
              return std::find(std::begin(all), std::end(all), wanted) != std::end(all);
            };
            EXPECT_EQ(comparison.verdict, is(Verdict::kFail)           ? Verdict::kFail
                                          : is(Verdict::kInconclusive) ? Verdict::kInconclusive
                                                                       : Verdict::kPass);
          }
        }
      }
    }
  }
}

TEST(SuiteVerdict, NothingComparedIsInconclusive) {
  Comparison nothing;
  Conclude(nothing);
  EXPECT_EQ(nothing.verdict, Verdict::kInconclusive);
  nothing.families.emplace_back().opinions = {kSlower};
  Conclude(nothing);
  EXPECT_EQ(nothing.verdict, Verdict::kFail);
}

TEST(SortWorstFirst, FailsThenOpenOnesThenPassesEachFromTheSlowestOn) {
  std::vector<SeriesComparison> series;
  const auto add = [&](const char* name, Verdict verdict, double ratio) -> SeriesComparison& {
    SeriesComparison& one = series.emplace_back();
    one.name = name;
    one.verdict = verdict;
    one.ratio = ratio;
    return one;
  };
  add("passes", Verdict::kPass, 1.04);
  add("open", Verdict::kInconclusive, 1.01);
  add("slower", Verdict::kFail, 1.1);
  add("slowest", Verdict::kFail, 3);
  add("passes faster", Verdict::kPass, 0.9);
  add("broken", Verdict::kFail, 1).broken = Broken::kDoesNotWork;
  SortWorstFirst(series);
  std::vector<std::string> names;
  for (const SeriesComparison& one : series) names.push_back(one.name);
  EXPECT_THAT(names, testing::ElementsAre("broken", "slowest", "slower", "open", "passes", "passes faster"));
}

Comparison Judged(Verdict of_series, Verdict of_losses) {
  Comparison comparison;
  comparison.series.emplace_back().verdict = of_series;
  comparison.losses = {"2 of 10", of_losses};
  comparison.verdict = SuiteVerdict(comparison);
  return comparison;
}

TEST(DecidedByLosses, HoldsWhereLossesAreWorseThanTheSeries) {
  EXPECT_TRUE(DecidedByLosses(Judged(Verdict::kPass, Verdict::kFail)));
  EXPECT_TRUE(DecidedByLosses(Judged(Verdict::kPass, Verdict::kInconclusive)));
  EXPECT_FALSE(DecidedByLosses(Judged(Verdict::kFail, Verdict::kInconclusive)));
  EXPECT_FALSE(DecidedByLosses(Judged(Verdict::kFail, Verdict::kFail)));
  EXPECT_EQ(Judged(Verdict::kPass, Verdict::kFail).verdict, Verdict::kFail);
  EXPECT_EQ(Judged(Verdict::kFail, Verdict::kInconclusive).verdict, Verdict::kFail);
}

TEST(IsExplained, HoldsWhereACountedPartHasTheVerdict) {
  EXPECT_TRUE(IsExplained(Judged(Verdict::kFail, Verdict::kPass)));
  EXPECT_TRUE(IsExplained(Judged(Verdict::kPass, Verdict::kFail)));
  Comparison untold = Judged(Verdict::kPass, Verdict::kFail);
  untold.losses.text.clear();
  EXPECT_FALSE(IsExplained(untold));
  untold.families.emplace_back().verdict = Verdict::kFail;
  EXPECT_TRUE(IsExplained(untold));
  Comparison nothing;
  EXPECT_FALSE(IsExplained(nothing));
}

TEST(DecidedByImpact, HoldsWhereTheImpactIsWorseThanTheLaunches) {
  const auto decided = [](Verdict of_series, std::optional<Verdict> of_impact) {
    Comparison comparison;
    comparison.series = {Of({{Source::kMedian, of_series}})};
    comparison.impact.emplace().verdict = of_impact;
    Conclude(comparison);
    return DecidedByImpact(comparison);
  };
  EXPECT_TRUE(decided(Verdict::kPass, Verdict::kInconclusive));
  EXPECT_TRUE(decided(Verdict::kPass, Verdict::kFail));
  EXPECT_TRUE(decided(Verdict::kInconclusive, Verdict::kFail));
  EXPECT_FALSE(decided(Verdict::kPass, std::nullopt));
  EXPECT_FALSE(decided(Verdict::kPass, Verdict::kPass));
  EXPECT_FALSE(decided(Verdict::kInconclusive, Verdict::kInconclusive));
  EXPECT_FALSE(decided(Verdict::kFail, Verdict::kFail));
}

TEST(IsExplained, ApplicationsCountWhereTheyHaveALimit) {
  struct Row {
    std::vector<std::optional<Verdict>> applications;
    std::optional<double> limit;
    bool explained;
  };
  const Row rows[] = {{{Verdict::kFail}, 0.02, true},
                      {{Verdict::kFail}, std::nullopt, false},
                      {{Verdict::kInconclusive}, 0.02, false},
                      {{std::nullopt, Verdict::kFail}, 0.02, true},
                      {{Verdict::kFail, Verdict::kPass}, 0.02, true},
                      {{}, 0.02, false}};
  for (const Row& row : rows) {
    Comparison comparison;
    comparison.series.emplace_back().verdict = Verdict::kPass;
    comparison.impact.emplace().fail_impact = row.limit;
    for (const auto& verdict : row.applications) comparison.impact->applications.emplace_back().verdict = verdict;
    comparison.verdict = Verdict::kFail;
    EXPECT_EQ(IsExplained(comparison), row.explained) << &row - rows;
  }
}

TEST(SortWorstFirst, FamiliesAreInTheOrderOfSeries) {
  std::vector<FamilyComparison> families(4);
  const std::tuple<const char*, Verdict, double> rows[] = {{"passes", Verdict::kPass, 1.4},
                                                           {"slower", Verdict::kFail, 1.1},
                                                           {"slowest", Verdict::kFail, 1.3},
                                                           {"open", Verdict::kInconclusive, 1.2}};
  for (std::size_t i = 0; i < 4; ++i) std::tie(families[i].name, families[i].verdict, families[i].ratio) = rows[i];
  SortWorstFirst(families);
  std::vector<std::string> names;
  for (const FamilyComparison& one : families) names.push_back(one.name);
  EXPECT_THAT(names, testing::ElementsAre("slowest", "slower", "open", "passes"));
}

// A fail stays one: a library that is slower by a clock that goes slow is not well, either.
TEST(SuiteVerdict, WithDoubtsOfClocksNothingPasses) {
  for (const auto& [of_series, verdict] :
       {std::pair(kPasses, Verdict::kInconclusive), {kOpen, Verdict::kInconclusive}, {kSlower, Verdict::kFail}}) {
    Comparison comparison;
    comparison.series = {Of({of_series})};
    comparison.clock_doubts = {"timers disagree"};
    Conclude(comparison);
    EXPECT_EQ(comparison.verdict, verdict);
    EXPECT_TRUE(IsExplained(comparison));
    EXPECT_EQ(DecidedByProcesses(comparison), of_series.verdict == Verdict::kPass);
    EXPECT_EQ(OpinionOfProcesses(comparison)->source, Source::kClocks);
  }
  EXPECT_FALSE(OpinionOfProcesses({}));
}

TEST(SuiteVerdict, MemoryThatGrewBeyondItsToleranceFails) {
  const double mebibyte = 1 << 20;
  Comparison comparison;
  comparison.series = {Of({kPasses})};
  comparison.memory = {true, 100 * mebibyte, 600 * mebibyte, 100 * mebibyte, 0.1, 1 / 924.0};
  Conclude(comparison);
  EXPECT_EQ(comparison.verdict, Verdict::kFail);
  EXPECT_TRUE(DecidedByProcesses(comparison));
  EXPECT_TRUE(IsExplained(comparison));
  const std::string text =
      "a rank of the candidate has 600.0 MiB in memory at its peak (baseline 100.0 MiB, +500.0%), tolerance 10.0 MiB";
  EXPECT_EQ(OpinionOfProcesses(comparison)->source, Source::kMemory);
  EXPECT_EQ(OpinionOfProcesses(comparison)->reason, text);
  comparison.clock_doubts = {"timers disagree"};
  EXPECT_EQ(OpinionOfProcesses(comparison)->verdict, Verdict::kFail);
  EXPECT_EQ(OpinionOfProcesses(comparison)->reason, text + "; timers disagree; so nothing passes");
}

// Five launches a side allow no p that is small enough. A run of the baseline that had as much is no growth.
TEST(SuiteVerdict, MemoryThatMayHaveGrownIsInconclusive) {
  Comparison comparison;
  comparison.series = {Of({kPasses})};
  comparison.memory = {true, 1e8, 6e8, 1e8, 0.1, 1 / 252.0};
  Conclude(comparison);
  EXPECT_EQ(comparison.verdict, Verdict::kInconclusive);
  EXPECT_EQ(OpinionOfProcesses(comparison)->verdict, Verdict::kInconclusive);
  for (const MemoryFigure& fine : {MemoryFigure{true, 1e8, 1.09e8, 1e8, 0.1, 1},
                                   {true, 1e8, 6e8, 5.5e8, 0.1, 0.001},
                                   {false, 1e8, 6e8, 1e8, 0.1, 0.001}}) {
    comparison.memory = fine;
    Conclude(comparison);
    EXPECT_EQ(comparison.verdict, Verdict::kPass);
  }
}

}  // namespace
}  // namespace mpigauge
