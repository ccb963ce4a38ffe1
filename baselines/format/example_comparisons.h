#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "baselines/compare/comparison.h"
#include "baselines/compare/impact.h"
#include "baselines/verdict/conclusion.h"

namespace mpigauge {

// Its name says which case and which sizes it is of.
inline SeriesComparison Series(const std::string& name, double ratio, Verdict verdict) {
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

// A comparison that failed, with something of everything.
inline Comparison Example() {
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
inline Comparison BigExample() {
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

inline Comparison OfOneSeries() {
  Comparison comparison;
  comparison.baseline = "release";
  comparison.candidate = "nightly";
  comparison.alpha = 0.05;
  comparison.series = {Series("allreduce/bytes:8/ranks:2", 1.0, Verdict::kPass)};
  comparison.verdict = Verdict::kPass;
  return comparison;
}

// Its median passes.
inline Comparison OfWorseTail(Verdict verdict) {
  Comparison comparison = OfOneSeries();
  SeriesComparison& series = comparison.series[0];
  series.verdict = comparison.verdict = verdict;
  series.decided_by = DecidedBy::kTail;
  series.reason = "33% of observations take more than 1.20 us (baseline 0.1%)";
  series.stretched = {true, 1.2e-6, 0.001, 0.33, 0.002, 1e-6, 1e-5};
  return comparison;
}

// Its median passes, too.
inline Comparison OfWorseMean(Verdict verdict) {
  Comparison comparison = OfOneSeries();
  SeriesComparison& series = comparison.series[0];
  series.verdict = comparison.verdict = verdict;
  series.decided_by = DecidedBy::kMean;
  series.reason = "calls take 8.20 us in the mean (baseline 385 ns, +2030%; the median +2.2%), tolerance 25%";
  series.mean = {true, 3.85e-7, 8.2e-6, 3.85e-7, 21.3, 0.25, 1e-6, 1e-5};
  return comparison;
}

// Its times pass.
inline Comparison OfMoreProcessorTime(Verdict verdict) {
  Comparison comparison = OfOneSeries();
  SeriesComparison& series = comparison.series[0];
  series.verdict = comparison.verdict = verdict;
  series.decided_by = DecidedBy::kProcessor;
  series.reason = "calls take 2.00 us of processor time (baseline 1.00 us, +100.0%; the median +0.1%), tolerance 25%";
  series.processor = {true, 1e-6, 2e-6, 1e-6, 2, 0.25, 1e-6, 1e-5};
  return comparison;
}

// All series pass.
inline Comparison OfMoreMemory(Verdict verdict) {
  Comparison comparison = OfOneSeries();
  comparison.memory = {true, 1e8, 6e8, 1e8, 0.1, verdict == Verdict::kFail ? 0.001 : 0.1};
  comparison.verdict = verdict;
  return comparison;
}

inline Comparison OfBrokenSeries(Broken broken, const std::string& why) {
  Comparison comparison = OfOneSeries();
  SeriesComparison& series = comparison.series[0];
  series.broken = broken;
  series.verdict = comparison.verdict = broken == Broken::kNotMeasured ? Verdict::kInconclusive : Verdict::kFail;
  series.ratio = series.candidate_median = std::nan("");
  series.reason = series.why_broken = why;
  return comparison;
}

inline FamilyComparison FailedFamily() {
  return {"allreduce over bytes", {"a", "b"}, 1.03, 0.025, 0.001, Verdict::kFail, "+3.0% slower", ""};
}

inline LaunchLosses LostLaunchesOf(int lost, Verdict verdict) {
  LaunchLosses losses;
  losses.text = fmt::format("{} of 20 launches of the candidate crashed, hung or never began to measure", lost);
  losses.verdict = verdict;
  losses.baseline.launches = losses.candidate.launches = 20;
  losses.candidate.lost = lost;
  for (int i = 0; i < lost; ++i) {
    losses.candidate.texts.push_back(fmt::format("launch {} of the candidate: crashed: in bcast", 2 * i + 1));
  }
  return losses;
}

// A series fails, launches are lost, and a family fails.
inline Comparison OfEverythingAtOnce() {
  Comparison comparison = OfOneSeries();
  comparison.series[0] = Series("allreduce/bytes:8/ranks:2", 1.2, Verdict::kFail);
  comparison.families = {FailedFamily()};
  comparison.losses = LostLaunchesOf(7, Verdict::kFail);
  comparison.verdict = Verdict::kFail;
  return comparison;
}

// No series fails alone, and one is open.
inline Comparison OfAnOpenSeriesAndAFailedFamily() {
  Comparison comparison = OfOneSeries();
  comparison.series[0] = Series("allreduce/bytes:8/ranks:2", 1.04, Verdict::kInconclusive);
  comparison.families = {FailedFamily()};
  comparison.verdict = Verdict::kFail;
  return comparison;
}

inline Comparison OfAnApplication(Verdict verdict) {
  Comparison comparison = OfOneSeries();
  ApplicationImpact solver;
  solver.application = "solver";
  solver.verdict = verdict;
  comparison.impact = ImpactSection{{solver}, 0.02, verdict, {}};
  comparison.verdict = SuiteVerdict(comparison);
  return comparison;
}

// Whatever can decide a comparison, alone and with others: every output must say its verdict.
struct DecidedExample {
  std::string what;
  Comparison comparison;
};

inline std::vector<DecidedExample> DecidedExamples() {
  std::vector<DecidedExample> all;
  const auto add = [&](const char* what, Comparison comparison) -> Comparison& {
    return all.emplace_back(DecidedExample{what, std::move(comparison)}).comparison;
  };
  add("a pass", OfOneSeries());
  Comparison& slower = add("a slower series", OfOneSeries());
  slower.series[0] = Series("allreduce/bytes:8/ranks:2", 1.2, Verdict::kFail);
  slower.verdict = Verdict::kFail;
  Comparison& family = add("a family", OfOneSeries());
  family.families = {FailedFamily()};
  family.verdict = Verdict::kFail;
  Comparison& open_family = add("an open family", OfOneSeries());
  open_family.families = {FailedFamily()};
  open_family.verdict = open_family.families[0].verdict = Verdict::kInconclusive;
  for (const Verdict verdict : {Verdict::kFail, Verdict::kInconclusive}) {
    const bool failed = verdict == Verdict::kFail;
    Comparison& losses = add(failed ? "many lost launches" : "a lost launch", OfOneSeries());
    losses.losses = LostLaunchesOf(failed ? 7 : 1, verdict);
    losses.verdict = verdict;
    add(failed ? "a worse tail" : "a tail that may be worse", OfWorseTail(verdict));
    add(failed ? "a worse mean" : "a mean that may be worse", OfWorseMean(verdict));
    add(failed ? "more processor time" : "processor time that may be more", OfMoreProcessorTime(verdict));
    add(failed ? "more memory" : "memory that may be more", OfMoreMemory(verdict));
    add(failed ? "an application" : "an application that may lose", OfAnApplication(verdict));
  }
  add("a series that works nowhere",
      OfBrokenSeries(Broken::kDoesNotWork, "works with the baseline, but in none of 10 launches of the candidate"));
  Comparison& clocks = add("clocks that disagree", OfOneSeries());
  clocks.clock_doubts = {"timers disagree in 3 of 10 launches of the candidate: rank 0: clock_monotonic_raw -20.0%"};
  clocks.verdict = Verdict::kInconclusive;
  Comparison& fails_too = add("a slower series, and clocks that disagree", clocks);
  fails_too.series[0] = Series("allreduce/bytes:8/ranks:2", 1.2, Verdict::kFail);
  fails_too.verdict = Verdict::kFail;
  add("wrong data", OfBrokenSeries(Broken::kWrongData, "wrong data on rank 1: element 3 is 0, should be 7"));
  add("a series without times", OfBrokenSeries(Broken::kNoTimes,
                                               "has a time in 10 of 10 launches of the baseline, "
                                               "and in 0 of 10 of the candidate"));
  add("a series that was not measured", OfBrokenSeries(Broken::kNotMeasured, "the candidate has no result"));
  Comparison& no_impact = add("an impact that is not known", OfOneSeries());
  no_impact.notes.emplace_back("the impact on applications is not known: no trace could be read");
  no_impact.lacks_impact = true;
  no_impact.verdict = SuiteVerdict(no_impact);
  add("a waived series", OfOneSeries()).series[0].waived = "up to +10.0% until 2026-12-31 by Ada: known";
  Comparison& nothing = add("nothing was compared", OfOneSeries());
  nothing.series.clear();
  nothing.verdict = Verdict::kInconclusive;
  add("an open series and a failed family", OfAnOpenSeriesAndAFailedFamily());
  add("a series, a family and launches", OfEverythingAtOnce());
  return all;
}

}  // namespace mpigauge
