// The trace of a real program, under a real mpirun, says what the program did.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "simulator/trace_library/testing/traced.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::SizeIs;

using enum TraceCall;

TEST(TracedCalls, HeaderAndEnds) {
  const TracedRun run = RunScene(2, "cancel");
  ASSERT_EQ(run.exit_code, 0) << run.output;
  ASSERT_THAT(run.ranks, SizeIs(2));
  for (int rank = 0; rank < 2; ++rank) {
    const RankTrace& trace = run.ranks[rank];
    EXPECT_EQ(trace.header.rank, rank);
    EXPECT_EQ(trace.header.ranks, 2);
    EXPECT_THAT(trace.header.program, testing::EndsWith("testing/calls"));
    EXPECT_THAT(trace.header.library, testing::ContainsRegex("Open MPI v|MPICH Version:"));
    EXPECT_EQ(trace.header.thread_level, "single");
    EXPECT_EQ(trace.header.cpu_clock, "thread");
    EXPECT_GT(trace.header.clock_cost_seconds, 0);
    EXPECT_EQ(trace.header.run_id, run.ranks[0].header.run_id);
    EXPECT_TRUE(trace.complete);
    EXPECT_EQ(trace.events.front().call, kInit);
    EXPECT_EQ(trace.events.back().call, kFinalize);
  }
}

TEST(TracedCalls, PointToPoint) {
  const TracedRun run = RunScene(2, "point-to-point");
  ASSERT_THAT(run.ranks, SizeIs(2)) << run.output;
  EXPECT_THAT(Calls(run.ranks[0]),
              ElementsAre(TraceEvent{.call = kSend, .peer = 1, .tag = 7, .bytes = 80},
                          TraceEvent{.call = kSend, .mode = SendMode::kSynchronous, .peer = 1, .tag = 8},
                          TraceEvent{.call = kSend, .peer = kTraceNull, .tag = 7, .bytes = 80},
                          TraceEvent{.call = kSendReceive,
                                     .peer = 1,
                                     .tag = 1,
                                     .bytes = 4,
                                     .second_peer = 1,
                                     .second_tag = 2,
                                     .matches = {{.source = 1, .tag = 2, .bytes = 8}}}));
  EXPECT_THAT(
      Calls(run.ranks[1]),
      ElementsAre(
          TraceEvent{.call = kReceive,
                     .peer = kTraceAny,
                     .tag = kTraceAny,
                     .bytes = 160,
                     .matches = {{.source = 0, .tag = 7, .bytes = 80}}},
          TraceEvent{
              .call = kReceive, .peer = 0, .tag = 8, .bytes = 160, .matches = {{.source = 0, .tag = 8, .bytes = 0}}},
          TraceEvent{.call = kReceive, .peer = kTraceNull, .tag = 8, .bytes = 160, .matches = {{}}},
          TraceEvent{.call = kSendReceive,
                     .peer = 0,
                     .tag = 2,
                     .bytes = 8,
                     .second_peer = 0,
                     .second_tag = 1,
                     .matches = {{.source = 0, .tag = 1, .bytes = 4}}}));
}

TEST(TracedCalls, NonblockingAndWhatCompletedWhen) {
  const TracedRun run = RunScene(2, "nonblocking");
  ASSERT_THAT(run.ranks, SizeIs(2)) << run.output;
  const std::vector<TraceEvent> calls = Calls(run.ranks[1]);
  ASSERT_THAT(calls, SizeIs(12));
  EXPECT_THAT(calls,
              ElementsAre(TraceEvent{.call = kIreceive, .peer = 0, .tag = 1, .bytes = 64, .requests = {1}},
                          TraceEvent{.call = kIsend, .peer = 0, .tag = 1, .bytes = 64, .requests = {2}},
                          TraceEvent{.call = kWaitAll,
                                     .requests = {1, 2},
                                     .matches = {{.request = 1, .source = 0, .tag = 1, .bytes = 64}, {.request = 2}},
                                     .flag = true},
                          TraceEvent{.call = kIreceive, .peer = kTraceNull, .tag = 1, .bytes = 64, .requests = {3}},
                          TraceEvent{.call = kWait, .requests = {3}, .matches = {{.request = 3}}, .flag = true},
                          TraceEvent{.call = kIreceive, .peer = kTraceAny, .tag = 2, .bytes = 32, .requests = {4}},
                          TraceEvent{.call = kIreceive, .peer = 0, .tag = 3, .bytes = 32, .requests = {5}},
                          TraceEvent{.call = kTestAny, .requests = {4, 5}}, TraceEvent{.call = kBarrier},
                          TraceEvent{.call = kWaitAny,
                                     .requests = {4, 5},
                                     .matches = {{.request = 5, .source = 0, .tag = 3, .bytes = 8}},
                                     .flag = true},
                          TraceEvent{.call = kBarrier},
                          TraceEvent{.call = kWaitSome,
                                     .requests = {4},
                                     .matches = {{.request = 4, .source = 0, .tag = 2, .bytes = 4}},
                                     .flag = true}));
}

