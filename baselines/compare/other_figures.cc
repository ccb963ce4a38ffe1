#include "baselines/compare/other_figures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "baselines/compare/samples.h"
#include "stats/holm.h"
#include "stats/proportions.h"
#include "stats/rank_sum.h"
#include "stats/summary.h"

namespace mpigauge {

void JudgeOtherFigure(const std::vector<PairedLaunches>& launches, const CompareMethod& method, double confidence,
                      OtherFigure SeriesComparison::*figure, std::vector<SeriesComparison>& series) {
  auto judgements = method.judge(launches, confidence);
  std::vector<double> p;
  for (const Judgement& one : judgements) p.push_back(one.p_slower);
  const std::vector<double> adjusted = HolmAdjusted(p);
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    ShiftInterval& shift = judgements[i].shift;
    WidenToTick(launches[i].log_tick, shift);
    series[i].*
        figure = {std::exp(shift.estimate), std::exp(shift.low), std::exp(shift.high), shift.level, p[i], adjusted[i]};
  }
}

namespace {

constexpr double kUsual = 0.999;  // of a launch's observations

double Mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

template <typename Value>
std::vector<Value> Together(const std::vector<Value>& one, const std::vector<Value>& other) {
  std::vector<Value> all = one;
  all.insert(all.end(), other.begin(), other.end());
  return all;
}

// The mean of the shares of each run's launches, the largest one.
double MostOfRuns(const std::vector<double>& shares, const std::vector<std::string>& runs) {
  std::map<std::string, std::vector<double>> of_run;
  for (std::size_t i = 0; i < shares.size(); ++i) of_run[runs.empty() ? "" : runs[i]].push_back(shares[i]);
  double most = 0;
  for (const auto& [run, values] : of_run) most = std::max(most, Mean(values));
  return most;
}

TailFigure FigureOf(const std::vector<double>& baseline, const std::vector<double>& candidate,
                    const std::vector<std::string>& runs, double seconds) {
  TailFigure figure;
  figure.known = true;
  figure.seconds = seconds;
  figure.baseline_share = Mean(baseline);
  figure.candidate_share = Mean(candidate);
  figure.most_of_runs = MostOfRuns(baseline, runs);
  return figure;
}

// The range beyond which times are unusual; in classes.
struct UsualTimes {
  int median = 0;  // the upper quartile over the launches
  int reach = 0;   // from there, or from a launch's own median if that is larger

  double ShareBeyond(const TimeClasses& launch) const {
    return ShareAbove(launch, std::max(QuantileClass(launch, 0.5), median) + reach);
  }
};

UsualTimes UsualTimesOf(const std::vector<TimeClasses>& launches, double tolerance) {
  std::vector<int> medians;
  std::vector<int> reaches;
  for (const TimeClasses& launch : launches) {
    medians.push_back(QuantileClass(launch, 0.5));
    reaches.push_back(QuantileClass(launch, kUsual) - medians.back());
  }
  std::sort(medians.begin(), medians.end());
  std::sort(reaches.begin(), reaches.end());
  const std::size_t quarter = (launches.size() - 1) / 4;
  // One class more: times that differ by nothing may lie on either side of a limit between two.
  return {medians[launches.size() - 1 - quarter], reaches[quarter] + ClassesOfRatio(1 + tolerance) + 1};
}

TailFigure Stretched(const SpreadLaunches& launches, double tolerance) {
  const std::vector<TimeClasses> all = Together(launches.baseline, launches.candidate);
  if (std::any_of(all.begin(), all.end(), [](const TimeClasses& one) { return one.empty(); })) return {};
  const UsualTimes range = UsualTimesOf(all, tolerance);
  std::vector<double> baseline;
  std::vector<double> candidate;
  for (const TimeClasses& launch : launches.baseline) baseline.push_back(range.ShareBeyond(launch));
  for (const TimeClasses& launch : launches.candidate) candidate.push_back(range.ShareBeyond(launch));
  TailFigure figure = FigureOf(baseline, candidate, launches.baseline_runs, EndOfClass(range.median + range.reach));
  figure.p = RankSumSlower(baseline, candidate);
  return figure;
}

// 1 for each launch that is slow, else 0.
std::vector<double> Slow(const std::vector<double>& medians, double limit) {
  std::vector<double> slow;
  for (const double median : medians) slow.push_back(median > limit ? 1 : 0);
  return slow;
}

std::int64_t Count(const std::vector<double>& slow) {
  return static_cast<std::int64_t>(std::count(slow.begin(), slow.end(), 1.0));
}

std::vector<double> SortedLogs(const std::vector<double>& medians) {
  std::vector<double> logs;
  for (const double median : medians) logs.push_back(std::log(median));
  std::sort(logs.begin(), logs.end());
  return logs;
}

constexpr double kFence = 1.5;  // distances of the quartiles

// For normal logarithms this fence is the same as Tukey's, whatever the slower half does.
double FenceOfFasterHalf(const std::vector<double>& logs) {
  const double median = Quantile(logs, 0.5);
  return median + (1 + 2 * kFence) * (median - Quantile(logs, 0.25));
}

TailFigure SlowLaunches(const SpreadLaunches& launches, double tolerance) {
  const std::vector<double> logs = SortedLogs(Together(launches.baseline_medians, launches.candidate_medians));
  const double upper = Quantile(logs, 0.75);
  const double limit = std::exp(upper + std::max(std::log1p(tolerance), kFence * (upper - Quantile(logs, 0.25))));
  const std::vector<double> baseline = Slow(launches.baseline_medians, limit);
  const double own = std::exp(FenceOfFasterHalf(SortedLogs(launches.candidate_medians)));
  const std::vector<double> candidate = Slow(launches.candidate_medians, std::max(limit, own));
  TailFigure figure = FigureOf(baseline, candidate, launches.baseline_runs, limit);
  figure.p = FisherExactGreater(Count(baseline), std::ssize(baseline), Count(candidate), std::ssize(candidate));
  return figure;
}

// The slowest launch of the candidate over the slowest of the baseline. Others of the candidate may be as slow.
double SlowestTimes(const SpreadLaunches& launches) {
  return *std::max_element(launches.candidate_medians.begin(), launches.candidate_medians.end()) /
         *std::max_element(launches.baseline_medians.begin(), launches.baseline_medians.end());
}

}  // namespace

void TestTails(const std::vector<SpreadLaunches>& launches, std::vector<SeriesComparison>& series) {
  std::vector<double> p;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    series[i].stretched = Stretched(launches[i], series[i].tolerance);
    series[i].slow_launches = SlowLaunches(launches[i], series[i].tolerance);
    series[i].slowest_times = SlowestTimes(launches[i]);
    p.push_back(series[i].stretched.p);
    p.push_back(series[i].slow_launches.p);
  }
  for (const SeriesComparison& one : series) {
    for (const MeanFigure* mean : {&one.mean, &one.processor}) {
      if (mean->known) p.push_back(mean->p);
    }
  }
  const std::vector<double> adjusted = HolmAdjusted(p);
  std::size_t of_means = 2 * launches.size();
  for (std::size_t i = 0; i < launches.size(); ++i) {
    series[i].stretched.p_adjusted = adjusted[2 * i];
    series[i].slow_launches.p_adjusted = adjusted[2 * i + 1];
    for (MeanFigure* mean : {&series[i].mean, &series[i].processor}) {
      if (mean->known) mean->p_adjusted = adjusted[of_means++];
    }
  }
}

}  // namespace mpigauge
