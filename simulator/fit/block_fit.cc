#include <algorithm>
#include <cmath>
#include <vector>

#include "simulator/fit/relative_fit.h"
#include "simulator/fit/segments.h"

namespace mpigauge {
namespace {

double Blocks(double bytes, std::int64_t block_bytes) {
  return std::max(1.0, std::ceil(bytes / static_cast<double>(block_bytes)));
}

// Block sizes at which one of the sizes comes to need one block less, ascending: between two of them all fit alike.
std::vector<std::int64_t> Changes(std::span<const double> bytes, std::int64_t from, std::int64_t to) {
  std::vector<std::int64_t> changes{from};
  for (const double size : bytes) {
    constexpr double kMostBlocks = 64;  // beyond, a tooth is less than what can be timed
    for (double blocks = 1; blocks <= kMostBlocks; ++blocks) {
      const auto block = static_cast<std::int64_t>(std::ceil(size / blocks));
      if (block > from && block <= to) changes.push_back(block);
    }
  }
  std::sort(changes.begin(), changes.end());
  changes.erase(std::unique(changes.begin(), changes.end()), changes.end());
  return changes;
}

struct Candidate {
  std::int64_t first = 0;  // to `last` all block sizes fit so
  std::int64_t last = 0;
  TwoTerms terms;
  double squares = 0;
};

Candidate Try(std::span<const double> bytes, std::span<const double> seconds, std::int64_t first, std::int64_t last) {
  std::vector<double> blocks(bytes.size());
  std::transform(bytes.begin(), bytes.end(), blocks.begin(), [&](double size) { return Blocks(size, first); });
  const RelativePoints points{blocks, bytes, seconds, seconds};
  Candidate candidate{first, last, FitRelative(points)};
  for (const double residual : RelativeResiduals(points, candidate.terms)) candidate.squares += residual * residual;
  return candidate;
}

}  // namespace

std::optional<BlockFit> FitBlocks(std::span<const double> bytes, std::span<const double> seconds,
                                  std::int64_t from_bytes, std::int64_t to_bytes) {
  constexpr double kChiSquare = 3.84;  // 95% of one degree of freedom
  if (bytes.size() < 5 || from_bytes < 1 || to_bytes <= from_bytes) return std::nullopt;
  const std::vector<std::int64_t> changes = Changes(bytes, from_bytes, to_bytes);
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    candidates.push_back(Try(bytes, seconds, changes[i], i + 1 < changes.size() ? changes[i + 1] - 1 : to_bytes));
  }
  const Candidate best = *std::min_element(candidates.begin(), candidates.end(),
                                           [](const auto& a, const auto& b) { return a.squares < b.squares; });
  const double alike = best.squares * (1 + kChiSquare / static_cast<double>(bytes.size() - 3));
  BlockFit fit{(best.first + best.last) / 2, best.first, best.last, best.terms, best.squares};
  for (const Candidate& candidate : candidates) {
    if (candidate.squares > alike) continue;
    fit.low_bytes = std::min(fit.low_bytes, candidate.first);
    fit.high_bytes = std::max(fit.high_bytes, candidate.last);
  }
  return fit;
}

bool BlocksAreThere(const BlockFit& fit, std::span<const double> bytes, double other_criterion, double resolution) {
  constexpr std::size_t kParameters = 4;  // two, and the size that is the best of all sizes counts twice
  const auto first = std::upper_bound(bytes.begin(), bytes.end(), static_cast<double>(fit.block_bytes));
  if (first - bytes.begin() < 3 || Blocks(bytes.back(), fit.block_bytes) < 3 || fit.terms.first <= 0) return false;
  return InformationCriterion(fit.squares, bytes.size(), kParameters, resolution) < other_criterion;
}

}  // namespace mpigauge
