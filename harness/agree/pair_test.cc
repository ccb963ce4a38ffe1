#include "harness/agree/pair.h"

#include <gtest/gtest.h>

#include <chrono>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

TEST(Pair, IsTheOneThatIsNamed) {
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

TEST(Pair, TheFarthestIsTheSameOnAllRanks) {
  const Control control(MPI_COMM_WORLD);
  const Pair pair = ChoosePair(control, "farthest");
  Pair roots = pair;
  control.Broadcast(roots);
  EXPECT_EQ(pair, roots);
  EXPECT_LT(pair.first, pair.second);
  EXPECT_LT(pair.second, control.size());
}

}  // namespace
}  // namespace mpigauge
