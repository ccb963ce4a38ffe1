#pragma once

#include <span>
#include <string>
#include <vector>

#include "lab/examples/example.h"

namespace mpigauge {

// An entry of the symmetric positive-definite matrix of this order: random, with a heavy diagonal.
double MatrixEntry(int order, int row, int column);

// Column `column` of the matrix from the diagonal on.
std::vector<double> MatrixColumn(int order, int column);

// Divides a column, from its diagonal on, by the root of the diagonal.
void Normalize(std::span<double> column);

// target -= column[offset] * column[offset...]: what a column of the factor does to the one that is `offset` behind it.
void Update(std::span<double> target, std::span<const double> column, int offset);

// All columns of the lower-triangular factor, each from its diagonal on, by one process.
std::vector<std::vector<double>> CholeskyFactor(int order);

// A Cholesky factorization whose columns are dealt out to the ranks one by one: rank r has r, r + ranks, ... Which
// messages go is up to those who inherit from it.
class Cholesky : public Example {
 public:
  void AddOptions(CLI::App& app) override;
  std::string Problem() const override;
  void Prepare(int rank, int ranks) override;
  std::string WhatIsWrong() override;

 protected:
  int order() const { return order_; }
  int rank() const { return rank_; }
  int ranks() const { return ranks_; }
  int OwnerOf(int column) const { return column % ranks_; }
  bool IsMine(int column) const { return OwnerOf(column) == rank_; }
  // One of this rank's columns.
  std::vector<double>& Mine(int column) { return mine_[column / ranks_]; }
  // The first of this rank's columns that is not before `column`.
  int FirstOfMineFrom(int column) const;

 private:
  int order_ = 1000;
  int rank_ = 0;
  int ranks_ = 1;
  std::vector<std::vector<double>> mine_;
};

}  // namespace mpigauge
