#include "harness/sizes/bisection.h"

#include <cmath>
#include <limits>

namespace mpigauge {

std::vector<std::int64_t> Bisection::Sizes(const Curve& sofar) const {
  const std::vector<std::int64_t> start = StartSizes(refinement_);
  std::set<std::int64_t> sizes(start.begin(), start.end());
  for (const auto& [size, time] : sofar) sizes.insert(size);
  AddWorst(Search(sofar).wanted, refinement_.most, sizes);
  return {sizes.begin(), sizes.end()};
}

std::set<std::int64_t> Bisection::Needless(const Curve& sofar) const {
  const std::set<std::int64_t> needed = Search(sofar).needed;
  std::set<std::int64_t> needless;
  for (const auto& [size, time] : sofar) {
    if (!needed.contains(size)) needless.insert(size);
  }
  return needless;
}

Bisection::Found Bisection::Search(const Curve& sofar) const {
  const std::vector<std::int64_t> start = StartSizes(refinement_);
  Found found;
  found.needed.insert(start.begin(), start.end());
  for (std::size_t i = 1; i < start.size(); ++i) {
    Halve(sofar, start[i - 1], start[i], std::numeric_limits<double>::infinity(), found);
  }
  return found;
}

// Goes down the halves that were found to need it; `error` is that of the interval of which [a, b] is a half.
void Bisection::Halve(const Curve& sofar, std::int64_t a, std::int64_t b, double error, Found& found) const {
  const double half = (static_cast<double>(a) + static_cast<double>(b)) / 2;
  const auto step = static_cast<double>(refinement_.separation);
  const auto middle = SizeBetween(a, b, half + step, refinement_.separation);
  if (!middle) return;
  if (!sofar.contains(*middle)) return found.wanted.push_back({error, *middle});
  found.needed.insert(*middle);
  for (const std::int64_t size : {a, *middle, b}) {
    if (Settled(sofar, size, refinement_)) continue;
    // Nothing can be said of what lies in it.
    for (auto inside = sofar.upper_bound(a); inside != sofar.lower_bound(b); ++inside)
      found.needed.insert(inside->first);
    return;
  }
  const double time = sofar.at(*middle).seconds;
  const double line = Line(a, sofar.at(a).seconds, b, sofar.at(b).seconds, *middle);
  const double own_error = std::fabs(line - time) / time;
  if (own_error <= refinement_.threshold) return;
  Halve(sofar, a, *middle, own_error, found);
  Halve(sofar, *middle, b, own_error, found);
}

}  // namespace mpigauge
