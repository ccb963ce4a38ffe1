// Programs in Fortran: what they did by any of its three interfaces is what the trace says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "simulator/trace_library/testing/traced.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

using enum TraceCall;

TEST(TracedFortran, AllThreeInterfaces) {
  const std::string program = testing::TempDir() + "/fortran";
  const std::string compile =
      "simulator/trace_library/testing/mpifort -w simulator/trace_library/testing/fortran.f90 -J " +
      testing::TempDir() + " -o " + program;
  ASSERT_EQ(std::system(compile.c_str()), 0) << "needs gfortran";
  const TracedRun run = RunTraced(2, program);
  ASSERT_EQ(run.exit_code, 0) << run.output;
  ASSERT_THAT(run.ranks, SizeIs(2));
  EXPECT_EQ(run.ranks[1].header.thread_level, "funneled");
  EXPECT_TRUE(run.ranks[1].complete);
  const std::vector<TraceEvent> calls = Calls(run.ranks[1]);
  ASSERT_THAT(calls, SizeIs(13));
  EXPECT_THAT(std::vector(calls.begin(), calls.begin() + 5),
              ElementsAre(TraceEvent{.call = kIsend, .peer = 0, .tag = 3, .bytes = 40, .requests = {1}},
                          TraceEvent{.call = kIreceive, .peer = 0, .tag = 3, .bytes = 40, .requests = {2}},
                          TraceEvent{.call = kWaitAll,
                                     .requests = {1, 2},
                                     .matches = {{.request = 1}, {.request = 2, .source = 0, .tag = 3, .bytes = 40}},
                                     .flag = true},
                          TraceEvent{.call = kSendReceive,
                                     .peer = 0,
                                     .tag = 4,
                                     .bytes = 8,
                                     .second_peer = kTraceAny,
                                     .second_tag = kTraceAny,
                                     .matches = {{.source = 0, .tag = 4, .bytes = 8}}},
                          TraceEvent{.call = kAllreduce, .bytes = 40}));
  const std::uint64_t half = calls[5].made.id;
  EXPECT_EQ(calls[5].call, kCommSplit);
  EXPECT_THAT(calls[5].made.members, ElementsAre(1));
  EXPECT_EQ(calls[6], (TraceEvent{.call = kBcast, .communicator = half, .peer = 0, .bytes = 16}));
  EXPECT_EQ(calls[7].call, kCommFree);
  EXPECT_THAT(std::vector(calls.begin() + 8, calls.end()),
              ElementsAre(TraceEvent{.call = kReceiveInit, .peer = 0, .tag = 5, .bytes = 8, .requests = {3}},
                          TraceEvent{.call = kStart, .requests = {3}},
                          TraceEvent{.call = kWait,
                                     .requests = {3},
                                     .matches = {{.request = 3, .source = 0, .tag = 5, .bytes = 8}},
                                     .flag = true},
                          TraceEvent{.call = kRequestFree, .requests = {3}}, TraceEvent{.call = kBarrier}));
}

}  // namespace
}  // namespace mpigauge
