#include "harness/stats/warm_up.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "harness/stats/autocorrelation.h"
#include "harness/stats/finite.h"
#include "harness/stats/mann_kendall.h"
#include "harness/stats/moments.h"

namespace mpigauge {
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
