#include "baselines/history/energy_split.h"

#include <algorithm>
#include <cmath>

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

// The sums within values[t, t + m) for all t, from those of m - 1 and of m - 2.
MPIGAUGE_WIDE void GrowWithin(const double* __restrict x, const double* __restrict y, const double* __restrict before,
                              const double* __restrict two_before, std::size_t n, double* __restrict within) {
  for (std::size_t t = 0; t < n; ++t) {
    within[t] = before[t] + before[t + 1] - two_before[t + 1] + std::fabs(x[t] - y[t]);
  }
}

struct Rows {
  const double* prefix;
  const double* prefix_share;
  const double* count;
  const double* whole;  // prefix sums at t + m
  const double* scale;  // at t + m
  const double* within;
};

MPIGAUGE_WIDE void RaiseBest(const Rows& rows, double m, double inverse, std::size_t first, std::size_t end,
                             double* __restrict best) {
  const double* __restrict prefix = rows.prefix;
  const double* __restrict share = rows.prefix_share;
  const double* __restrict count = rows.count;
  const double* __restrict whole = rows.whole;
  const double* __restrict scale = rows.scale;
  const double* __restrict within = rows.within;
  for (std::size_t t = first; t < end; ++t) {
    const double q = scale[t] * (whole[t] - prefix[t] - m * share[t] - within[t] * (1 + count[t] * inverse));
    best[t] = q > best[t] ? q : best[t];
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
  within_.assign(n + 1, 0);
  within_before_.assign(n + 1, 0);  // one value: nothing within
  within_two_before_.assign(n + 1, 0);
  best_.assign(n + 1, -std::numeric_limits<double>::infinity());
  for (std::size_t m = 1; m + minimum <= n; ++m) {
    const std::size_t end = n - m + 1;  // left parts may end before here
    if (m > 1) {
      GrowWithin(values.data(), &values[m - 1], within_before_.data(), within_two_before_.data(), end, within_.data());
    }
    if (m >= minimum) {
      const Rows rows{prefix_.data(), prefix_share_.data(), count_.data(), &prefix_[m], &scale_[m], within_.data()};
      RaiseBest(rows, static_cast<double>(m), m > 1 ? 1 / static_cast<double>(m - 1) : 0, minimum, end, best_.data());
    }
    within_two_before_.swap(within_before_);
    within_before_.swap(within_);
  }
  const auto largest = std::max_element(best_.begin(), best_.end());
  return {static_cast<std::size_t>(largest - best_.begin()), *largest};
}

}  // namespace mpigauge