TEST(TracedCalls, ManySendsWithOneHandle) {
  const TracedRun run = RunScene(2, "many-sends");
  ASSERT_THAT(run.ranks, SizeIs(2)) << run.output;
  for (const RankTrace& trace : run.ranks) {
    const std::vector<TraceEvent> calls = Calls(trace);
    ASSERT_THAT(calls, SizeIs(301));
    ASSERT_THAT(calls[300].requests, SizeIs(300));
    ASSERT_THAT(calls[300].matches, SizeIs(300));
    for (std::uint32_t i = 0; i < 300; ++i) {
      EXPECT_EQ(calls[i].requests, std::vector{i + 1});
      EXPECT_EQ(calls[300].matches[i].request, i + 1);
      EXPECT_EQ(calls[300].matches[i].bytes, trace.header.rank == 0 ? 0 : i);
    }
  }
}

TEST(TracedCalls, Persistent) {
  const TracedRun run = RunScene(2, "persistent");
  ASSERT_THAT(run.ranks, SizeIs(2)) << run.output;
  const TraceMatch received{.request = 1, .source = 1, .tag = 1, .bytes = 16};
  EXPECT_THAT(
      Calls(run.ranks[0]),
      ElementsAre(
          TraceEvent{.call = kReceiveInit, .peer = 1, .tag = 1, .bytes = 16, .requests = {1}},
          TraceEvent{
              .call = kSendInit, .mode = SendMode::kSynchronous, .peer = 1, .tag = 1, .bytes = 16, .requests = {2}},
          TraceEvent{.call = kStartAll, .requests = {1, 2}},
          TraceEvent{.call = kWaitAll, .requests = {1, 2}, .matches = {received, {.request = 2}}, .flag = true},
          TraceEvent{.call = kStart, .requests = {1}}, TraceEvent{.call = kStart, .requests = {2}},
          TraceEvent{.call = kWait, .requests = {2}, .matches = {{.request = 2}}, .flag = true},
          TraceEvent{.call = kWait, .requests = {1}, .matches = {received}, .flag = true},
          TraceEvent{.call = kWait, .flag = true}, TraceEvent{.call = kRequestFree, .requests = {1}},
          TraceEvent{.call = kRequestFree, .requests = {2}}));
}

TEST(TracedCalls, Probes) {
  const TracedRun run = RunScene(2, "probes");
  ASSERT_THAT(run.ranks, SizeIs(2)) << run.output;
  EXPECT_THAT(
      Calls(run.ranks[1]),
      ElementsAre(
          TraceEvent{.call = kProbe,
                     .peer = kTraceAny,
                     .tag = 1,
                     .matches = {{.source = 0, .tag = 1, .bytes = 4}},
                     .flag = true},
          TraceEvent{
              .call = kReceive, .peer = 0, .tag = 1, .bytes = 36, .matches = {{.source = 0, .tag = 1, .bytes = 4}}},
          TraceEvent{.call = kMprobe,
                     .peer = 0,
                     .tag = kTraceAny,
                     .matches = {{.source = 0, .tag = 2, .bytes = 8}},
                     .flag = true},
          TraceEvent{
              .call = kMreceive, .peer = 0, .tag = 2, .bytes = 36, .matches = {{.source = 0, .tag = 2, .bytes = 8}}},
          TraceEvent{
              .call = kProbe, .peer = 0, .tag = 3, .matches = {{.source = 0, .tag = 3, .bytes = 12}}, .flag = true},
          TraceEvent{
              .call = kImprobe, .peer = 0, .tag = 3, .matches = {{.source = 0, .tag = 3, .bytes = 12}}, .flag = true},
          TraceEvent{.call = kImreceive, .peer = 0, .tag = 3, .bytes = 36, .requests = {1}},
          TraceEvent{.call = kWait,
                     .requests = {1},
                     .matches = {{.request = 1, .source = 0, .tag = 3, .bytes = 12}},
                     .flag = true},
          TraceEvent{.call = kIprobe, .peer = 0, .tag = 99},
          TraceEvent{
              .call = kReceive, .peer = 0, .tag = 4, .bytes = 36, .matches = {{.source = 0, .tag = 4, .bytes = 16}}}));
}

TEST(TracedCalls, Cancel) {
  const TracedRun run = RunScene(2, "cancel");
  ASSERT_THAT(run.ranks, SizeIs(2)) << run.output;
  EXPECT_THAT(
      Calls(run.ranks[0]),
      ElementsAre(
          TraceEvent{.call = kIreceive, .peer = kTraceAny, .tag = 5, .bytes = 32, .requests = {1}},
          TraceEvent{.call = kCancel, .requests = {1}},
          TraceEvent{.call = kWait, .requests = {1}, .matches = {{.request = 1, .cancelled = true}}, .flag = true}));
}

