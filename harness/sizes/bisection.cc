#include "harness/sizes/bisection.h"

#include <cmath>
#include <limits>

namespace mpigauge {

std::vector<std::int64_t> Bisection::Sizes(const Curve& sofar) const {
  const std::vector<std::int64_t> start = StartSizes(refinement_);
  std::set<std::int64_t> sizes(start.begin(), start.end());
  for (const auto& [size, time] : sofar) sizes.insert(size);
  std::vector<Candidate> wanted;
  for (std::size_t i = 1; i < start.size(); ++i) {
    Halve(sofar, start[i - 1], start[i], std::numeric_limits<double>::infinity(), wanted);
  }
  AddWorst(std::move(wanted), refinement_.most, sizes);
  return {sizes.begin(), sizes.end()};
}

// Goes down the halves that were found to need it; `error` is that of the interval of which [a, b] is a half.
void Bisection::Halve(const Curve& sofar, std::int64_t a, std::int64_t b, double error,
                      std::vector<Candidate>& wanted) const {
  const double half = (static_cast<double>(a) + static_cast<double>(b)) / 2;
  const auto step = static_cast<double>(refinement_.separation);
  const auto middle = SizeBetween(a, b, half + step, refinement_.separation);
  if (!middle) return;
  if (!sofar.contains(*middle)) return wanted.push_back({error, *middle});
  for (const std::int64_t size : {a, *middle, b}) {
    if (!Settled(sofar, size, refinement_)) return;
  }
  const double time = sofar.at(*middle).seconds;
  const double line = Line(a, sofar.at(a).seconds, b, sofar.at(b).seconds, *middle);
  const double own_error = std::fabs(line - time) / time;
  if (own_error <= refinement_.threshold) return;
  Halve(sofar, a, *middle, own_error, wanted);
  Halve(sofar, *middle, b, own_error, wanted);
}

}  // namespace mpigauge
