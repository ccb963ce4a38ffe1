#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/stats/hierarchical_bootstrap.h"
#include "harness/stats/hodges_lehmann.h"

namespace mpigauge {

// What a method sees of one series: logarithms of seconds, so that differences are ratios.
struct PairedLaunches {
  std::vector<double> baseline;  // the median of each launch
  std::vector<double> candidate;
  LaunchSamples baseline_observations;  // of each launch; empty unless the method asks for them
  LaunchSamples candidate_observations;
  // The block of each launch where both sides were measured side by side; empty unless the method asks for them.
  std::vector<std::size_t> baseline_blocks = {};
  std::vector<std::size_t> candidate_blocks = {};
  // How the controls went in each launch (see ControlDeviations); empty unless they are adjusted for.
  std::vector<double> baseline_controls = {};
  std::vector<double> candidate_controls = {};
};

// What it says of it.
struct Judgement {
  double p_slower = 1;  // one-sided where the test knows sides
  double p_faster = 1;
  ShiftInterval shift;  // level 0 and NaN limits where no interval exists
};

// One way to compare launches. All series of a suite are judged at once, as some methods learn from all of them.
struct CompareMethod {
  std::string name;
  std::string text;  // for help: what it assumes, and what it can decide
  bool needs_observations = false;
  bool p_decides = true;  // whether a small p is evidence of a slowdown; if not, only the interval decides
  // One judgement per series; doubts about the method on these launches go into `notes`.
  std::function<std::vector<Judgement>(const std::vector<PairedLaunches>& suite, double confidence,
                                       std::vector<std::string>& notes)>
      judge;
  bool needs_blocks = false;  // of launches side by side
};

// "rank-sum" (the default), "signed-rank", "welch", "moderated-t", "bootstrap", "kolmogorov-smirnov".
const std::vector<CompareMethod>& CompareMethods();

// Throws UsageError naming the known ones.
const CompareMethod& FindCompareMethod(std::string_view name);

// p values corrected over the suite: "holm" (the chance of any false finding is at most alpha) or "bh" (the share of
// false ones among the findings is, on average; Benjamini and Hochberg). Throws UsageError for another name.
std::vector<double> AdjustedBy(std::string_view correction, const std::vector<double>& p_values);

// "bh" as "Benjamini-Hochberg". Throws like AdjustedBy.
std::string CorrectionTitle(std::string_view correction);

}  // namespace mpigauge
