// The main of a GoogleTest that runs on several ranks: rank 0 prints, every rank fails if one does.
#include <gtest/gtest.h>
#include <mpi.h>

#include <iostream>

namespace {

// The ranks other than 0 print only this: their failures.
class FailurePrinter : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::cerr << result.file_name() << ":" << result.line_number() << ": (not on rank 0) " << result.summary() << "\n";
  }
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  testing::InitGoogleTest(&argc, argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) {
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new FailurePrinter);
  }
  const int mine = RUN_ALL_TESTS();
  int all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return all;
}
