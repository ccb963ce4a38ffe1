#include "baselines/compare/reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "baselines/compare/stretched.h"

namespace mpigauge {
namespace {

constexpr double kRounding = 1 + 1e-9;

}  // namespace

std::size_t LaunchesForRankSum(double level) {
  std::size_t launches = 0;
  for (double smallest = 1; launches < 2 || smallest > level * kRounding;) {
    ++launches;
    const auto n = static_cast<double>(launches);
    smallest *= n / (2 * (2 * n - 1));  // C(2 n, n) = C(2 n - 2, n - 1) 2 (2 n - 1) / n
  }
  return launches;
}

void NoteReach(const Comparison& comparison, const CompareMethod& method, std::vector<std::string>& notes) {
  const auto& all = comparison.series;
  const auto unreachable =
      std::count_if(all.begin(), all.end(), [](const auto& one) { return std::isinf(one.detectable_ratio); });
  if (unreachable == 0) return;
  const double level = AlphaOfMedians(comparison.alpha) / static_cast<double>(all.size());
  const std::size_t needed = method.launches_needed(level);
  notes.push_back(fmt::format(
      "{} of {} series cannot fail: so few launches allow no p of {} that is significant among {} series; {} launches "
      "of each side are needed",
      unreachable, all.size(), MethodName(method.method), all.size(), needed));
}

}  // namespace mpigauge
