#include "harness/sync/make.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "harness/agree/control.h"

namespace mpigauge {
namespace {

// With a condition turned over, ranks that ask for no synchronizer get the barrier of the library.
TEST(MakeSynchronizer, EachNameIsThatOfTheSynchronizer) {
  const Control control(MPI_COMM_WORLD);
  const GlobalClock clock;
  for (const std::string& name : SynchronizerNames()) {
    EXPECT_EQ(MakeSynchronizer(name, control, clock, MPI_COMM_WORLD, false)->name(), name);
  }
  EXPECT_THROW(MakeSynchronizer("no-such", control, clock, MPI_COMM_WORLD, false), Error);
}

}  // namespace
}  // namespace mpigauge
