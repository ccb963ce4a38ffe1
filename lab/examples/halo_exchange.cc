// A ring of cells, dealt out to the ranks in one piece each. In every step each rank exchanges the cells at its ends
// with its neighbours (nonblocking, one wait for all) and smooths its own; every few steps all add up sums over the
// ring. How much is exchanged and how much is computed are options.
#include <fmt/format.h>
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>

#include "base/error.h"
#include "lab/examples/example.h"
#include "lab/examples/generated.h"

namespace mpigauge {
namespace {

constexpr std::int64_t kCell = sizeof(double);

// Each cell becomes half of itself and a quarter of each of those `width` beside it. `cells` has `width` more at both
// ends than `smoothed`.
void Smooth(std::span<const double> cells, std::int64_t width, std::span<double> smoothed) {
  const double* left = cells.data();
  const double* middle = left + width;
  const double* right = middle + width;
  for (std::size_t i = 0; i < smoothed.size(); ++i) smoothed[i] = 0.5 * middle[i] + 0.25 * (left[i] + right[i]);
}

// Adds the sum of each of as many parts of the cells as there are sums.
void AddSums(std::span<const double> cells, std::span<double> sums) {
  const int parts = static_cast<int>(sums.size());
  for (int part = 0; part < parts; ++part) {
    const auto begin = FirstOfPart(static_cast<std::int64_t>(cells.size()), part, parts);
    const auto end = FirstOfPart(static_cast<std::int64_t>(cells.size()), part + 1, parts);
    sums[part] += std::accumulate(cells.begin() + begin, cells.begin() + end, 0.0);
  }
}

class HaloExchange : public Example {
 public:
  void AddOptions(CLI::App& app) override;
  std::string Problem() const override;
  void Prepare(int rank, int ranks) override;
  void Solve() override;
  std::string WhatIsWrong() override;

 private:
  std::span<double> Mine() { return std::span(cells_).subspan(width_, doubles_); }
  bool ReducesAfter(std::int64_t step) const { return reduce_every_ > 0 && (step + 1) % reduce_every_ == 0; }
  void Exchange();
  std::string FirstDifference(const std::vector<double>& found);

  std::int64_t doubles_ = 10'000;
  std::int64_t bytes_ = 2048;
  std::int64_t steps_ = 1000;
  std::int64_t reduce_every_ = 10;
  std::int64_t reduced_bytes_ = 8;

