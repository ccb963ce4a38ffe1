#include "baselines/compare/turn_alignment.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/finite.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

constexpr int kMostRounds = 20;   // of the polish; it comes to rest after a few
constexpr double kAtRest = 1e-9;  // logarithms
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

double MedianOf(std::vector<double> values) {
  values = Present(std::move(values));
  if (values.empty()) return kMissing;
  std::sort(values.begin(), values.end());
  return Quantile(values, 0.5);
}

double MinimumOf(const std::vector<double>& values) {
  const std::vector<double> present = Present(values);
  return present.empty() ? kMissing : *std::min_element(present.begin(), present.end());
}

// A series of one launch: where it stands, and the logarithms of a figure of its passes, NaN for a pass without any.
struct Row {
  SeriesRecord* series;
  bool candidate;
  std::vector<double> logs;
  double effect = 0;
};

template <typename Figure>
std::vector<double> LogsOfPasses(const SeriesRecord& series, Figure figure) {
  std::vector<double> logs;
  for (const Pass& pass : series.passes) {
    const double seconds = figure(pass.observations_seconds) - series.overhead_seconds;
    logs.push_back(seconds > 0 ? std::log(seconds) : kMissing);
  }
  return logs;
}

// Fills in the effects of the rows, which hold the level of the circle too.
void Polish(std::vector<Row>& rows) {
  std::size_t passes = 0;
  for (const Row& row : rows) passes = std::max(passes, row.logs.size());
  std::vector<double> of_pass(passes, 0);
  for (int round = 0; round < kMostRounds; ++round) {
    double moved = 0;
    for (std::size_t pass = 0; pass < passes; ++pass) {
      std::vector<double> left;
      for (const Row& row : rows) left.push_back(pass < row.logs.size() ? row.logs[pass] - row.effect : kMissing);
      of_pass[pass] = MedianOf(std::move(left));
    }
    // The passes' effects are around zero; the level is the rows'.
    const double middle = MedianOf(of_pass);
    for (double& effect : of_pass) effect -= middle;
    for (Row& row : rows) {
      std::vector<double> left;
      for (std::size_t pass = 0; pass < row.logs.size(); ++pass) left.push_back(row.logs[pass] - of_pass[pass]);
      const double effect = MedianOf(std::move(left));
      moved = std::max(moved, std::abs(effect - row.effect));
      row.effect = effect;
    }
    if (moved < kAtRest) return;
  }
}

// The level lies between the sides, however many launches each has: a real difference does not move it with the counts.
double LevelOf(const std::vector<Row>& rows) {
  std::vector<double> sides[2];
  for (const Row& row : rows) sides[row.candidate ? 1 : 0].push_back(row.effect);
  return (MedianOf(sides[0]) + MedianOf(sides[1])) / 2;
}

bool IsUsable(const SeriesRecord& series) {
  return !series.fault && series.summary.count > 0 && series.summary.median > 0;
}

// The rows by circle and series.
using Rows = std::map<std::string, std::map<std::string, std::vector<Row>>>;

template <typename Figure>
void AddRows(std::vector<LaunchRecord>& launches, bool candidate, Figure figure, Rows& rows) {
  for (LaunchRecord& launch : launches) {
    const std::string circle = CircleOf(launch);
    if (circle.empty()) continue;
    for (SeriesRecord& series : launch.series) {
      if (!IsUsable(series)) continue;
      Row row{&series, candidate, LogsOfPasses(series, figure)};
      if (!std::isnan(MedianOf(row.logs))) rows[circle][series.name].push_back(std::move(row));
    }
  }
}

// Hands each launch's figure, aligned, to `take`.
template <typename Figure, typename Take>
void AlignFigure(std::vector<LaunchRecord>& baseline, std::vector<LaunchRecord>& candidate, Figure figure,
                 std::map<std::string, double>& levels, Take take) {
  Rows all;
  AddRows(baseline, false, figure, all);
  AddRows(candidate, true, figure, all);
  for (auto& [circle, of_series] : all) {
    for (auto& [name, rows] : of_series) {
      Polish(rows);
      const double level = LevelOf(rows);
      if (std::isnan(level)) continue;  // one side alone
      const double common = levels.try_emplace(name, level).first->second;
      for (const Row& row : rows) take(std::exp(row.effect - level + common), *row.series);
    }
  }
}

}  // namespace

std::string CircleOf(const LaunchRecord& launch) {
  const auto found = launch.settings.find("circle");
  return found == launch.settings.end() ? "" : found->second;
}

void TurnAlignment::Align(std::vector<LaunchRecord>& baseline, std::vector<LaunchRecord>& candidate) {
  AlignFigure(baseline, candidate, MinimumOf, floor_levels_,
              [](double floor, SeriesRecord& series) { series.summary.minimum = floor; });
  AlignFigure(baseline, candidate, MedianOf, levels_, [](double median, SeriesRecord& series) {
    series.local_summary.median *= median / series.summary.median;
    series.summary.median = median;
  });
}

}  // namespace mpigauge
