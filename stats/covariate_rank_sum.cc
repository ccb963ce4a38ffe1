#include "stats/covariate_rank_sum.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "stats/interval.h"
#include "stats/summary.h"

namespace mpigauge {
namespace {

// Slopes of value and of belonging to the candidate (0 or 1) over the covariate, of both samples together.
struct Slopes {
  double value = 0;
  double side = 0;
};

Slopes FitBoth(std::span<const WithCovariate> baseline, std::span<const WithCovariate> candidate) {
  const auto all = static_cast<double>(baseline.size() + candidate.size());
  double covariates = 0;
  double values = 0;
  for (const auto sample : {baseline, candidate}) {
    for (const WithCovariate& one : sample) {
      covariates += one.covariate;
      values += one.value;
    }
  }
  double squares = 0;
  Slopes slopes;
  for (const auto sample : {baseline, candidate}) {
    for (const WithCovariate& one : sample) {
      const double x = one.covariate - covariates / all;
      squares += x * x;
      slopes.value += x * (one.value - values / all);
      slopes.side += sample.data() == candidate.data() ? x : 0;
    }
  }
  if (!(squares > 0)) return {};
  return {slopes.value / squares, slopes.side / squares};
}

std::vector<double> Residuals(std::span<const WithCovariate> sample, double slope) {
  std::vector<double> residuals;
  for (const WithCovariate& one : sample) residuals.push_back(one.value - slope * one.covariate);
  return residuals;
}

// Where a pair of residuals, one of each sample, changes its order. If the candidate is shifted back by d, the slope
// changes too, and the residuals' difference is that of d = 0 less d (1 - slope of side * difference of covariates).
struct Crossing {
  double at = 0;
  std::ptrdiff_t step = -1;  // of the pairs in which the candidate is larger, for growing d
};

struct Crossings {
  std::ptrdiff_t larger = 0;  // pairs in which the candidate is larger, for d far below
  std::vector<Crossing> sorted;
};

Crossings CrossingsOf(std::span<const WithCovariate> baseline, std::span<const WithCovariate> candidate,
                      const Slopes& slopes) {
  constexpr double kNothing = 1e-9;
  Crossings crossings;
  for (const WithCovariate& b : baseline) {
    for (const WithCovariate& c : candidate) {
      const double apart = c.covariate - b.covariate;
      const double difference = c.value - b.value - slopes.value * apart;
      const double falls = 1 - slopes.side * apart;
      if (std::fabs(falls) < kNothing) {
        crossings.larger += difference > 0;
        continue;
      }
      crossings.larger += falls > 0;
      crossings.sorted.push_back({difference / falls, falls > 0 ? -1 : 1});
    }
  }
  std::sort(crossings.sorted.begin(), crossings.sorted.end(),
            [](const Crossing& a, const Crossing& b) { return a.at < b.at; });
  return crossings;
}

// The first and the last shift for which the candidate is larger in no more than `most` pairs, and in no fewer than
// `fewest`: what lies between is not rejected at both ends.
Interval NotRejected(const Crossings& crossings, std::ptrdiff_t most, std::ptrdiff_t fewest) {
  Interval interval{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(), 0};
  std::ptrdiff_t larger = crossings.larger;
  auto next = crossings.sorted.begin();
  for (; larger > most && next != crossings.sorted.end(); ++next) {
    larger += next->step;
    interval.low = next->at;
  }
  larger = crossings.larger;
  for (const Crossing& one : crossings.sorted) larger += one.step;
  for (auto last = crossings.sorted.rbegin(); larger < fewest && last != crossings.sorted.rend(); ++last) {
    larger -= last->step;
    interval.high = last->at;
  }
  return interval;
}

}  // namespace

CovariateRankSum RankSumWithCovariate(std::span<const WithCovariate> baseline, std::span<const WithCovariate> candidate,
                                      double level, const RankSumDistribution& distribution) {
  CovariateRankSum result;
  const double none = std::numeric_limits<double>::quiet_NaN();
  result.shift = {none, none, none, 0};
  if (baseline.empty() || candidate.empty()) return result;
  const Slopes slopes = FitBoth(baseline, candidate);
  const std::vector<double> before = Residuals(baseline, slopes.value);
  const std::vector<double> after = Residuals(candidate, slopes.value);
  result.p_larger = RankSumSlower(before, after);
  result.p_smaller = RankSumSlower(after, before);
  const Crossings crossings = CrossingsOf(baseline, candidate, slopes);
  const std::size_t pairs = baseline.size() * candidate.size();
  const std::size_t k = HodgesLehmannOrder(pairs, level, distribution);
  const Interval interval =
      NotRejected(crossings, static_cast<std::ptrdiff_t>(pairs - k), static_cast<std::ptrdiff_t>(k));
  std::vector<double> shifts;
  for (const Crossing& one : crossings.sorted) shifts.push_back(one.at);
  result.shift = {shifts.empty() ? none : Quantile(shifts, 0.5), interval.low, interval.high,
                  std::max(0.0, 1 - 2 * distribution.LowerTail(k - 1))};
  return result;
}

}  // namespace mpigauge
