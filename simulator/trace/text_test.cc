#include "simulator/trace/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "simulator/trace/info.h"
#include "simulator/trace/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(TraceLine, HasTheWordsOfThePaper) {
  EXPECT_EQ(TraceLine(3, {.call = TraceCall::kInit}), "3 MPI_Init 0.000000000");
  EXPECT_EQ(TraceLine(3, After(1500, SendTo(1, 4096, 7))), "3 MPI_Send 0.000001500 1 7 4096");
  EXPECT_EQ(TraceLine(0, ReceiveFrom(2, 5)), "0 MPI_Recv 0.000000000 2 5 8");
  EXPECT_EQ(TraceLine(0, ReceiveAny(2, 5)), "0 MPI_Recv 0.000000000 2 5 8 asked any any");
}

TEST(TraceLine, HasTheDetailsOfEachCall) {
  EXPECT_EQ(TraceLine(0, StartSend(4, 1, 64)), "0 MPI_Isend 0.000000000 1 0 64 request 4");
  EXPECT_EQ(TraceLine(0, StartReceive(5, kTraceAny, kTraceAny)), "0 MPI_Irecv 0.000000000 any any 4096 request 5");
  EXPECT_EQ(TraceLine(0, Completing(TraceCall::kWaitAll, {4, 5}, {Sent(4), Received(5, 1, 3)})),
            "0 MPI_Waitall 0.000000000 requests 4 5 done 4 done 5 1 3 8");
  EXPECT_EQ(TraceLine(0, CollectiveOf(TraceCall::kBcast, 64, 2, 99)), "0 MPI_Bcast 0.000000000 64 root 2 comm 99");
  EXPECT_EQ(TraceLine(0, CollectiveOf(TraceCall::kBarrier)), "0 MPI_Barrier 0.000000000");
  TraceEvent split = CollectiveOf(TraceCall::kCommSplit);
  split.made = {.id = 7, .members = {0, 2}};
  split.thread = 1;
  EXPECT_EQ(TraceLine(0, split), "0 MPI_Comm_split 0.000000000 made 7 of 0 2 thread 1");
  TraceEvent exchange{
      .call = TraceCall::kSendReceive, .peer = 1, .tag = 2, .bytes = 8, .second_peer = kTraceNull, .second_tag = 3};
  EXPECT_EQ(TraceLine(0, exchange), "0 MPI_Sendrecv 0.000000000 1 2 8 from null 3");
}

TEST(TraceJson, HasTheKnownFields) {
  EXPECT_EQ(ToJson(1, After(1000, ReceiveAny(2, 5))).dump(),
            R"({"rank":1,"call":"MPI_Recv","cpu_seconds":1e-06,"before_seconds":1e-06,"inside_seconds":0.0,)"
            R"("peer":"any","tag":"any","bytes":4096,"matches":[{"source":2,"tag":5,"bytes":8}]})");
  EXPECT_EQ(ToJson(0, Completing(TraceCall::kTest, {3}, {}))["found"], false);
}

TEST(TraceInfo, SumsUp) {
  auto traces = TracesOf({{After(1000, SendTo(1, 64)), SendTo(1, 36), {.call = TraceCall::kOther, .name = "MPI_Put"}},
                          {ReceiveFrom(0), After(500, ReceiveFrom(0))}});
  traces.ranks[0].events[2].inside_nanoseconds = 70;
  const TraceInfo info = InfoOf(traces);
  EXPECT_EQ(info.calls, 9);
  EXPECT_THAT(info.computed_seconds, ElementsAre(1e-6, 5e-7));
  ASSERT_EQ(info.names[0].name, "MPI_Send");
  EXPECT_EQ(info.names[0].calls, 2);
  EXPECT_EQ(info.names[0].bytes, 100);
  EXPECT_DOUBLE_EQ(info.names[0].inside_seconds, 70e-9);
  EXPECT_THAT(InfoText(info), HasSubstr("2 ranks of "));
  EXPECT_THAT(InfoText(info), HasSubstr("note: MPI_Put is not modelled: it takes no time"));
  EXPECT_EQ(ToJson(info)["by_name"][0]["bytes"], 100);
}

TEST(TraceInfo, SaysWhyATraceCannotBeSimulated) {
  const auto traces = TracesOf({{CollectiveOf(TraceCall::kBarrier, 0, kTraceNull, 77)}});
  EXPECT_THAT(InfoOf(traces).notes,
              ElementsAre(HasSubstr("cannot be simulated: traces: rank 0, call 2 (MPI_Barrier)")));
}

}  // namespace
}  // namespace mpigauge