  int rank_ = 0;
  int ranks_ = 1;
  std::int64_t width_ = 0;
  std::vector<double> cells_;  // with those of the neighbours at both ends
  std::vector<double> smoothed_;
  std::vector<double> sums_;
};

void HaloExchange::AddOptions(CLI::App& app) {
  const auto largest = std::int64_t{1} << 30;
  app.add_option("--doubles", doubles_, "Cells of each rank")
      ->check(CLI::Range(std::int64_t{1}, largest))
      ->capture_default_str();
  app.add_option("--bytes", bytes_, "To each neighbour in each step")
      ->check(CLI::Range(std::int64_t{0}, largest))
      ->capture_default_str();
  app.add_option("--steps", steps_, "Exchanges")->check(CLI::NonNegativeNumber)->capture_default_str();
  app.add_option("--reduce-every", reduce_every_, "Steps from one allreduce to the next; 0: none")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--reduced-bytes", reduced_bytes_, "Of each allreduce")
      ->check(CLI::Range(kCell, largest))
      ->capture_default_str();
}

std::string HaloExchange::Problem() const {
  return fmt::format("doubles={} bytes={} steps={} reduce_every={} reduced_bytes={}", doubles_, bytes_, steps_,
                     reduce_every_, reduced_bytes_);
}

void HaloExchange::Prepare(int rank, int ranks) {
  if (bytes_ % kCell != 0) throw UsageError("--bytes {}: take a multiple of {}", bytes_, kCell);
  if (reduced_bytes_ % kCell != 0) {
    throw UsageError("--reduced-bytes {}: take a multiple of {}", reduced_bytes_, kCell);
  }
  if (bytes_ > doubles_ * kCell) {
    throw UsageError("--bytes {}: a rank has only {} bytes of cells; raise --doubles", bytes_, doubles_ * kCell);
  }
  rank_ = rank;
  ranks_ = ranks;
  width_ = bytes_ / kCell;
  cells_.resize(doubles_ + 2 * width_);
  smoothed_.resize(cells_.size());
  sums_.resize(reduced_bytes_ / kCell);
  for (std::int64_t i = 0; i < doubles_; ++i) cells_[width_ + i] = Uniform(rank * doubles_ + i);
}

void HaloExchange::Solve() {
  for (std::int64_t step = 0; step < steps_; ++step) {
    Exchange();
    Smooth(cells_, width_, std::span(smoothed_).subspan(width_, doubles_));
    cells_.swap(smoothed_);
    if (!ReducesAfter(step)) continue;
    std::ranges::fill(sums_, 0);
    AddSums(Mine(), sums_);
    MPI_Allreduce(MPI_IN_PLACE, sums_.data(), static_cast<int>(sums_.size()), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
}

// With two ranks both neighbours are the same one: tags tell the directions apart.
void HaloExchange::Exchange() {
  enum { kToLeft, kToRight };
  const int left = (rank_ + ranks_ - 1) % ranks_;
  const int right = (rank_ + 1) % ranks_;
  const int count = static_cast<int>(width_);
  double* first = Mine().data();
  double* end = first + doubles_;
  std::array<MPI_Request, 4> requests;
  MPI_Irecv(first - width_, count, MPI_DOUBLE, left, kToRight, MPI_COMM_WORLD, requests.data());
  MPI_Irecv(end, count, MPI_DOUBLE, right, kToLeft, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(first, count, MPI_DOUBLE, left, kToLeft, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(end - width_, count, MPI_DOUBLE, right, kToRight, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests.data(), MPI_STATUSES_IGNORE);
}

std::string HaloExchange::WhatIsWrong() {
  std::vector<double> all(rank_ == 0 ? ranks_ * doubles_ : 0);
  MPI_Gather(Mine().data(), static_cast<int>(doubles_), MPI_DOUBLE, all.data(), static_cast<int>(doubles_), MPI_DOUBLE,
             0, MPI_COMM_WORLD);
  return rank_ == 0 ? FirstDifference(all) : "";
}

// Compares the ring's cells and the last sums with those that one process finds.
std::string HaloExchange::FirstDifference(const std::vector<double>& found) {
  const auto size = static_cast<std::int64_t>(found.size());
  std::vector<double> cells(size);
  std::vector<double> padded(size + 2 * width_);
  std::vector<double> sums(sums_.size());
  for (std::int64_t i = 0; i < size; ++i) cells[i] = Uniform(i);
  for (std::int64_t step = 0; step < steps_; ++step) {
    for (std::int64_t i = 0; i < size + 2 * width_; ++i) padded[i] = cells[(i + size - width_) % size];
    Smooth(padded, width_, cells);
    if (!ReducesAfter(step)) continue;
    std::ranges::fill(sums, 0);
    for (int rank = 0; rank < ranks_; ++rank) AddSums(std::span(cells).subspan(rank * doubles_, doubles_), sums);
  }
  // Not a number is wrong, too.
  for (std::int64_t i = 0; i < size; ++i) {
    if (!(std::abs(found[i] - cells[i]) <= 1e-12)) {
      return fmt::format("cell {} is {}, should be {}", i, found[i], cells[i]);
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (!(std::abs(sums_[i] - sums[i]) <= 1e-12 * static_cast<double>(size))) {
      return fmt::format("sum {} is {}, should be {}", i, sums_[i], sums[i]);
    }
  }
  return "";
}

}  // namespace
}  // namespace mpigauge

int main(int argc, char** argv) {
  mpigauge::HaloExchange example;
  return mpigauge::RunExample("halo-exchange", "Smooths a ring of cells", example, argc, argv);
}
