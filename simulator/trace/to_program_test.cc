#include "simulator/trace/to_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "simulator/program/collective.h"
#include "simulator/program/expanded_program.h"
#include "simulator/program/program_text.h"
#include "simulator/replay/replay.h"
#include "simulator/replay/testing.h"
#include "simulator/trace/testing.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<Operation> OperationsOf(const Program& program, int rank) {
  std::vector<Operation> all;
  std::vector<Operation> buffer;
  for (std::uint64_t cursor = 0;;) {
    const Chunk chunk = program.Fetch(rank, cursor, buffer);
    if (chunk.operations.empty()) return all;
    all.insert(all.end(), chunk.operations.begin(), chunk.operations.end());
    cursor = chunk.next;
  }
}

std::vector<std::string> Described(const Program& program, int rank) {
  std::vector<std::string> lines;
  for (const Operation& operation : OperationsOf(program, rank)) lines.push_back(Describe(operation));
  return lines;
}

// In nanoseconds, with the model of ExampleModel().
std::vector<double> Finish(const Program& program, const Communicators& communicators) {
  const Scenario scenario{.model = ExampleModel()};
  const auto result =
      ReplayOrderFree(ExpandedProgram(program, communicators), *CompleteNetwork(program.ranks()), {&scenario, 1})[0];
  std::vector<double> finish;
  for (const double seconds : result.finish_seconds) finish.push_back(std::round(seconds / kNs * 1e3) / 1e3);
  return finish;
}
std::vector<double> Finish(const TraceSet& traces) {
  const TracedProgram traced = ToProgram(traces);
  return Finish(*traced.program, *traced.communicators);
}

// As a program in text takes.
std::vector<double> FinishOfText(const std::string& text) {
  const auto parsed = ParseProgram(text, "p");
  return Finish(*parsed.program, *parsed.communicators);
}

std::string ErrorOf(const TraceSet& traces, const ToProgramOptions& options = {}) {
  return UsageErrorOf([&] { ToProgram(traces, options); });
}

TEST(ToProgram, BlockingCallsAndTheTimeBetweenThem) {
  const auto traced =
      ToProgram(TracesOf({{After(500, SendTo(1, 64, 7))}, {ReceiveFrom(0, 7), After(30, SendTo(0, 8))}}));
  EXPECT_THAT(Described(*traced.program, 0),
              ElementsAre("computation of 500 ns", "send of 64 bytes to 1, tag 7", "wait for request 0"));
  EXPECT_THAT(Described(*traced.program, 1),
              ElementsAre("receive from 0, tag 7", "wait for request 0", "computation of 30 ns",
                          "send of 8 bytes to 0, tag 0", "wait for request 0"));
  EXPECT_THAT(traced.notes, IsEmpty());
  EXPECT_THAT(traced.hosts, ElementsAre("node1", "node1"));
}

TEST(ToProgram, ModesOfSends) {
  const auto traced =
      ToProgram(TracesOf({{SendTo(1, 5000, 0, SendMode::kSynchronous), SendTo(1, 5000, 1, SendMode::kBuffered),
                           SendTo(1, 5000, 2, SendMode::kReady)},
                          {ReceiveFrom(0, 2), ReceiveFrom(0, 1), ReceiveFrom(0, 0)}}));
  EXPECT_THAT(Described(*traced.program, 0),
              ElementsAre("synchronous send of 5000 bytes to 1, tag 0", "wait for request 0",
                          "send of 5000 bytes to 1, tag 1",  // nobody waits for it
                          "send of 5000 bytes to 1, tag 2", "wait for request 1"));
}

TEST(ToProgram, WildcardsAskForWhatTheyReceived) {
  auto any = StartReceive(1, kTraceAny, kTraceAny);
  const auto traced =
      ToProgram(TracesOf({{SendTo(2, 8, 3)},
                          {SendTo(2, 8, 4)},
                          {any, ReceiveAny(0, 3), Completing(TraceCall::kWait, {1}, {Received(1, 1, 4)})}}));
  EXPECT_THAT(Described(*traced.program, 2), ElementsAre("receive from 1, tag 4", "receive from 0, tag 3",
                                                         "wait for request 1", "wait for request 0"));
}

TEST(ToProgram, AWildcardThatReceivedNothingIsLeftOutAndSaid) {
  const auto traced = ToProgram(TracesOf({{StartReceive(1, kTraceAny, 0)}}));
  EXPECT_THAT(Described(*traced.program, 0), IsEmpty());
  EXPECT_THAT(traced.notes, ElementsAre(HasSubstr("wildcard that received nothing")));
}

