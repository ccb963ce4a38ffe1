#include "stats/variance_components.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mpigauge {
namespace {

// Sums over the nested groups; each mean squared deviation has an expectation that is linear in the components.
struct Sums {
  double values = 0;  // N
  double runs = 0;    // groups that are not empty
  double launches = 0;
  double within = 0;                 // squared deviations of values from their launch's mean
  double between_launches = 0;       // of launch means from their run's mean, each value counted
  double between_runs = 0;           // of run means from the mean of all
  double launch_squares_in_run = 0;  // sum n_ij^2 / n_i
  double launch_squares = 0;         // sum n_ij^2
  double run_squares = 0;            // sum n_i^2
};

struct Group {
  double count = 0;
  double mean = 0;
};

double SquaresAround(const std::vector<Group>& groups, double mean) {
  double sum = 0;
  for (const Group& group : groups) sum += group.count * (group.mean - mean) * (group.mean - mean);
  return sum;
}

Group Together(const std::vector<Group>& groups) {
  Group all;
  for (const Group& group : groups) {
    all.count += group.count;
    all.mean += group.count * group.mean;
  }
  if (all.count > 0) all.mean /= all.count;
  return all;
}

Group AddLaunches(const std::vector<Moments>& run, Sums& sums) {
  std::vector<Group> launches;
  double squares = 0;
  for (const Moments& launch : run) {
    if (launch.count() == 0) continue;
    const auto count = static_cast<double>(launch.count());
    sums.within += launch.StandardDeviation() * launch.StandardDeviation() * (count - 1);
    squares += count * count;
    launches.push_back({count, launch.mean()});
  }
  const Group group = Together(launches);
  if (group.count == 0) return group;
  sums.launches += static_cast<double>(launches.size());
  sums.between_launches += SquaresAround(launches, group.mean);
  sums.launch_squares += squares;
  sums.launch_squares_in_run += squares / group.count;
  sums.run_squares += group.count * group.count;
  return group;
}

double AtLeastZero(double numerator, double denominator) {
  return denominator > 0 ? std::max(0.0, numerator / denominator) : std::numeric_limits<double>::quiet_NaN();
}

double OrZero(double component) { return std::isnan(component) ? 0 : component; }

}  // namespace

VarianceComponents EstimateVarianceComponents(const std::vector<std::vector<std::vector<double>>>& runs) {
  std::vector<std::vector<Moments>> moments;
  for (const auto& run : runs) {
    std::vector<Moments>& launches = moments.emplace_back();
    for (const auto& launch : run) {
      Moments& one = launches.emplace_back();
      for (const double value : launch) one.Add(value);
    }
  }
  return EstimateVarianceComponents(moments);
}

VarianceComponents EstimateVarianceComponents(const std::vector<std::vector<Moments>>& runs) {
  Sums sums;
  std::vector<Group> groups;
  for (const auto& run : runs) {
    const Group group = AddLaunches(run, sums);
    if (group.count > 0) groups.push_back(group);
  }
  const Group all = Together(groups);
  sums.values = all.count;
  sums.runs = static_cast<double>(groups.size());
  sums.between_runs = SquaresAround(groups, all.mean);

  VarianceComponents result;
  result.run_count = groups.size();
  result.launch_count = static_cast<std::size_t>(sums.launches);
  // The levels are computed from the innermost outwards: the inner part is subtracted from the outer one.
  result.observations = AtLeastZero(sums.within, sums.values - sums.launches);
  const double observations = OrZero(result.observations);
  result.launches = AtLeastZero(sums.between_launches - (sums.launches - sums.runs) * observations,
                                sums.values - sums.launch_squares_in_run);
  const double of_launches = sums.launch_squares_in_run - sums.launch_squares / std::max(1.0, sums.values);
  result.runs = AtLeastZero(sums.between_runs - (sums.runs - 1) * observations - of_launches * OrZero(result.launches),
                            sums.values - sums.run_squares / std::max(1.0, sums.values));
  return result;
}

}  // namespace mpigauge
