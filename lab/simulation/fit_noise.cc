#include "lab/simulation/fit_noise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "stats/finite.h"
#include "stats/moments.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();
constexpr double kNormalOfMad = 1.4826;  // a normal standard deviation over its median absolute deviation

double MedianOf(std::vector<double> values) {
  values = Present(std::move(values));
  if (values.empty()) return kNothing;
  std::sort(values.begin(), values.end());
  return Quantile(values, 0.5);
}

// The rest of each launch after its run's median is subtracted, and the runs' medians.
struct Residuals {
  std::vector<std::vector<double>> launches;  // [launch of all runs][series]
  std::vector<std::vector<double>> runs;      // [run][series]
  double launches_per_run = 0;
};

Residuals ResidualsOf(const std::vector<std::vector<LaunchLogs>>& runs) {
  Residuals residuals;
  for (const std::vector<LaunchLogs>& run : runs) {
    if (run.size() < 2) continue;
    std::vector<double> center;
    for (std::size_t series = 0; series < run[0].size(); ++series) {
      std::vector<double> values;
      for (const LaunchLogs& launch : run) values.push_back(launch[series]);
      center.push_back(MedianOf(values));
    }
    for (const LaunchLogs& launch : run) {
      std::vector<double> row;
      for (std::size_t series = 0; series < center.size(); ++series) row.push_back(launch[series] - center[series]);
      residuals.launches.push_back(row);
    }
    residuals.runs.push_back(center);
  }
  if (residuals.runs.empty()) throw UsageError("a noise model needs a run with at least two launches");
  residuals.launches_per_run =
      static_cast<double>(residuals.launches.size()) / static_cast<double>(residuals.runs.size());
  return residuals;
}

std::vector<double> Column(const std::vector<std::vector<double>>& rows, std::size_t series) {
  std::vector<double> column;
  for (const auto& row : rows) column.push_back(row[series]);
  return Present(std::move(column));
}

// The median of few values is nearer to each of them than the centre is.
double RobustDeviation(std::vector<double> residuals, double launches_per_run) {
  for (double& value : residuals) value = std::fabs(value);
  return kNormalOfMad * MedianOf(residuals) * std::sqrt(launches_per_run / (launches_per_run - 1));
}

// The correlation between the columns of rows whose columns are standardized: of S columns the mean has the variance
// c + (1 - c) / S.
double CommonShare(const std::vector<std::vector<double>>& rows, const std::vector<double>& center,
                   const std::vector<double>& deviation) {
  Moments means;
  double columns = 0;
  for (const auto& row : rows) {
    Moments mean;
    for (std::size_t series = 0; series < row.size(); ++series) {
      // One wild value must not pass for what all have in common.
      const double z = std::clamp((row[series] - center[series]) / deviation[series], -3.0, 3.0);
      if (deviation[series] > 0 && !std::isnan(row[series])) mean.Add(z);
    }
    columns = std::max(columns, static_cast<double>(mean.count()));
    if (mean.count() > 0) means.Add(mean.mean());
  }
  if (columns < 2 || means.count() < 3) return 0;
  const double variance = means.StandardDeviation() * means.StandardDeviation();
  return std::clamp((columns * variance - 1) / (columns - 1), 0.0, 1.0);
}

void FitBadLaunches(const Residuals& residuals, const std::vector<double>& deviation, NoiseModel& model) {
  double bad = 0;
  double all = 0;
  double excess = 0;
  for (const auto& row : residuals.launches) {
    for (std::size_t series = 0; series < row.size(); ++series) {
      if (std::isnan(row[series]) || deviation[series] <= 0) continue;
      ++all;
      if (row[series] <= kBadDeviations * deviation[series]) continue;
      ++bad;
      excess += row[series];
    }
  }
  model.bad_share = bad / all;
  if (bad > 0) model.bad_mean = excess / bad;
}

void FitJobs(const Residuals& residuals, const std::vector<double>& launch_deviation, NoiseModel& model) {
  if (residuals.runs.size() < 3) return;
  std::vector<double> centers;
  std::vector<double> deviations;
  std::vector<double> all;
  for (std::size_t series = 0; series < launch_deviation.size(); ++series) {
    Moments moments;
    for (const double value : Column(residuals.runs, series)) moments.Add(value);
    centers.push_back(moments.mean());
    all.push_back(moments.StandardDeviation());
    // The variance of a median of n normal values is pi / 2 / n of theirs.
    constexpr double kHalfPi = 1.5707963267948966;
    const double explained = kHalfPi * launch_deviation[series] * launch_deviation[series] / residuals.launches_per_run;
    deviations.push_back(std::sqrt(std::max(0.0, all.back() * all.back() - explained)));
  }
  model.job_deviation = MedianOf(deviations);
  if (model.job_deviation > 0) model.shared_job = CommonShare(residuals.runs, centers, all);
}

}  // namespace

NoiseModel FitNoise(const std::vector<std::vector<LaunchLogs>>& runs) {
  const Residuals residuals = ResidualsOf(runs);
  std::vector<double> deviation;
  for (std::size_t series = 0; series < residuals.runs[0].size(); ++series) {
    deviation.push_back(RobustDeviation(Column(residuals.launches, series), residuals.launches_per_run));
  }
  NoiseModel model;
  model.name = "fitted";
  model.launch_deviation = MedianOf(deviation);
  if (std::isnan(model.launch_deviation)) throw UsageError("no series has two launches in one run");
  FitBadLaunches(residuals, deviation, model);
  model.shared_launch = CommonShare(residuals.launches, std::vector<double>(deviation.size(), 0.0), deviation);
  FitJobs(residuals, deviation, model);
  model.text = fmt::format(
      "{} run(s), {} launches, {} series: launches differ by {:.2g}% ({:.0f}% of it shared by all series), {:.2g}% of "
      "them are bad (+{:.2g}%), runs differ by {:.2g}%",
      residuals.runs.size(), residuals.launches.size(), deviation.size(), model.launch_deviation * 100,
      model.shared_launch * 100, model.bad_share * 100, std::expm1(model.bad_mean) * 100, model.job_deviation * 100);
  return model;
}

}  // namespace mpigauge