TEST(ToProgram, AllRequestsAreWaitedForAtOnceAndSomeOneByOne) {
  const auto exchange = [](int other) {
    return std::vector<TraceEvent>{
        StartReceive(1, other), StartSend(2, other, 64), StartSend(3, other, 64, 1), StartReceive(4, other, 1),
        Completing(TraceCall::kWaitAll, {1, 2, 3, 4}, {Received(1, other), Sent(2), Sent(3), Received(4, other, 1)})};
  };
  const auto all = ToProgram(TracesOf({exchange(1), exchange(0)}));
  EXPECT_EQ(Described(*all.program, 0).back(), "wait for all requests");
  EXPECT_EQ(all.program->Requests(0), 4);

  auto other_order = exchange(1);
  other_order.back().requests = {4, 1};
  const auto some = ToProgram(TracesOf({other_order, exchange(0)}));
  const auto lines = Described(*some.program, 0);
  EXPECT_EQ(lines[lines.size() - 2], "wait for request 3");
  EXPECT_EQ(lines[lines.size() - 1], "wait for request 0");
}

TEST(ToProgram, RequestsThatAreOverLeaveTheirNumberToOthers) {
  std::vector<TraceEvent> calls;
  for (std::uint32_t request = 1; request <= 100'000; ++request) {
    calls.push_back(StartSend(request, 0, 8));
    calls.push_back(ReceiveFrom(0));
    calls.push_back(Completing(TraceCall::kWait, {request}, {Sent(request)}));
  }
  const auto traced = ToProgram(TracesOf({calls}));
  EXPECT_EQ(traced.program->Requests(0), 2);
}

// A damaged number once asked for 34 GB.
TEST(ToProgram, ARequestMayHaveAnyNumber) {
  const std::uint32_t large = 4'294'967'295;
  const TraceSet traces = TracesOf({{StartReceive(large, 1), StartReceive(7, 1),
                                     Completing(TraceCall::kWaitAll, {large, 7}, {Received(large, 1), Received(7, 1)})},
                                    {SendTo(0, 8), SendTo(0, 8)}});
  const TraceSet usual = TracesOf({{StartReceive(1, 1), StartReceive(2, 1),
                                    Completing(TraceCall::kWaitAll, {1, 2}, {Received(1, 1), Received(2, 1)})},
                                   {SendTo(0, 8), SendTo(0, 8)}});
  EXPECT_EQ(Described(*ToProgram(traces).program, 0), Described(*ToProgram(usual).program, 0));
}

TEST(ToProgram, WaitsForAnyAndTestsAsTheyHappened) {
  const auto traced = ToProgram(
      TracesOf({{StartReceive(1, 1, 1), StartReceive(2, 1, 2), StartReceive(3, 1, 3),
                 Completing(TraceCall::kWaitAny, {1, 2, 3}, {Received(2, 1, 2)}), Completing(TraceCall::kTest, {1}, {}),
                 Completing(TraceCall::kTestSome, {1, 3}, {Received(3, 1, 3)}),
                 Completing(TraceCall::kTest, {1}, {Received(1, 1, 1)})},
                {SendTo(0, 8, 1), SendTo(0, 8, 2), SendTo(0, 8, 3)}}));
  const auto lines = Described(*traced.program, 0);
  EXPECT_THAT(std::vector(lines.begin() + 3, lines.end()),
              ElementsAre("wait for request 1", "wait for request 2", "wait for request 0"));
}

TEST(ToProgram, PollingIsNotComputation) {
  const auto poll = [] { return After(2000, Completing(TraceCall::kTest, {1}, {})); };
  const auto traced = ToProgram(
      TracesOf({{StartReceive(1, 0), StartSend(2, 0, 8),
                 After(100, Completing(TraceCall::kTest, {1}, {})),  // computed before it looks the first time
                 poll(), poll(), poll(), After(9000, Completing(TraceCall::kTest, {1}, {})),  // too long for polling
                 After(2000, Completing(TraceCall::kTest, {1}, {Received(1, 0)})),
                 After(40, Completing(TraceCall::kWait, {2}, {Sent(2)}))}}));
  EXPECT_THAT(Described(*traced.program, 0),
              ElementsAre("receive from 0, tag 0", "send of 8 bytes to 0, tag 0", "computation of 9100 ns",
                          "wait for request 0", "computation of 40 ns", "wait for request 1"));
  EXPECT_THAT(traced.notes, ElementsAre("tests and probes that found nothing are left out (5 times)"));
}

