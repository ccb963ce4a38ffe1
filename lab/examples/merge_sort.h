#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lab/examples/example.h"

namespace mpigauge {

// Demaine's parallel merge sort (1996): each rank sorts its part; then, phase by phase, half of the ranks that are left
// send what they have to the one 1, 2, 4, ... below, which merges. Rank 0 has all in the end.
// Source: Demaine, Results [DE8].
class MergeSort : public Example {
 public:
  using Sort = void (*)(std::span<int>);

  MergeSort(Sort sort, std::int64_t elements) : sort_(sort), elements_(elements) {}

  void AddOptions(CLI::App& app) override;
  std::string Problem() const override;
  void Prepare(int rank, int ranks) override;
  void Solve() override;
  std::string WhatIsWrong() override;

 private:
  void ReceiveAndMerge(int source, int end_of_sources);

  Sort sort_;
  std::int64_t elements_;
  int rank_ = 0;
  int ranks_ = 1;
  std::vector<int> values_;
};

}  // namespace mpigauge
