#include "harness/agree/pair.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "base/error.h"

namespace mpigauge {
namespace {

// Messages between these two take 5 ms longer.
Pair slowed = {-1, -1};

}  // namespace
}  // namespace mpigauge

// The harness sends by PMPI: this stands before the library's own.
extern "C" int PMPI_Send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator) {
  static const auto send = reinterpret_cast<decltype(&PMPI_Send)>(dlsym(RTLD_NEXT, "PMPI_Send"));
  int rank = -1;
  PMPI_Comm_rank(communicator, &rank);
  if (mpigauge::slowed.Has(rank) && mpigauge::slowed.PartnerOf(rank) == to) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return send(data, count, type, to, tag, communicator);
}

namespace mpigauge {
namespace {

TEST(Pair, IsTheNamedPair) {
  const Control control(MPI_COMM_WORLD);
  EXPECT_EQ(ChoosePair(control, "1,0"), (Pair{1, 0}));
  EXPECT_EQ(ChoosePair(control, "1,0").PartnerOf(0), 1);
}

TEST(Pair, MistakesAreNamed) {
  const Control control(MPI_COMM_WORLD);
  for (const char* wrong : {"", "0", "0,", "x,1", "0,1,", "0,99", "-1,0", "1,1", "nearest"}) {
    EXPECT_THROW(ChoosePair(control, wrong), Error) << wrong;
  }
}

// Source: SKaMPI 2.1 [SK3]. On every rank it is the pair that was slowed, whichever that is.
TEST(Pair, TheFarthestIsTheOneThatWasSlowed) {
  const Control control(MPI_COMM_WORLD);
  for (int first = 0; first < control.size(); ++first) {
    for (int second = first + 1; second < control.size(); ++second) {
      slowed = {first, second};
      EXPECT_EQ(ChoosePair(control, "farthest"), slowed) << control.rank() << ": " << slowed.Text();
    }
  }
  slowed = {-1, -1};
}

}  // namespace
}  // namespace mpigauge