TEST(ToProgram, PersistentRequestsAreStartedAgainAndAgain) {
  TraceEvent receive{.call = TraceCall::kReceiveInit, .peer = kTraceAny, .tag = 5, .requests = {1}};
  TraceEvent send{
      .call = TraceCall::kSendInit, .mode = SendMode::kSynchronous, .peer = 0, .tag = 5, .bytes = 16, .requests = {2}};
  const TraceEvent start{.call = TraceCall::kStartAll, .requests = {1, 2}};
  const auto wait = Completing(TraceCall::kWaitAll, {1, 2}, {Received(1, 0, 5), Sent(2)});
  const TraceEvent free{.call = TraceCall::kRequestFree, .requests = {1}};
  const auto traced = ToProgram(TracesOf({{receive, send, start, wait, start, wait, free}}));
  EXPECT_THAT(
      Described(*traced.program, 0),
      ElementsAre("receive from 0, tag 5", "synchronous send of 16 bytes to 0, tag 5", "wait for all requests",
                  "receive from 0, tag 5", "synchronous send of 16 bytes to 0, tag 5", "wait for all requests"));
}

TEST(ToProgram, AStartWithoutAnInitIsNamed) {
  EXPECT_THAT(ErrorOf(TracesOf({{{.call = TraceCall::kStart, .requests = {9}}}})),
              HasSubstr("traces: rank 0, call 2 (MPI_Start): starts request 9"));
}

TEST(ToProgram, CancelledReceivesAndThoseFromNobody) {
  const auto traced = ToProgram(TracesOf({{StartReceive(1, 0),
                                           {.call = TraceCall::kCancel, .requests = {1}},
                                           Completing(TraceCall::kWait, {1}, {{.request = 1, .cancelled = true}}),
                                           ReceiveFrom(kTraceNull),
                                           SendTo(kTraceNull, 8)}}));
  EXPECT_THAT(Described(*traced.program, 0), IsEmpty());
}

TEST(ToProgram, AProbeWaitsForTheMessageThatIsReceivedLater) {
  TraceEvent probe{
      .call = TraceCall::kProbe, .peer = kTraceAny, .tag = kTraceAny, .matches = {{.source = 0, .tag = 3}}};
  TraceEvent found{.call = TraceCall::kIprobe, .peer = 0, .tag = 3, .matches = {{.source = 0, .tag = 3}}, .flag = true};
  const auto traced = ToProgram(
      TracesOf({{SendTo(1, 8, 3), SendTo(1, 8, 3)}, {probe, found, After(50, ReceiveFrom(0, 3)), ReceiveFrom(0, 3)}}));
  EXPECT_THAT(Described(*traced.program, 1),
              ElementsAre("receive from 0, tag 3", "wait for request 0", "computation of 50 ns",
                          "receive from 0, tag 3", "wait for request 0"));
}

TEST(ToProgram, MatchedProbesTakeEachItsMessage) {
  TraceEvent probe{
      .call = TraceCall::kMprobe, .peer = kTraceAny, .tag = kTraceAny, .matches = {{.source = 0, .tag = 3}}};
  TraceEvent receive{.call = TraceCall::kMreceive, .peer = 0, .tag = 3, .matches = {{.source = 0, .tag = 3}}};
  const auto traced = ToProgram(TracesOf({{SendTo(1, 8, 3), SendTo(1, 8, 3)}, {probe, probe, receive, receive}}));
  EXPECT_THAT(Described(*traced.program, 1), ElementsAre("receive from 0, tag 3", "wait for request 0",
                                                         "receive from 0, tag 3", "wait for request 0"));
}

TEST(ToProgram, TakesAsLongAsTheSameProgramInText) {
  const auto rank = [](int other) {
    return std::vector<TraceEvent>{After(700 * (other + 1), StartReceive(1, other)),
                                   StartSend(2, other, 5000),
                                   After(300, Completing(TraceCall::kWaitAll, {1, 2}, {Received(1, other), Sent(2)})),
                                   {.call = TraceCall::kSendReceive,
                                    .peer = other,
                                    .tag = 1,
                                    .bytes = 64,
                                    .second_peer = other,
                                    .second_tag = 1,
                                    .matches = {{.source = other, .tag = 1}}},
                                   After(10, CollectiveOf(TraceCall::kAllreduce, 256))};
  };
  EXPECT_EQ(Finish(TracesOf({rank(1), rank(0)})),
            FinishOfText("ranks 2\n"
                         "rank 0\ncalc 1400\nirecv 1 request 0\nisend 1 5000 request 1\ncalc 300\nwaitall\n"
                         "sendrecv 1 64 1 tag 1\ncalc 10\nallreduce 256\n"
                         "rank 1\ncalc 700\nirecv 0 request 0\nisend 0 5000 request 1\ncalc 300\nwaitall\n"
                         "sendrecv 0 64 0 tag 1\ncalc 10\nallreduce 256\n"));
}

