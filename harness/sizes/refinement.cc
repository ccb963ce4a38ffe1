#include "harness/sizes/refinement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "harness/sizes/planner.h"

namespace mpigauge {

std::vector<std::int64_t> StartSizes(const Refinement& refinement) {
  const std::int64_t step = refinement.separation;
  std::set<std::int64_t> sizes = {refinement.first, refinement.last};
  for (const std::int64_t power : Powers(std::max(refinement.first, step), refinement.last, refinement.factor)) {
    const std::int64_t size = (power + step / 2) / step * step;
    if (refinement.first < size && size < refinement.last) sizes.insert(size);
  }
  return {sizes.begin(), sizes.end()};
}

namespace {

// The multiple of `separation` nearest to `place` that lies strictly between a and b.
std::optional<std::int64_t> SizeBetween(std::int64_t a, std::int64_t b, double place, std::int64_t separation) {
  const std::int64_t lowest = (a / separation + 1) * separation;
  const std::int64_t highest = (b - 1) / separation * separation;
  if (b <= a || lowest > highest) return std::nullopt;
  const auto nearest = static_cast<std::int64_t>(std::llround(place / static_cast<double>(separation))) * separation;
  return std::clamp(nearest, lowest, highest);
}

}  // namespace

bool Settled(const Curve& curve, std::int64_t size, const Refinement& refinement) {
  const auto found = curve.find(size);
  return found != curve.end() && std::isfinite(found->second.seconds) && found->second.visits >= refinement.settle;
}

namespace {

// Adds the candidates with the largest errors to `sizes` until `most` are there.
void AddWorst(std::vector<Candidate> candidates, std::size_t most, std::set<std::int64_t>& sizes) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.error > b.error; });
  for (const Candidate& candidate : candidates) {
    if (sizes.size() >= most) return;
    sizes.insert(candidate.size);
  }
}

}  // namespace

double Line(std::int64_t a, double at_a, std::int64_t b, double at_b, std::int64_t x) {
  return at_a + (at_b - at_a) * static_cast<double>(x - a) / static_cast<double>(b - a);
}

namespace {

constexpr std::size_t kSplitsPerRound = 4;

struct Place {
  std::int64_t size = 0;
  double seconds = 0;
};

// How far the line through `a` and `b` misses `place`, as a share of the time there.
double PredictionError(const Place& a, const Place& b, const Place& place) {
  return std::fabs(Line(a.size, a.seconds, b.size, b.seconds, place.size) - place.seconds) / place.seconds;
}

// The error of the segment between places[i] and places[i + 1] without a split; infinite where no neighbour can tell.
double ErrorWithoutSplit(const std::vector<Place>& places, std::size_t i) {
  double error = std::numeric_limits<double>::infinity();
  if (i > 0) error = PredictionError(places[i - 1], places[i], places[i + 1]);
  if (i + 2 < places.size()) error = std::min(error, PredictionError(places[i + 2], places[i + 1], places[i]));
  return error;
}

}  // namespace

std::vector<std::int64_t> SkampiRefinement::Sizes(const Curve& sofar) const {
  const std::vector<std::int64_t> start = StartSizes(refinement_);
  std::set<std::int64_t> sizes(start.begin(), start.end());
  for (const auto& [size, time] : sofar) sizes.insert(size);
  const bool settled = std::all_of(sizes.begin(), sizes.end(), [&](std::int64_t size) {
    const auto found = sofar.find(size);
    return found != sofar.end() && (Settled(sofar, size, refinement_) || std::isnan(found->second.seconds));
  });
  if (settled) AddWorst(Worst(sofar), refinement_.most, sizes);
  return {sizes.begin(), sizes.end()};
}

std::vector<Candidate> SkampiRefinement::Worst(const Curve& sofar) const {
  std::vector<Place> places;
  for (const auto& [size, time] : sofar) {
    if (std::isfinite(time.seconds)) places.push_back({size, time.seconds});
  }
  const auto smaller = [](const Candidate& a, const Candidate& b) { return a.error < b.error; };
  std::priority_queue<Candidate, std::vector<Candidate>, decltype(smaller)> segments(smaller);
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    const std::int64_t a = places[i].size;
    const std::int64_t b = places[i + 1].size;
    const double mean = std::sqrt(static_cast<double>(a)) * std::sqrt(static_cast<double>(b));
    const auto size = SizeBetween(a, b, mean, refinement_.separation);
    const double error = ErrorWithoutSplit(places, i);
    if (size && !sofar.contains(*size) && error > refinement_.threshold) segments.push({error, *size});
  }
  std::vector<Candidate> worst;
  for (; !segments.empty() && worst.size() < kSplitsPerRound; segments.pop()) worst.push_back(segments.top());
  return worst;
}

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
