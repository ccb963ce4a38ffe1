#include "harness/sizes/skampi.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace mpigauge {
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

// Of the segment between places[i] and places[i + 1]; infinite where no neighbour can tell.
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

}  // namespace mpigauge