TEST(ToProgram, ADeadlockIsNamedByItsCalls) {
  const auto traced =
      ToProgram(TracesOf({{CollectiveOf(TraceCall::kBarrier)}, {CollectiveOf(TraceCall::kBarrier), ReceiveFrom(0)}}));
  try {
    Finish(*traced.program, *traced.communicators);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("rank 1, call 3 (MPI_Recv): waits for a message from 0, tag 0"));
  }
}

// Ranks 2 and 0 are one communicator, in which they are called 0 and 1.
std::vector<std::vector<TraceEvent>> InACommunicator(const std::vector<TraceEvent>& first,
                                                     const std::vector<TraceEvent>& second) {
  const TraceCommunicator made{.id = 1000, .members = {2, 0}};
  std::vector<std::vector<TraceEvent>> ranks(3);
  for (int rank = 0; rank < 3; ++rank) {
    TraceEvent split = CollectiveOf(TraceCall::kCommSplit);
    if (rank != 1) split.made = made;
    ranks[static_cast<std::size_t>(rank)].push_back(split);
  }
  for (TraceEvent event : first) {
    event.communicator = made.id;
    ranks[2].push_back(event);
  }
  for (TraceEvent event : second) {
    event.communicator = made.id;
    ranks[0].push_back(event);
  }
  return ranks;
}

TEST(ToProgram, RanksOfCommunicatorsAreRanksOfTheWorld) {
  const auto traced = ToProgram(TracesOf(InACommunicator({SendTo(1, 8), CollectiveOf(TraceCall::kBcast, 64, 0)},
                                                         {ReceiveFrom(0), CollectiveOf(TraceCall::kBcast, 64, 0)})));
  EXPECT_THAT(Described(*traced.program, 2),
              ElementsAre("collective of 8 bytes", "send of 8 bytes to 0, tag 0, communicator 2", "wait for request 0",
                          "collective of 64 bytes"));
  EXPECT_THAT(Described(*traced.program, 0), Contains("receive from 2, tag 0, communicator 2"));
  EXPECT_THAT(Described(*traced.program, 1), ElementsAre("collective of 8 bytes"));
  const Operation bcast = OperationsOf(*traced.program, 2).back();
  EXPECT_EQ(bcast.peer, 0);
  EXPECT_EQ(static_cast<CollectiveKind>(bcast.tag), CollectiveKind::kBcast);
  EXPECT_EQ(traced.communicators->ToWorld(bcast.communicator, 0), 2);
}

TEST(ToProgram, CommunicatorsThatAreUnknownOrTooSmallAreNamed) {
  EXPECT_THAT(ErrorOf(TracesOf({{CollectiveOf(TraceCall::kBarrier, 0, kTraceNull, 77)}})),
              HasSubstr("rank 0, call 2 (MPI_Barrier): the trace does not say how communicator 77 was made"));
  EXPECT_THAT(ErrorOf(TracesOf(InACommunicator({SendTo(2, 8)}, {}))),
              HasSubstr("rank 2, call 3 (MPI_Send): there is no rank 2 among the 2 of its communicator"));
}

TEST(ToProgram, CollectivesThatDoNotFitTogetherAreNamed) {
  EXPECT_THAT(ErrorOf(TracesOf({{CollectiveOf(TraceCall::kBarrier), CollectiveOf(TraceCall::kBcast, 8, 0)},
                                {CollectiveOf(TraceCall::kBarrier), CollectiveOf(TraceCall::kAllreduce, 8)}})),
              HasSubstr("rank 1, call 3 (MPI_Allreduce): does not fit to rank 0, call 3 (MPI_Bcast)"));
  EXPECT_THAT(ErrorOf(TracesOf({{CollectiveOf(TraceCall::kBcast, 8, 0)}, {CollectiveOf(TraceCall::kBcast, 8, 1)}})),
              HasSubstr("they have different roots"));
}

TEST(ToProgram, SizesOfEachRankCountWithTheirMean) {
  const auto traced =
      ToProgram(TracesOf({{CollectiveOf(TraceCall::kGatherv, 100, 0)}, {CollectiveOf(TraceCall::kGatherv, 300, 0)}}));
  EXPECT_EQ(OperationsOf(*traced.program, 0)[0].amount, 200);
  EXPECT_EQ(OperationsOf(*traced.program, 1)[0].amount, 200);
  EXPECT_THAT(traced.notes, ElementsAre("MPI_Gatherv with different sizes on the ranks: counted with their mean"));
}

