// Cholesky factorization by fan-in: for each column in turn, every rank adds up what its columns do to it, in the space
// of one column, and sends that to the owner, who then finishes it.
#include <mpi.h>

#include <algorithm>

#include "lab/examples/cholesky.h"

namespace mpigauge {
namespace {

class FanIn : public Cholesky {
 public:
  void Solve() override {
    for (int j = 0; j < order(); ++j) {
      if (IsMine(j)) {
        AddMine(j, Mine(j));
        AddReceived(j);
        Normalize(Mine(j));
      } else if (rank() < j) {
        sum_.assign(order() - j, 0);
        AddMine(j, sum_);
        MPI_Send(sum_.data(), order() - j, MPI_DOUBLE, OwnerOf(j), j, MPI_COMM_WORLD);
      }
    }
  }

 private:
  // Adds the effect of this rank's columns before j on column j.
  void AddMine(int j, std::vector<double>& sum) {
    for (int k = rank(); k < j; k += ranks()) Update(sum, Mine(k), j - k);
  }

  // Rank r has a column before j if r < j.
  void AddReceived(int j) {
    std::vector<double>& column = Mine(j);
    for (int source = 0; source < std::min(ranks(), j); ++source) {
      if (source == rank()) continue;
      sum_.resize(column.size());
      MPI_Recv(sum_.data(), order() - j, MPI_DOUBLE, source, j, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      for (std::size_t i = 0; i < column.size(); ++i) column[i] += sum_[i];
    }
  }

  std::vector<double> sum_;
};

}  // namespace
}  // namespace mpigauge

int main(int argc, char** argv) {
  mpigauge::FanIn example;
  return mpigauge::RunExample("fan-in-cholesky", "Cholesky factorization by fan-in", example, argc, argv);
}
