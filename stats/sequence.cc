#include "stats/sequence.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "stats/distribution.h"
#include "stats/finite.h"
#include "stats/moments.h"

namespace mpigauge {
namespace {

std::vector<double> Deviations(std::span<const double> values) {
  RequireFinite(values);
  double mean = 0;
  double count = 0;
  for (const double value : values) mean += (value - mean) / ++count;
  std::vector<double> deviations(values.begin(), values.end());
  for (double& value : deviations) value -= mean;
  return deviations;
}

double SumOfProducts(std::span<const double> deviations, std::size_t lag) {
  double sum = 0;
  for (std::size_t i = lag; i < deviations.size(); ++i) sum += deviations[i] * deviations[i - lag];
  return sum;
}

// All values equal: their mean may differ from them in the last digit.
bool Constant(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [&](double value) { return value == values.front(); });
}

}  // namespace

EffectiveCount EffectiveObservations(std::span<const double> values) {
  const std::vector<double> deviations = Deviations(values);
  const auto n = static_cast<double>(values.size());
  if (Constant(values)) return {n, false};
  const double variance = SumOfProducts(deviations, 0);
  double pairs = 0;
  EffectiveCount effective{n, true};
  for (std::size_t lag = 0; lag < kMostLags; lag += 2) {
    const double pair = SumOfProducts(deviations, lag) + SumOfProducts(deviations, lag + 1);
    effective.bounded = pair > 0;
    if (!effective.bounded) break;
    pairs += pair / variance;
  }
  const double inflation = 2 * pairs - 1;
  if (inflation > 1) effective.count = n / inflation;
  return effective;
}

namespace {

// Pairs in which the later value is smaller, counted while sorting by merging (Knight 1966).
double SortCountingInversions(std::vector<double>& values, std::vector<double>& merged) {
  double inversions = 0;
  for (std::size_t width = 1; width < values.size(); width *= 2) {
    for (std::size_t start = 0; start < values.size(); start += 2 * width) {
      std::size_t left = start;
      const std::size_t middle = std::min(start + width, values.size());
      std::size_t right = middle;
      const std::size_t end = std::min(start + 2 * width, values.size());
      for (std::size_t to = start; to < end; ++to) {
        const bool take_right = left == middle || (right < end && values[right] < values[left]);
        if (take_right) inversions += static_cast<double>(middle - left);
        merged[to] = take_right ? values[right++] : values[left++];
      }
    }
    values.swap(merged);
  }
  return inversions;
}

struct Ties {
  double pairs = 0;
  double variance = 0;  // what groups of t equal values take away: t (t - 1) (2 t + 5)
};

Ties TiesOf(std::span<const double> sorted) {
  Ties ties;
  for (auto group = sorted.begin(); group != sorted.end();) {
    const auto next = std::upper_bound(group, sorted.end(), *group);
    const auto t = static_cast<double>(next - group);
    ties.pairs += t * (t - 1) / 2;
    ties.variance += t * (t - 1) * (2 * t + 5);
    group = next;
  }
  return ties;
}

}  // namespace

double Trend::PValue(double inflation) const {
  return deviation > 0 ? NormalTwoSided(score / (deviation * std::sqrt(inflation))) : 1;
}

Trend MannKendall(std::span<const double> values) {
  RequireFinite(values);
  std::vector<double> sorted(values.begin(), values.end());
  std::vector<double> merged(values.size());
  const double smaller = SortCountingInversions(sorted, merged);
  const Ties ties = TiesOf(sorted);
  const auto n = static_cast<double>(values.size());
  Trend trend;
  trend.score = n * (n - 1) / 2 - ties.pairs - 2 * smaller;
  trend.deviation = std::sqrt(std::max(0.0, n * (n - 1) * (2 * n + 5) - ties.variance) / 18);
  trend.p_value = trend.PValue(1);
  return trend;
}

namespace {

constexpr std::size_t kBatch = 5;
constexpr std::size_t kLeast = 40;        // below: nothing is said
constexpr std::size_t kLeastPrefix = 20;  // the normal approximation holds, and a short trend is still seen

std::vector<double> BatchMedians(std::span<const double> values) {
  std::vector<double> medians;
  for (std::size_t i = 0; i + kBatch <= values.size(); i += kBatch) {
    double batch[kBatch];
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(i), kBatch, batch);
    std::nth_element(batch, batch + kBatch / 2, batch + kBatch);
    medians.push_back(batch[kBatch / 2]);
  }
  return medians;
}

// Midranks, so that a few huge values do not hide the correlation of the others.
std::vector<double> RanksOf(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i;
    while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
    const double rank = static_cast<double>(i + end + 1) / 2;
    for (; i < end; ++i) ranks[order[i]] = rank;
  }
  return ranks;
}

double InflationOf(std::span<const double> settled) {
  return static_cast<double>(settled.size()) / EffectiveObservations(RanksOf(settled)).count;
}

double SmallestAdjustedP(std::span<const double> values, double inflation) {
  double smallest = 1;
  double looks = 0;
  for (std::size_t length = values.size(); length >= kLeastPrefix; length /= 2) {
    smallest = std::min(smallest, MannKendall(values.first(length)).PValue(inflation));
    ++looks;
  }
  return std::min(1.0, looks * smallest);
}

}  // namespace

std::size_t MserCut(std::span<const double> values) {
  RequireFinite(values);
  const std::vector<double> medians = BatchMedians(values);
  Moments rest;
  double least = 0;
  std::size_t cut = 0;
  for (std::size_t first = medians.size(); first-- > 0;) {
    rest.Add(medians[first]);
    if (first > medians.size() / 2) continue;
    const auto n = static_cast<double>(rest.count());
    const double deviation = rest.StandardDeviation();
    const double error = deviation * deviation * (n - 1) / (n * n);
    if (first == medians.size() / 2 || error <= least) {
      least = error;
      cut = first;
    }
  }
  return cut * kBatch;
}

WarmUp DetectWarmUp(std::span<const double> values, double alpha) {
  RequireFinite(values);
  WarmUp warm_up;
  if (values.size() < kLeast) return warm_up;
  warm_up.p_value = SmallestAdjustedP(values, InflationOf(values.subspan(values.size() / 2)));
  if (warm_up.p_value > alpha) return warm_up;
  const std::size_t cut = MserCut(values);
  warm_up.settled = cut / kBatch < values.size() / kBatch / 2;
  if (warm_up.settled) warm_up.cut = cut;
  return warm_up;
}

}  // namespace mpigauge
