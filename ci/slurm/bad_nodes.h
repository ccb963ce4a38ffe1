#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mpigauge {

// The evidence of a launch about the nodes that it ran on.
struct NodeLaunch {
  std::size_t place = 0;                        // its allocation: the same nodes in the same job
  std::size_t library = 0;                      // of those that are compared
  std::map<std::string, double> controls = {};  // logarithms of the medians, by series: work without MPI
  std::map<std::string, double> series = {};    // and those of MPI
};

// A place that is slower than the others whatever is measured and by whichever library.
struct SlowPlace {
  std::size_t place = 0;
  double ratio = 1;       // of its times to the others'
  double deviations = 0;  // the same in robust standard deviations
  bool controls = false;  // work without MPI shows it
};

// Robust standard deviations from which on a place is slow, and the least that one is taken for, in logarithms: hours
// and nodes of one kind differ by 1 to 3%, so nothing below 12.7% counts.
inline constexpr double kSlowDeviations = 6;
inline constexpr double kLeastDeviation = 0.02;

// Returns the slow ones of the `judged` places. The value of a launch is the median over its series of the logarithm of
// time over what this library usually takes. The value of a place is the median over its launches, and is compared with
// the median of the other places. A standard deviation is the largest of: between the other places (1.48 MAD), of this
// place's median by the spread of launches within places, kLeastDeviation. Controls and MPI are looked at apart. Needs
// two other places; where all of the judged ones are slow it is the hour, and none is named.
std::vector<SlowPlace> SlowPlaces(const std::vector<NodeLaunch>& launches, const std::set<std::size_t>& judged);

// The nodes of a list as Slurm writes it: "node[08-10],gpu1" are node08, node09, node10 and gpu1.
std::vector<std::string> ExpandNodes(const std::string& list);

}  // namespace mpigauge
