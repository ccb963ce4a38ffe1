#pragma once

#include <fmt/format.h>

#include <string>

#include "baselines/compare/comparison.h"
#include "baselines/verdict/series_verdict.h"

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

}  // namespace mpigauge