// Bytes as in simulator/program/collective.h, whatever is in place. Rank 1 has three of four in the uneven ones.
TEST(TracedCalls, Collectives) {
  const TracedRun run = RunScene(2, "collectives");
  ASSERT_THAT(run.ranks, SizeIs(2)) << run.output;
  for (int rank = 0; rank < 2; ++rank) {
    const std::int64_t own = rank == 0 ? 4 : 12;
    const std::vector<TraceEvent> expected = {
        {.call = kBarrier},
        {.call = kBcast, .peer = 1, .bytes = 20},
        {.call = kReduce, .peer = 0, .bytes = 20},
        {.call = kAllreduce, .bytes = 24},
        {.call = kGather, .peer = 0, .bytes = 8},
        {.call = kGatherv, .peer = 0, .bytes = own},
        {.call = kScatter, .peer = 1, .bytes = 8},
        {.call = kScatterv, .peer = 0, .bytes = own},
        {.call = kAllgather, .bytes = 8},
        {.call = kAllgatherv, .bytes = own},
        {.call = kAlltoall, .bytes = 12},
        {.call = kReduceScatter, .bytes = 16},
        {.call = kReduceScatterBlock, .bytes = 16},
        {.call = kScan, .bytes = 28},
        {.call = kExscan, .bytes = 28},
        {.call = kAllreduce, .nonblocking = true, .bytes = 40, .requests = {1}},
        {.call = kWait, .requests = {1}, .matches = {{.request = 1}}, .flag = true},
    };
    EXPECT_THAT(Calls(run.ranks[rank]), ElementsAreArray(expected)) << "rank " << rank;
  }
}

// All members call a communicator by the same id, and no two communicators have one.
TEST(TracedCalls, Communicators) {
  const TracedRun run = RunScene(4, "communicators");
  ASSERT_THAT(run.ranks, SizeIs(4)) << run.output;
  std::vector<std::vector<TraceCommunicator>> made(4);
  for (int rank = 0; rank < 4; ++rank) {
    for (const TraceEvent& event : Calls(run.ranks[rank])) {
      if (!event.made.members.empty()) made[rank].push_back(event.made);
    }
  }
  // Halves in reverse order, rank 3 alone, the half again twice, the line, ranks 3 and 1.
  ASSERT_THAT(made[0], SizeIs(4));
  ASSERT_THAT(made[1], SizeIs(5));
  ASSERT_THAT(made[3], SizeIs(6));
  EXPECT_EQ(made[0], made[2]);
  EXPECT_THAT(made[0][0].members, ElementsAre(2, 0));
  EXPECT_THAT(made[1][0].members, ElementsAre(3, 1));
  EXPECT_THAT(made[3][1].members, ElementsAre(3));
  made[3].erase(made[3].begin() + 1);
  EXPECT_EQ(made[1], made[3]);
  EXPECT_EQ(made[0][3], made[1][3]);
  EXPECT_THAT(made[0][3].members, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(made[1][4].members, ElementsAre(3, 1));
  std::vector<std::uint64_t> ids;
  for (const int rank : {0, 1}) {
    for (const TraceCommunicator& one : made[rank]) ids.push_back(one.id);
  }
  ids.pop_back();
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::unique(ids.begin(), ids.end()) - ids.begin(), 7);  // the line is in both lists
  // Used by these ids; the one between two groups by name.
  const std::vector<TraceEvent> calls = Calls(run.ranks[1]);
  EXPECT_THAT(calls,
              testing::Contains(TraceEvent{.call = kBcast, .communicator = made[1][1].id, .peer = 0, .bytes = 4}));
  EXPECT_THAT(calls, testing::Contains(TraceEvent{.call = kBarrier, .communicator = made[1][4].id}));
  EXPECT_EQ(calls.back().call, kOther);
  EXPECT_EQ(calls.back().name, "a call on an intercommunicator");
}

TEST(TracedCalls, UnmodelledCallsAreNamed) {
  const TracedRun run = RunScene(2, "one-sided");
  ASSERT_THAT(run.ranks, SizeIs(2)) << run.output;
  std::vector<std::string> names;
  for (const TraceEvent& event : Calls(run.ranks[0])) {
    if (event.call == kOther) names.push_back(event.name);
  }
  EXPECT_THAT(names, ElementsAre("MPI_Win_create", "MPI_Win_fence", "MPI_Put", "MPI_Win_fence", "MPI_Win_lock",
                                 "MPI_Rget", "MPI_Win_unlock", "MPI_Win_free"));
  const std::vector<TraceEvent> calls = Calls(run.ranks[0]);
  EXPECT_THAT(calls,
              testing::Contains(TraceEvent{.call = kWait, .requests = {1}, .matches = {{.request = 1}}, .flag = true}));
}

}  // namespace
}  // namespace mpigauge