TEST(ToProgram, ANonblockingCollectiveLetsComputationPass) {
  const auto rank = [](bool nonblocking) {
    TraceEvent sum = CollectiveOf(TraceCall::kAllreduce, 64);
    sum.nonblocking = nonblocking;
    if (nonblocking) sum.requests = {1};
    std::vector<TraceEvent> calls = {sum};
    calls.push_back(
        After(10'000, nonblocking ? Completing(TraceCall::kWait, {1}, {Sent(1)}) : CollectiveOf(TraceCall::kBarrier)));
    if (nonblocking) calls.push_back(CollectiveOf(TraceCall::kBarrier));
    return calls;
  };
  for (const int ranks : {2, 3, 4, 7, 8}) {
    std::vector<std::vector<TraceEvent>> with(static_cast<std::size_t>(ranks), rank(true));
    std::vector<std::vector<TraceEvent>> without(static_cast<std::size_t>(ranks), rank(false));
    const auto overlapped = Finish(TracesOf(with));
    const auto blocking = Finish(TracesOf(without));
    EXPECT_LT(overlapped[0], blocking[0]) << ranks;
    EXPECT_GT(overlapped[0], 10'000) << ranks;
  }
}

TEST(ToProgram, ANonblockingCollectiveWaitsForAllRanks) {
  TraceEvent barrier = CollectiveOf(TraceCall::kBarrier);
  barrier.nonblocking = true;
  barrier.requests = {1};
  const auto wait = Completing(TraceCall::kWait, {1}, {Sent(1)});
  const auto finish = Finish(TracesOf({{barrier, wait}, {barrier, wait}, {After(50'000, barrier), wait}}));
  for (const double end : finish) EXPECT_GT(end, 50'000);
}

TEST(ToProgram, OnlyWhatLiesBetweenTwoBarriers) {
  const auto barrier = CollectiveOf(TraceCall::kBarrier);
  const std::vector<TraceEvent> rank = {After(1000, barrier), After(20, barrier), After(4000, barrier)};
  const auto traced = ToProgram(TracesOf({rank, rank}), {.from_barrier = 1, .to_barrier = 2});
  EXPECT_THAT(Described(*traced.program, 0), ElementsAre("computation of 20 ns", "collective of 0 bytes"));
  EXPECT_THAT(ErrorOf(TracesOf({rank, rank}), {.from_barrier = 1, .to_barrier = 4}),
              HasSubstr("rank 0 has 3 barriers of the world, and not 4"));
  EXPECT_THAT(ErrorOf(TracesOf({rank, rank}), {.from_barrier = 2, .to_barrier = 1}), HasSubstr("must come after"));
}

// MPI_Comm_create_group is called by its members alone, and what is made of an intercommunicator by ranks that the
// trace says nothing of.
TEST(ToProgram, CommunicatorsThatAreNotMadeByAllOfAParent) {
  TraceEvent group = CollectiveOf(TraceCall::kCommCreate);
  group.name = "MPI_Comm_create_group";
  group.made = {.id = 1000, .members = {0, 1}};
  const auto barrier = CollectiveOf(TraceCall::kBarrier, 0, kTraceNull, 1000);
  const auto world = CollectiveOf(TraceCall::kBarrier);
  TraceEvent merge = CollectiveOf(TraceCall::kCommCreate, 0, kTraceNull, 555);
  merge.name = "MPI_Intercomm_merge";
  const auto traced = ToProgram(TracesOf({{group, barrier, world, merge}, {group, barrier, world, merge}, {world}}));
  EXPECT_THAT(Described(*traced.program, 0), ElementsAre("collective of 0 bytes", "collective of 0 bytes"));
  EXPECT_THAT(traced.notes, ElementsAre(HasSubstr("MPI_Comm_create_group is not modelled"),
                                        HasSubstr("MPI_Intercomm_merge is not modelled")));
}

TEST(ToProgram, UnmodelledCallsAreNoted) {
  auto traces = TracesOf({{{.call = TraceCall::kOther, .name = "MPI_Put"},
                           {.call = TraceCall::kOther, .name = "MPI_Put"},
                           {.call = TraceCall::kAbort},
                           {.call = TraceCall::kBarrier, .thread = 1}}});
  traces.ranks[0].complete = false;
  EXPECT_THAT(ToProgram(traces).notes,
              ElementsAre(HasSubstr("MPI_Put is not modelled: it takes no time (2 times)"),
                          HasSubstr("calls of several threads"), HasSubstr("rank 0 called MPI_Abort"),
                          HasSubstr("the trace of rank 0 ends before MPI_Finalize")));
}

}  // namespace
}  // namespace mpigauge
