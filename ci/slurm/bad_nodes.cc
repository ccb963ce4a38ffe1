#include "ci/slurm/bad_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "stats/summary.h"

namespace mpigauge {
namespace {

// The variance of the median of n normal values is this times sigma^2 / n.
constexpr double kVarianceOfMedian = 1.5707963267948966;

using Logs = std::map<std::string, double> NodeLaunch::*;

struct Place {
  std::vector<double> launches;  // what each says
  double value = 0;              // their median
};

double Mad(const std::vector<double>& values) {
  const double center = Median(values);
  std::vector<double> away;
  for (const double value : values) away.push_back(std::fabs(value - center));
  return Median(away);
}

// The usual time of a library for a series: the median over places, so that none counts more for having more launches.
std::map<std::pair<std::size_t, std::string>, double> Centers(const std::vector<NodeLaunch>& launches, Logs logs) {
  std::map<std::pair<std::size_t, std::string>, std::map<std::size_t, std::vector<double>>> values;
  for (const NodeLaunch& launch : launches) {
    for (const auto& [name, value] : launch.*logs) values[{launch.library, name}][launch.place].push_back(value);
  }
  std::map<std::pair<std::size_t, std::string>, double> centers;
  for (const auto& [key, by_place] : values) {
    std::vector<double> medians;
    for (const auto& [place, of_place] : by_place) medians.push_back(Median(of_place));
    centers[key] = Median(medians);
  }
  return centers;
}

std::map<std::size_t, Place> Places(const std::vector<NodeLaunch>& launches, Logs logs) {
  const auto centers = Centers(launches, logs);
  std::map<std::size_t, Place> places;
  for (const NodeLaunch& launch : launches) {
    std::vector<double> away;
    for (const auto& [name, value] : launch.*logs) away.push_back(value - centers.at({launch.library, name}));
    if (!away.empty()) places[launch.place].launches.push_back(Median(away));
  }
  for (auto& [number, place] : places) place.value = Median(place.launches);
  return places;
}

// The standard deviation of launches around the median of their place. Each median takes a degree of freedom.
double DeviationWithin(const std::map<std::size_t, Place>& places) {
  std::vector<double> away;
  for (const auto& [number, place] : places) {
    for (const double value : place.launches) away.push_back(std::fabs(value - place.value));
  }
  if (away.size() <= places.size()) return 0;
  const double n = static_cast<double>(away.size());
  return kMadToSigma * Median(away) * std::sqrt(n / (n - static_cast<double>(places.size())));
}

SlowPlace Judge(const std::map<std::size_t, Place>& places, std::size_t number, double within) {
  std::vector<double> others;
  for (const auto& [other, place] : places) {
    if (other != number) others.push_back(place.value);
  }
  const Place& place = places.at(number);
  const double away = place.value - Median(others);
  const double own = within * std::sqrt(kVarianceOfMedian / static_cast<double>(place.launches.size()));
  const double deviation = std::max({kLeastDeviation, kMadToSigma * Mad(others), own});
  return {number, std::exp(away), away / deviation, false};
}

// The slowest one first, and then again without it.
std::vector<SlowPlace> SlowBy(const std::vector<NodeLaunch>& launches, Logs logs, const std::set<std::size_t>& judged) {
  std::map<std::size_t, Place> places = Places(launches, logs);
  const double within = DeviationWithin(places);
  std::vector<SlowPlace> slow;
  while (places.size() >= 3) {
    SlowPlace worst;
    for (const auto& [number, place] : places) {
      const SlowPlace one = Judge(places, number, within);
      if (judged.contains(number) && one.deviations > worst.deviations) worst = one;
    }
    if (worst.deviations < kSlowDeviations) break;
    slow.push_back(worst);
    places.erase(worst.place);
  }
  return slow;
}

}  // namespace

std::vector<SlowPlace> SlowPlaces(const std::vector<NodeLaunch>& launches, const std::set<std::size_t>& judged) {
  std::vector<SlowPlace> slow = SlowBy(launches, &NodeLaunch::controls, judged);
  for (SlowPlace& place : slow) place.controls = true;
  for (const SlowPlace& place : SlowBy(launches, &NodeLaunch::series, judged)) {
    const bool known =
        std::any_of(slow.begin(), slow.end(), [&place](const SlowPlace& one) { return one.place == place.place; });
    if (!known) slow.push_back(place);
  }
  return slow.size() < judged.size() ? slow : std::vector<SlowPlace>{};
}

std::vector<std::string> ExpandNodes(const std::string& list) {
  std::vector<std::string> nodes;
  std::size_t at = 0;
  while (at < list.size()) {
    const std::size_t end = list.find_first_of(",[", at);
    const std::string prefix = list.substr(at, end - at);
    if (end == std::string::npos || list[end] == ',') {
      nodes.push_back(prefix);
      at = end == std::string::npos ? list.size() : end + 1;
      continue;
    }
    const std::size_t close = std::min(list.find(']', end), list.size());
    for (std::size_t part = end + 1; part < close;) {
      const std::size_t stop = std::min(list.find(',', part), close);
      const std::string first = list.substr(part, std::min(list.find('-', part), stop) - part);
      const std::size_t dash = list.find('-', part);
      const std::string last = dash < stop ? list.substr(dash + 1, stop - dash - 1) : first;
      for (int number = std::atoi(first.c_str()); number <= std::atoi(last.c_str()); ++number) {
        nodes.push_back(fmt::format("{}{:0{}}", prefix, number, first.size()));
      }
      part = stop + 1;
    }
    at = close + 1;
    if (at < list.size() && list[at] == ',') ++at;
  }
  return nodes;
}

}  // namespace mpigauge
