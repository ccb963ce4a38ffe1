#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/agree/control.h"
#include "harness/agree/pair.h"

namespace mpigauge {

// Where a rank runs.
struct Place {
  std::string host;
  std::string core_complex;  // its last-level cache; empty where it may run under several, or none is known
};

// Returns the places of all ranks, the same on all of them. Collective.
std::vector<Place> FindPlaces(const Control& control);

// Returns for each distance the first pair at that distance: of those with the smallest second rank. O(ranks).
PairsByDistance FindPairs(std::span<const Place> places);

// "distance 0 (one last-level cache): ranks 0,1; 1 (one host): no such ranks; ..."
std::string PairsText(const PairsByDistance& pairs);

}  // namespace mpigauge
