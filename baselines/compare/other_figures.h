#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "baselines/compare/method.h"
#include "stats/time_classes.h"

namespace mpigauge {

// Floor or tail of each series by `method`, RankSum() or WithinCircles(), Holm over the series: `launches` are
// logarithms, one for each of `series`. A regression may show in one figure alone.
void JudgeOtherFigure(const std::vector<PairedLaunches>& launches, const CompareMethod& method, double confidence,
                      OtherFigure SeriesComparison::*figure, std::vector<SeriesComparison>& series);

// Medians do not see what happens to less than half of the calls, or of the launches. Three more figures do: the share
// of a launch's observations that are stretched, the share of the launches that are slow, and the mean over the calls
// (launch_means.h). Together they have this part of alpha; the medians have the rest.
constexpr double kTailShare = 0.1;
constexpr double AlphaOfMedians(double alpha) { return alpha * (1 - kTailShare); }

// A larger share than this, in points above the baseline and above each of its runs, is worth a word: 1 of 100 calls is
// ten times what lies outside of 99.9%, and 1 of 20 launches is one of the most that a gate makes by itself.
constexpr double kLeastOfObservations = 0.01;
constexpr double kLeastOfLaunches = 0.05;

// A series over the launches of both sides: their observations and medians, and the runs of the baseline's launches.
struct SpreadLaunches {
  std::vector<TimeClasses> baseline;
  std::vector<TimeClasses> candidate;
  std::vector<double> baseline_medians;
  std::vector<double> candidate_medians;
  std::vector<std::string> baseline_runs = {};
};

// Fills in both figures of all series, which are those of `launches`, and corrects their p values and those of the
// means that are known. Launches are what varies independently, so each gives one number, and every limit is made of
// all launches, whatever their side: where the libraries are equal, any of them may be on either side, and exact tests
// hold.
//
// Stretched observations: the usual range of a launch reaches from its median by the factor to its 99.9% quantile; of
// these factors the lower quartile over the launches counts, so that a worse half does not move it. An observation is
// stretched beyond that range and the tolerance, from the launch's own median or the upper quartile of all medians,
// whichever is larger: a library that is slower as a whole, or faster but for its slowest calls, has none. The share of
// each launch is tested by the exact rank sum.
//
// Slow launches: medians beyond Tukey's upper fence (Exploratory Data Analysis, 1977: the upper quartile and 1.5 times
// the distance of the quartiles) and the tolerance above the upper quartile. They are counted, and tested by Fisher. A
// launch of the candidate must be far above its own side, too, whose fence is made of the faster half: where all of its
// launches vary more, none is an exception. That only lowers its count, so the exact test holds.
void TestTails(const std::vector<SpreadLaunches>& launches, std::vector<SeriesComparison>& series);

}  // namespace mpigauge
