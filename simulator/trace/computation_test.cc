#include "simulator/trace/computation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "simulator/trace/testing.h"
#include "simulator/trace/trace_set.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;

constexpr std::int64_t kNothing = Computation::kNothingFound;

TEST(Computation, IsTheTimeOfTheClockWithoutInit) {
  const auto result = ComputationOf(TraceOf(0, 1, {After(7, SendTo(0, 8)), After(-3, ReceiveFrom(0))}), 1e-6);
  EXPECT_THAT(result.nanoseconds, ElementsAre(0, 7, 0, 0));
}

TEST(Computation, PollingIsFromTheFirstLookThatFoundNothingOn) {
  const auto look = [](std::int64_t cpu, bool found) {
    TraceEvent event{.call = TraceCall::kIprobe, .flag = found};
    return After(cpu, event);
  };
  const auto result = ComputationOf(
      TraceOf(0, 1, {look(50, false), look(900, false), look(1001, false), look(10, true), look(20, true)}), 1e-6);
  EXPECT_THAT(result.nanoseconds, ElementsAre(0, kNothing, kNothing, kNothing, 1051, 20, 0));
  EXPECT_EQ(result.polls, 3);
  EXPECT_EQ(result.polling_nanoseconds, 910);
}

TEST(Computation, TimeBeforeATestCountsBeforeTheNextCall) {
  const TraceEvent test{.call = TraceCall::kTest, .requests = {1}};
  const auto result = ComputationOf(TraceOf(0, 1, {After(5, test), After(6, SendTo(0, 8))}), 1e-6);
  EXPECT_THAT(result.nanoseconds, ElementsAre(0, kNothing, 11, 0));
}

TEST(Computation, EachThreadHasItsOwn) {
  TraceEvent test{.call = TraceCall::kTest, .requests = {1}};
  TraceEvent other = After(100, SendTo(0, 8));
  other.thread = 1;
  const auto result = ComputationOf(TraceOf(0, 1, {After(5, test), other, After(6, SendTo(0, 8))}), 1e-6);
  EXPECT_THAT(result.nanoseconds, ElementsAre(0, kNothing, 100, 11, 0));
}

TEST(CallName, IsThatOfMpi) {
  const auto name = [](TraceEvent event) { return CallName(event); };
  EXPECT_EQ(name({.call = TraceCall::kSend}), "MPI_Send");
  EXPECT_EQ(name({.call = TraceCall::kSend, .mode = SendMode::kSynchronous}), "MPI_Ssend");
  EXPECT_EQ(name({.call = TraceCall::kIsend, .mode = SendMode::kReady}), "MPI_Irsend");
  EXPECT_EQ(name({.call = TraceCall::kSendInit, .mode = SendMode::kBuffered}), "MPI_Bsend_init");
  EXPECT_EQ(name({.call = TraceCall::kIreceive}), "MPI_Irecv");
  EXPECT_EQ(name({.call = TraceCall::kReduceScatterBlock, .nonblocking = true}), "MPI_Ireduce_scatter_block");
  EXPECT_EQ(name({.call = TraceCall::kCommDup, .nonblocking = true}), "MPI_Comm_idup");
  EXPECT_EQ(name({.call = TraceCall::kOther, .name = "MPI_Put"}), "MPI_Put");
}

}  // namespace
}  // namespace mpigauge
