#include "lab/examples/cholesky.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "lab/examples/generated.h"

namespace mpigauge {

double MatrixEntry(int order, int row, int column) {
  if (row == column) return order;
  const auto [low, high] = std::minmax(row, column);
  return 2 * Uniform(std::uint64_t(high) * order + low) - 1;
}

std::vector<double> MatrixColumn(int order, int column) {
  std::vector<double> entries(order - column);
  for (int row = column; row < order; ++row) entries[row - column] = MatrixEntry(order, row, column);
  return entries;
}

void Normalize(std::span<double> column) {
  const double root = std::sqrt(column[0]);
  for (double& entry : column) entry /= root;
}

void Update(std::span<double> target, std::span<const double> column, int offset) {
  const double* from = column.data() + offset;
  const double factor = *from;
  for (std::size_t i = 0; i < target.size(); ++i) target[i] -= factor * from[i];
}

std::vector<std::vector<double>> CholeskyFactor(int order) {
  std::vector<std::vector<double>> columns;
  for (int j = 0; j < order; ++j) columns.push_back(MatrixColumn(order, j));
  for (int j = 0; j < order; ++j) {
    Normalize(columns[j]);
    for (int k = j + 1; k < order; ++k) Update(columns[k], columns[j], k - j);
  }
  return columns;
}

void Cholesky::AddOptions(CLI::App& app) {
  app.add_option("--order", order_, "Rows of the matrix")->check(CLI::Range(1, 40'000))->capture_default_str();
}

std::string Cholesky::Problem() const { return fmt::format("order={}", order_); }

void Cholesky::Prepare(int rank, int ranks) {
  rank_ = rank;
  ranks_ = ranks;
  mine_.clear();
  for (int column = rank; column < order_; column += ranks) mine_.push_back(MatrixColumn(order_, column));
}

int Cholesky::FirstOfMineFrom(int column) const { return column + (rank_ - column % ranks_ + ranks_) % ranks_; }

std::string Cholesky::WhatIsWrong() {
  // Sums in another order differ by roundings; entries are below the root of the order.
  const double tolerance = 1e-11 * order_;
  const auto expected = CholeskyFactor(order_);
  for (int j = rank_; j < order_; j += ranks_) {
    for (int row = j; row < order_; ++row) {
      const double found = Mine(j)[row - j];
      const double should = expected[j][row - j];
      // Not a number is wrong, too.
      if (!(std::abs(found - should) <= tolerance)) {
        return fmt::format("row {} of column {} is {}, should be {}", row, j, found, should);
      }
    }
  }
  return "";
}

}  // namespace mpigauge
