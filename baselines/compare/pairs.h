#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "baselines/compare/compare.h"

namespace mpigauge {

// Two cases that do similar work, or one case with two message sizes: is the second slower than the first?
struct CasePair {
  std::string first;
  std::string second;
  // The size in bytes of a pair over the number of ranks; otherwise both have the same size, whichever it is.
  std::optional<std::int64_t> first_bytes = std::nullopt;
  std::optional<std::int64_t> second_bytes = std::nullopt;

  // "scan vs reduce", "bcast with 65536 B vs 256 B".
  std::string Name() const;
};

// Send against Isend, Reduce against Scan, ...: all that SKaMPI's report compares, and some of ours. Source: SKaMPI 2,
// A 6.1 to 6.15 [SK15].
const std::vector<CasePair>& CasePairs();

// The series of a run that belong to a pair, under the name of the pair, on the side that they have in it.
struct PairSides {
  Side first;
  Side second;
  std::set<std::string> names;  // of the pairs of which the run has both
};
PairSides SidesOfPairs(const Side& run);

// Compares the cases of one run with each other, at equal parameters; the baseline is the first of each pair. Series
// are called "scan vs reduce/bytes:8/ranks:2", "bcast with 65536 B vs 256 B/ranks:4". Throws Error (usage) where the
// run has no such pair.
Comparison ComparePairs(const Side& run, const CompareSettings& settings);

}  // namespace mpigauge
