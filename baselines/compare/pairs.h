#pragma once

#include <string>
#include <vector>

#include "baselines/compare/compare.h"

namespace mpigauge {

// Two cases that do similar work: is the second slower than the first?
struct CasePair {
  std::string first;
  std::string second;
};

// Send against Isend, Reduce against Scan, ... Source: SKaMPI 2, A [SK15].
const std::vector<CasePair>& CasePairs();

// Compares the cases of one run with each other, at equal parameters; the baseline is the first of each pair. Series
// are called "scan vs reduce/bytes:8/ranks:2". Throws Error (usage) where the run has no such pair.
Comparison ComparePairs(const Side& run, const CompareSettings& settings);

}  // namespace mpigauge
