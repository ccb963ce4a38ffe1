#include "baselines/compare/launch_means.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace mpigauge {
namespace {

// The mean of the values that have these logarithms.
double MeanOfLogs(const std::vector<double>& logs) {
  double sum = 0;
  for (const double log : logs) sum += std::exp(log);
  return sum / static_cast<double>(logs.size());
}

double LargestMeanOfRuns(const std::vector<double>& logs, const std::vector<std::string>& runs) {
  std::map<std::string, std::vector<double>> of_run;
  for (std::size_t i = 0; i < logs.size(); ++i) of_run[runs.empty() ? "" : runs[i]].push_back(logs[i]);
  double most = 0;
  for (const auto& [run, values] : of_run) most = std::max(most, MeanOfLogs(values));
  return most;
}

bool HaveMeans(const PairedLaunches& one) {
  const auto is_number = [](double log) { return std::isfinite(log); };
  return std::all_of(one.baseline.begin(), one.baseline.end(), is_number) &&
         std::all_of(one.candidate.begin(), one.candidate.end(), is_number);
}

// The logarithm of what the mean may grow by: a slower median has its own verdict, and takes the mean along.
double LogLimit(const SeriesComparison& series, const MeanFigure& mean) {
  return std::log1p(mean.tolerance) + std::log(std::max(series.ratio, 1.0));
}

}  // namespace

void TestMeans(const std::vector<PairedLaunches>& means, const std::vector<SpreadLaunches>& launches,
               const CompareMethod& method, double confidence, std::vector<SeriesComparison>& series,
               MeanFigure SeriesComparison::*figure) {
  std::vector<PairedLaunches> known;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < means.size(); ++i) {
    MeanFigure& mean = series[i].*figure;
    mean = {};
    if (!HaveMeans(means[i]) || !(series[i].ratio > 0)) continue;
    mean.known = true;
    mean.baseline_seconds = MeanOfLogs(means[i].baseline);
    mean.candidate_seconds = MeanOfLogs(means[i].candidate);
    mean.most_of_runs = LargestMeanOfRuns(means[i].baseline, launches[i].baseline_runs);
    mean.tolerance = std::max(series[i].tolerance, kLeastMeanTolerance);
    known.push_back(means[i]);
    for (double& log : known.back().candidate) log -= LogLimit(series[i], mean);
    places.push_back(i);
  }
  if (known.empty()) return;
  const std::vector<Judgement> judgements = method.judge(known, confidence);
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    const SeriesComparison& one = series[places[i]];
    MeanFigure& mean = series[places[i]].*figure;
    mean.ratio = std::exp(judgements[i].shift.estimate + LogLimit(one, mean));
    mean.p = judgements[i].p_slower;
  }
}

}  // namespace mpigauge
