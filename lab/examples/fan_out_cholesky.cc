// Cholesky factorization by fan-out: a column that is done is sent to all who have columns behind it, and each of them
// updates these columns with it.
#include <mpi.h>

#include <algorithm>

#include "lab/examples/cholesky.h"

namespace mpigauge {
namespace {

class FanOut : public Cholesky {
 public:
  void Solve() override {
    std::vector<double> received;
    for (int j = 0; j < order(); ++j) {
      if (IsMine(j)) {
        Normalize(Mine(j));
        Send(j);
        UpdateMine(j, Mine(j));
      } else if (FirstOfMineFrom(j) < order()) {
        received.resize(order() - j);
        MPI_Recv(received.data(), order() - j, MPI_DOUBLE, OwnerOf(j), j, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        UpdateMine(j, received);
      }
    }
  }

 private:
  // The next columns belong to all others, one to each.
  void Send(int j) {
    for (int next = j + 1; next < std::min(j + ranks(), order()); ++next) {
      MPI_Send(Mine(j).data(), order() - j, MPI_DOUBLE, OwnerOf(next), j, MPI_COMM_WORLD);
    }
  }

  void UpdateMine(int j, const std::vector<double>& column) {
    for (int k = FirstOfMineFrom(j + 1); k < order(); k += ranks()) Update(Mine(k), column, k - j);
  }
};

}  // namespace
}  // namespace mpigauge

int main(int argc, char** argv) {
  mpigauge::FanOut example;
  return mpigauge::RunExample("fan-out-cholesky", "Cholesky factorization by fan-out", example, argc, argv);
}
