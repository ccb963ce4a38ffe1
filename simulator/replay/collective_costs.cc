#include "simulator/replay/collective_costs.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "base/error.h"
#include "record/checked_values.h"

namespace mpigauge {
namespace {

using Point = std::pair<double, double>;  // logarithms of what is varied, and of seconds

// The line through the two points around x, or through the last two on its side.
double On(const std::vector<Point>& points, double x) {
  if (points.size() == 1) return points[0].second;
  const auto above = std::upper_bound(points.begin() + 1, points.end() - 1, x,
                                      [](double value, const Point& point) { return value < point.first; });
  const auto below = std::prev(above);
  const double slope = (above->second - below->second) / (above->first - below->first);
  return below->second + slope * (x - below->first);
}

double LogBytes(std::int64_t bytes) { return std::log(static_cast<double>(std::max<std::int64_t>(bytes, 1))); }

double LogSecondsAt(const std::map<std::int64_t, double>& sizes, std::int64_t bytes) {
  std::vector<Point> points;
  for (const auto& [size, seconds] : sizes) {
    const Point point{LogBytes(size), std::log(seconds)};
    if (!points.empty() && points.back().first == point.first) points.pop_back();  // of 0 and 1 bytes
    points.push_back(point);
  }
  return On(points, LogBytes(bytes));
}

}  // namespace

void CollectiveCosts::Add(CollectiveKind kind, int ranks, std::int64_t bytes, double seconds) {
  if (!(seconds > 0) || !std::isfinite(seconds) || ranks < 1 || bytes < 0) {
    throw UsageError("{} of {} bytes on {} ranks in {} seconds is impossible", NameOf(kind), bytes, ranks, seconds);
  }
  points_[kind][ranks][bytes] = seconds;
}

double CollectiveCosts::Seconds(CollectiveKind kind, int ranks, std::int64_t bytes) const {
  const auto found = points_.find(kind);
  if (found == points_.end()) throw UsageError("{}: there is no measured time of this collective", NameOf(kind));
  std::vector<Point> points;
  for (const auto& [count, sizes] : found->second) {
    if (count == 1 && found->second.size() > 1 && ranks > 1) continue;
    points.emplace_back(std::log(static_cast<double>(count)), LogSecondsAt(sizes, bytes));
  }
  return std::exp(On(points, std::log(static_cast<double>(ranks))));
}

bool CollectiveCosts::Measured(CollectiveKind kind, int ranks) const {
  const auto found = points_.find(kind);
  if (found == points_.end()) return false;
  const auto& counts = found->second;
  const bool alone = counts.begin()->first == 1 && counts.size() > 1 && ranks > 1;
  const int least = alone ? std::next(counts.begin())->first : counts.begin()->first;
  return ranks >= least && ranks <= counts.rbegin()->first;
}

CollectiveCosts CollectiveCostsFromJson(const Json& points, std::string_view what) {
  return ReadingValues(what, [&] {
    if (!points.is_array()) throw UsageError("is not a list of points");
    CollectiveCosts costs;
    for (const Json& point : points) {
      costs.Add(ParseCollectiveKind(point.at("collective").get<std::string>(), "collective"),
                SmallCountAt(point, "ranks", 1), CountAt(point, "bytes"), SecondsAt(point, "seconds"));
    }
    return costs;
  });
}

}  // namespace mpigauge
