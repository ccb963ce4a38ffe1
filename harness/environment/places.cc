#include "harness/environment/places.h"

#include <fmt/format.h>

#include <map>

#include "base/host_name.h"
#include "harness/environment/host_facts.h"

namespace mpigauge {
namespace {

// Where no last-level cache is known, nothing says that two ranks have one in common.
bool OneComplex(const Place& one, const Place& other) {
  return !one.core_complex.empty() && one.core_complex == other.core_complex;
}

void Keep(const std::optional<int>& first, int second, Distance distance, PairsByDistance& pairs) {
  auto& pair = pairs.at(static_cast<std::size_t>(distance));
  if (first && !pair) pair = Pair{*first, second};
}

}  // namespace

std::vector<Place> FindPlaces(const Control& control) {
  std::vector<std::string> texts =
      control.GatherToRoot(HostName() + '\n' + Topology().LastLevelCache(AllowedProcessingUnits()));
  control.Broadcast(texts);
  std::vector<Place> places;
  for (const std::string& text : texts) {
    const auto end = text.find('\n');
    places.push_back({text.substr(0, end), text.substr(end + 1)});
  }
  return places;
}

PairsByDistance FindPairs(std::span<const Place> places) {
  PairsByDistance pairs;
  std::map<std::string, int> first_on_host;
  std::map<std::pair<std::string, std::string>, int> first_in_complex;
  for (int rank = 0; rank < static_cast<int>(places.size()); ++rank) {
    const Place& place = places[static_cast<std::size_t>(rank)];
    if (place.host != places[0].host) Keep(0, rank, Distance::kOtherHost, pairs);
    const auto [on_host, alone] = first_on_host.try_emplace(place.host, rank);
    if (!alone && !OneComplex(places[static_cast<std::size_t>(on_host->second)], place)) {
      Keep(on_host->second, rank, Distance::kSameHost, pairs);
    }
    if (place.core_complex.empty()) continue;
    const auto [in_complex, first] = first_in_complex.try_emplace({place.host, place.core_complex}, rank);
    if (!first) Keep(in_complex->second, rank, Distance::kSameCoreComplex, pairs);
  }
  return pairs;
}

std::string PairsText(const PairsByDistance& pairs) {
  constexpr std::array<const char*, kDistances> kNames = {"one last-level cache", "one host", "two hosts"};
  std::string text = "distance ";
  for (std::size_t i = 0; i < kDistances; ++i) {
    text += fmt::format("{}{} ({}): {}", i > 0 ? "; " : "", i, kNames.at(i),
                        pairs.at(i) ? "ranks " + pairs.at(i)->Text() : "no such ranks");
  }
  return text;
}

}  // namespace mpigauge
