#include "harness/environment/places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "harness/environment/host_facts.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::Eq;
using testing::HasSubstr;
using testing::Optional;

TEST(Places, TheLastLevelCacheOfOneProcessingUnitIsKnownWhereHwlocKnowsIt) {
  const Topology topology;
  const std::vector<int> units = AllowedProcessingUnits();
  ASSERT_FALSE(units.empty());
  EXPECT_EQ(topology.Shared(units[0], units[0]), "one processing unit");
  EXPECT_EQ(topology.Shared(units[0], 100'000), "unknown");
  const std::string cache = topology.LastLevelCache({units[0]});
  if (cache.empty()) GTEST_SKIP() << "no caches are known here";
  EXPECT_EQ(cache[0], 'L');
  EXPECT_EQ(topology.LastLevelCache({units[0], units[0]}), cache);
  EXPECT_EQ(topology.LastLevelCache({}), "");
  EXPECT_EQ(topology.LastLevelCache({units[0], 100'000}), "");  // there is no such unit
}

TEST(Places, AreTheSameOnAllRanks) {
  const Control control(MPI_COMM_WORLD);
  const std::vector<Place> places = FindPlaces(control);
  ASSERT_EQ(places.size(), static_cast<std::size_t>(control.size()));
  for (const Place& place : places) {
    std::string roots = place.host + place.core_complex;
    control.Broadcast(roots);
    EXPECT_EQ(place.host + place.core_complex, roots);
    EXPECT_EQ(place.host, places[0].host);
  }
}

TEST(Places, OneHostWithTwoCaches) {
  const std::vector<Place> places = {{"a", "L3 0"}, {"a", "L3 1"}, {"a", "L3 1"}, {"a", "L3 0"}};
  EXPECT_THAT(FindPairs(places), ElementsAre(Optional(Pair{1, 2}), Optional(Pair{0, 1}), Eq(std::nullopt)));
}

TEST(Places, SeveralHosts) {
  const std::vector<Place> places = {{"a", "L3 0"}, {"b", "L3 0"}, {"c", ""}, {"b", "L3 0"}, {"c", ""}};
  EXPECT_THAT(FindPairs(places), ElementsAre(Optional(Pair{1, 3}), Optional(Pair{2, 4}), Optional(Pair{0, 1})));
  EXPECT_THAT(FindPairs(std::span(places).first(1)), ElementsAre(Eq(std::nullopt), Eq(std::nullopt), Eq(std::nullopt)));
}

TEST(Places, ThePairsThatThereAreAndThoseThatThereAreNotAreSaid) {
  EXPECT_EQ(PairsText({Pair{0, 3}, std::nullopt, Pair{0, 1}}),
            "distance 0 (one last-level cache): ranks 0,3; 1 (one host): no such ranks; 2 (two hosts): ranks 0,1");
}

Distance DistanceOf(const Place& one, const Place& other) {
  if (one.host != other.host) return Distance::kOtherHost;
  const bool one_complex = !one.core_complex.empty() && one.core_complex == other.core_complex;
  return one_complex ? Distance::kSameCoreComplex : Distance::kSameHost;
}

// Beside all pairs, one by one: there is one of a distance if and only if one is found, and it is so far apart.
TEST(Places, AnyPlacement) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<Place> places;
    for (std::size_t i = 0; i < 1 + random() % 6; ++i) {
      const auto complex = random() % 3;
      places.push_back(
          {std::string(1, static_cast<char>('a' + random() % 3)), complex == 0 ? "" : "L3 " + std::to_string(complex)});
    }
    const PairsByDistance pairs = FindPairs(places);
    for (std::size_t distance = 0; distance < kDistances; ++distance) {
      bool there = false;
      for (std::size_t a = 0; a < places.size(); ++a) {
        for (std::size_t b = a + 1; b < places.size(); ++b) {
          there |= DistanceOf(places[a], places[b]) == static_cast<Distance>(distance);
        }
      }
      ASSERT_EQ(pairs.at(distance).has_value(), there) << PairsText(pairs);
      if (!there) continue;
      const Pair pair = *pairs.at(distance);
      ASSERT_LT(pair.first, pair.second);
      ASSERT_EQ(
          DistanceOf(places.at(static_cast<std::size_t>(pair.first)), places.at(static_cast<std::size_t>(pair.second))),
          static_cast<Distance>(distance));
    }
  }
}

}  // namespace
}  // namespace mpigauge
