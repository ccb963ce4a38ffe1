#include <algorithm>
#include <cmath>

#include "baselines/history/change_point.h"

// The rows are worked on with the widest registers that the processor has; no products are contracted with sums, so
// that every processor gives the same splits.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define MPIGAUGE_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define MPIGAUGE_WIDE
#endif

namespace mpigauge {
namespace {

// to[i] += |x[i] - value|.
MPIGAUGE_WIDE void AddDistances(const double* __restrict x, double value, std::size_t n, double* __restrict to) {
  for (std::size_t i = 0; i < n; ++i) to[i] += std::fabs(x[i] - value);
}

struct Rows {
  const double* values;
  const double* prefix;
  const double* prefix_share;
  const double* count;
  const double* scale;
};

// The sums within values[t, t + m) for all t in [first, end), from those of m - 1 and of m - 2 values.
MPIGAUGE_WIDE void GrowWithin(const double* __restrict values, const double* __restrict before,
                              const double* __restrict two_before, std::size_t m, std::size_t first, std::size_t end,
                              double* __restrict within) {
  const double* __restrict last = values + m - 1;
  for (std::size_t t = first; t < end; ++t) {
    within[t] = before[t] + before[t + 1] - two_before[t + 1] + std::fabs(values[t] - last[t]);
  }
}

// The same, and Q with it: one pass over the rows.
MPIGAUGE_WIDE void GrowAndRaiseBest(const Rows& rows, const double* __restrict before,
                                    const double* __restrict two_before, std::size_t m, std::size_t first,
                                    std::size_t end, double* __restrict within, double* __restrict best) {
  const double* __restrict values = rows.values;
  const double* __restrict last = rows.values + m - 1;
  const double* __restrict prefix = rows.prefix;
  const double* __restrict share = rows.prefix_share;
  const double* __restrict count = rows.count;
  const double* __restrict whole = rows.prefix + m;
  const double* __restrict scale = rows.scale + m;
  const auto size = static_cast<double>(m);
  const double inverse = 1 / (size - 1);
  for (std::size_t t = first; t < end; ++t) {
    const double w = before[t] + before[t + 1] - two_before[t + 1] + std::fabs(values[t] - last[t]);
    within[t] = w;
    const double q = scale[t] * (whole[t] - prefix[t] - size * share[t] - w * (1 + count[t] * inverse));
    best[t] = q > best[t] ? q : best[t];
  }
}

// A right part of one value: nothing within.
void RaiseBestOfOne(const Rows& rows, std::size_t first, std::size_t end, double* best) {
  for (std::size_t t = first; t < end; ++t) {
    best[t] = std::max(best[t], rows.scale[t + 1] * (rows.prefix[t + 1] - rows.prefix[t] - rows.prefix_share[t]));
  }
}

}  // namespace

void EnergySplit::SumPrefixes(std::span<const double> values) {
  const std::size_t n = values.size();
  best_.assign(n + 1, 0);  // for now: the sum of distances to all earlier values
  for (std::size_t i = 0; i < n; ++i) AddDistances(&values[i], values[i], n - i, &best_[i]);
  prefix_.assign(n + 1, 0);
  prefix_share_.assign(n + 1, 0);
  for (std::size_t k = 2; k <= n; ++k) {
    prefix_[k] = prefix_[k - 1] + best_[k - 1];
    prefix_share_[k] = prefix_[k] / static_cast<double>(k - 1);
  }
  for (std::size_t k = scale_.size(); k <= n; ++k) {
    scale_.push_back(k == 0 ? 0 : 2 / static_cast<double>(k));
    count_.push_back(static_cast<double>(k));
  }
}

Split EnergySplit::Best(std::span<const double> values, std::size_t minimum) {
  const std::size_t n = values.size();
  if (n < 2 * minimum) return {};
  SumPrefixes(values);
  for (auto* row : {&within_, &within_before_, &within_two_before_}) row->assign(n + 1, 0);
  best_.assign(n + 1, -std::numeric_limits<double>::infinity());
  const Rows rows{values.data(), prefix_.data(), prefix_share_.data(), count_.data(), scale_.data()};
  // Left parts end at `minimum` at least: what is within right parts that begin earlier is not needed.
  if (minimum == 1) RaiseBestOfOne(rows, 1, n, best_.data());
  for (std::size_t m = 2; m + minimum <= n; ++m) {
    const std::size_t end = n - m + 1;
    if (m < minimum) {
      GrowWithin(rows.values, within_before_.data(), within_two_before_.data(), m, minimum, end, within_.data());
    } else {
      GrowAndRaiseBest(rows, within_before_.data(), within_two_before_.data(), m, minimum, end, within_.data(),
                       best_.data());
    }
    within_two_before_.swap(within_before_);
    within_before_.swap(within_);
  }
  const auto largest = std::max_element(best_.begin(), best_.end());
  return {static_cast<std::size_t>(largest - best_.begin()), *largest};
}

}  // namespace mpigauge
