#include <dlfcn.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "harness/agree/control.h"
#include "harness/sync/make.h"
#include "harness/sync/window.h"

namespace {

std::chrono::milliseconds delay{0};  // of messages to the last rank

}  // namespace

// The harness sends by PMPI: this stands before the library's own.
extern "C" int PMPI_Send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator) {
  static const auto send = reinterpret_cast<decltype(&PMPI_Send)>(dlsym(RTLD_NEXT, "PMPI_Send"));
  int ranks = 0;
  PMPI_Comm_size(communicator, &ranks);
  if (to == ranks - 1) std::this_thread::sleep_for(delay);
  return send(data, count, type, to, tag, communicator);
}

namespace mpigauge {
namespace {

// A rank that hears of a start 5 ms late is what bounds the broadcast, wherever it stands in the tree.
TEST(BroadcastBound, IsThatOfTheSlowestRank) {
  const Control control(MPI_COMM_WORLD);
  const GlobalClock clock;
  delay = std::chrono::milliseconds(5);
  std::int64_t bound = BroadcastBound(control, clock);
  EXPECT_GE(bound, 5'000'000);
  std::int64_t roots = bound;
  control.Broadcast(roots);
  EXPECT_EQ(bound, roots);
  delay = std::chrono::milliseconds(0);
  EXPECT_LT(BroadcastBound(control, clock), bound);
}

// tau = T0 + that bound, for the first stage as for the others [KU3].
TEST(BroadcastBound, MpiperfsStagesBeginAfterIt) {
  const Control control(MPI_COMM_WORLD);
  const GlobalClock clock;
  delay = std::chrono::milliseconds(5);
  const auto window = MakeSynchronizer("mpiperf-window", control, clock, MPI_COMM_WORLD, false);
  delay = std::chrono::milliseconds(0);
  if (!control.root()) return;
  window->Begin();
  const Stage stage = window->Next(0, false);
  EXPECT_FALSE(stage.counts);  // it is the first one
  EXPECT_GE(stage.start_ns, 5'000'000);
}

}  // namespace
}  // namespace mpigauge
