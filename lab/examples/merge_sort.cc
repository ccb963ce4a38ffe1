#include "lab/examples/merge_sort.h"

#include <fmt/format.h>
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>

#include "lab/examples/generated.h"
#include "lab/examples/sorting.h"

namespace mpigauge {
namespace {

std::vector<int> Generated(std::int64_t begin, std::int64_t end) {
  std::vector<int> values(end - begin);
  for (std::int64_t i = begin; i < end; ++i) values[i - begin] = static_cast<int>(Mixed(i) >> 33);
  return values;
}

}  // namespace

void MergeSort::AddOptions(CLI::App& app) {
  app.add_option("--elements", elements_, "How many integers are sorted")
      ->check(CLI::Range(0, std::numeric_limits<int>::max()))
      ->capture_default_str();
}

std::string MergeSort::Problem() const { return fmt::format("elements={}", elements_); }

void MergeSort::Prepare(int rank, int ranks) {
  rank_ = rank;
  ranks_ = ranks;
  values_ = Generated(FirstOfPart(elements_, rank, ranks), FirstOfPart(elements_, rank + 1, ranks));
}

void MergeSort::Solve() {
  sort_(values_);
  for (int step = 1; step < ranks_; step *= 2) {
    if (rank_ % (2 * step) != 0) {
      MPI_Send(values_.data(), static_cast<int>(values_.size()), MPI_INT, rank_ - step, 0, MPI_COMM_WORLD);
      return;
    }
    if (rank_ + step < ranks_) ReceiveAndMerge(rank_ + step, std::min(rank_ + 2 * step, ranks_));
  }
}

// The source has what belongs to all ranks from itself to the end.
void MergeSort::ReceiveAndMerge(int source, int end_of_sources) {
  const std::int64_t count = FirstOfPart(elements_, end_of_sources, ranks_) - FirstOfPart(elements_, source, ranks_);
  std::vector<int> received(count);
  MPI_Recv(received.data(), static_cast<int>(count), MPI_INT, source, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  values_ = Merged(values_, received);
}

std::string MergeSort::WhatIsWrong() {
  if (rank_ != 0) return "";
  std::vector<int> expected = Generated(0, elements_);
  std::ranges::sort(expected);
  if (values_.size() != expected.size()) {
    return fmt::format("has {} elements, should have {}", values_.size(), expected.size());
  }
  const auto [found, should] = std::ranges::mismatch(values_, expected);
  if (found == values_.end()) return "";
  return fmt::format("element {} is {}, should be {}", found - values_.begin(), *found, *should);
}

}  // namespace mpigauge
