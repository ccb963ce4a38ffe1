#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "stats/hodges_lehmann.h"

namespace mpigauge {

// The launches of one series on both sides: logarithms of seconds, so that differences are ratios.
struct PairedLaunches {
  std::vector<double> baseline;  // the median of each launch
  std::vector<double> candidate;
  // The circle of each launch (see BlocksOfCircles); empty unless the method asks for them.
  std::vector<std::size_t> baseline_blocks = {};
  std::vector<std::size_t> candidate_blocks = {};
  double log_tick = 0;  // a difference that the timer cannot tell from none; see samples.h
};

// The result of a method.
struct Judgement {
  double p_slower = 1;  // one-sided
  double p_faster = 1;
  ShiftInterval shift;  // level 0 and NaN limits where no interval exists
};

// A way to compare launches.
struct CompareMethod {
  // One judgement per series of the suite.
  std::function<std::vector<Judgement>(const std::vector<PairedLaunches>& suite, double confidence)> judge;
  bool needs_circles = false;  // in which launches took turns
};

// Exact, over launches, with the Hodges-Lehmann ratio; assumes no distribution. Where one side varies more than the
// other, the p of a t test for unequal variances counts if it is larger.
const CompareMethod& RankSum();

// The smallest ratio, candidate over baseline, that the rank sum finds with chance kDetectablePower at the one-sided
// level `level`, if launches vary as these did: standard deviation of logarithms pooled over both sides, unequal sides
// as two of their harmonic mean, rounded down. Infinite where so few launches cannot reach the level; NaN where no
// deviation is known.
double DetectableRatio(const PairedLaunches& series, double level);

inline constexpr double kDetectablePower = 0.8;

// The fewest launches a side, n, that allow a rank sum a p value of at most `level`: 1 / C(2 n, n) <= level.
std::size_t LaunchesForRankSum(double level);

// The fewest launches a side with which one of this many series can fail: with fewer, no p survives the correction.
std::size_t LaunchesToFail(std::size_t series, double alpha);

// Says where so few launches can fail nothing, because no p of theirs survives the correction over the suite, and how
// many could.
std::vector<std::string> ReachNotes(const Comparison& comparison);

}  // namespace mpigauge
