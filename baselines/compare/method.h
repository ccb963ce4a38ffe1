#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "stats/hierarchical_bootstrap.h"
#include "stats/hodges_lehmann.h"

namespace mpigauge {

// The input of a method, for one series: logarithms of seconds, so that differences are ratios.
struct PairedLaunches {
  std::vector<double> baseline;  // the median of each launch
  std::vector<double> candidate;
  LaunchSamples baseline_observations;  // of each launch; empty unless the method asks for them
  LaunchSamples candidate_observations;
  // The block (or circle) of each launch where both sides were measured side by side; empty unless the method asks for
  // them.
  std::vector<std::size_t> baseline_blocks = {};
  std::vector<std::size_t> candidate_blocks = {};
  // How the controls went in each launch (see ControlDeviations); empty unless they are adjusted for.
  std::vector<double> baseline_controls = {};
  std::vector<double> candidate_controls = {};
  double log_tick = 0;  // a difference that the timer cannot tell from none; see samples.h
};

// The result of a method.
struct Judgement {
  double p_slower = 1;  // one-sided
  double p_faster = 1;
  ShiftInterval shift;  // level 0 and NaN limits where no interval exists
};

// One way to compare launches. All series of a suite are judged at once, as some methods learn from all of them.
struct CompareMethod {
  TestMethod method = TestMethod::kRankSum;
  std::string text;     // for help: what it assumes, and what it can decide
  std::string promise;  // for help and notes: which error rate it keeps, and where; empty: the stated one, everywhere
  bool needs_observations = false;
  bool needs_blocks = false;    // of launches side by side
  bool needs_controls = false;  // of work without MPI, which the launches are adjusted for
  // One judgement per series; doubts about the method on these launches go into `notes`.
  std::function<std::vector<Judgement>(const std::vector<PairedLaunches>& suite, double confidence,
                                       std::vector<std::string>& notes)>
      judge;
  // The smallest ratio that it finds with chance kDetectablePower at a one-sided level, if launches vary as these did;
  // see method.h.
  std::function<double(const PairedLaunches& series, double level)> detectable;
  // The number of launches a side that allow a p value of at most `level`.
  std::function<std::size_t(double level)> launches_needed;
  bool needs_circles = false;  // the blocks are the circles in which launches took turns
};

// The default, and what gates use: exact, over launches, with the Hodges-Lehmann ratio.
const CompareMethod& RankSum();

// How p values are corrected over the suite.
struct SuiteCorrection {
  Correction correction;
  std::function<std::vector<double>(const std::vector<double>& p_values)> adjust;
};

// The default, and what gates use.
const SuiteCorrection& Holm();

// A function of stats/detectable.h: the shift of logarithms that a test finds.
using DetectableShift = double (*)(std::size_t launches, double deviation, double level, double power);

// The smallest ratio, candidate over baseline, that a test finds with chance kDetectablePower at the one-sided level
// `level`, if launches vary as these did: standard deviation of logarithms pooled over both sides, unequal sides as two
// of their harmonic mean, rounded down. Infinite where so few launches cannot reach the level; NaN where no deviation
// is known.
double DetectableRatio(const PairedLaunches& series, double level, DetectableShift shift);

// The smallest ratio that the rank sum finds, by DetectableAtAnySpread.
double DetectableByRankSum(const PairedLaunches& series, double level);

inline constexpr double kDetectablePower = 0.8;

// The fewest launches a side, n, that allow a rank sum a p value of at most `level`: 1 / C(2 n, n) <= level.
std::size_t LaunchesForRankSum(double level);

// The fewest launches a side with which one of this many series can fail: with fewer, no p survives the correction.
std::size_t LaunchesToFail(std::size_t series, double alpha, const CompareMethod& method);

// Says where so few launches can fail nothing, because no p of theirs survives the correction over the suite, and how
// many could.
void NoteReach(const Comparison& comparison, const CompareMethod& method, std::vector<std::string>& notes);

}  // namespace mpigauge
