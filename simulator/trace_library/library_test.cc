// Times, threads, and what goes wrong, under a real mpirun.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "simulator/trace_library/testing/traced.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

using enum TraceCall;

// The program itself counts its time by the same clocks: no load can change it, and idling does not count.
TEST(TraceLibrary, ProcessorTimeOfTheProgramAlone) {
  const TracedRun run = RunScene(2, "bursts");
  ASSERT_THAT(run.ranks, SizeIs(2)) << run.output;
  for (const RankTrace& trace : run.ranks) {
    ASSERT_THAT(trace.events, SizeIs(1004));
    const TraceEvent& after_work = trace.events[1];
    EXPECT_GE(after_work.cpu_nanoseconds, 20'000'000);
    EXPECT_LT(after_work.cpu_nanoseconds, 22'000'000);
    const TraceEvent& after_idling = trace.events[2];
    EXPECT_GE(after_idling.before_nanoseconds, 99'000'000);
    EXPECT_LT(after_idling.cpu_nanoseconds, 5'000'000);
    // Without subtraction each of these were at least what the clock costs.
    std::vector<std::int64_t> nothing;
    for (std::size_t i = 3; i < 1003; ++i) nothing.push_back(trace.events[i].cpu_nanoseconds);
    std::nth_element(nothing.begin(), nothing.begin() + 500, nothing.end());
    EXPECT_LT(static_cast<double>(nothing[500]) * 1e-9, trace.header.clock_cost_seconds / 2);
  }
}

TEST(TraceLibrary, TheProcessorsClockCanBeOff) {
  const TracedRun run = RunScene(2, "bursts", "MPIGAUGE_TRACE_CPU=off");
  ASSERT_EQ(run.exit_code, 0) << run.output;
  for (const RankTrace& trace : run.ranks) {
    EXPECT_EQ(trace.header.cpu_clock, "off");
    for (const TraceEvent& event : trace.events) ASSERT_EQ(event.cpu_nanoseconds, event.before_nanoseconds);
    EXPECT_GE(trace.events[2].cpu_nanoseconds, 99'000'000);
  }
}

TEST(TraceLibrary, EachThreadHasItsOwnTime) {
  const TracedRun run = RunScene(2, "threads");
  if (run.exit_code == 3) GTEST_SKIP() << "this MPI library was built without MPI_THREAD_MULTIPLE";
  ASSERT_EQ(run.exit_code, 0) << run.output;
  for (const RankTrace& trace : run.ranks) {
    EXPECT_EQ(trace.header.thread_level, "multiple");
    std::vector<std::vector<TraceEvent>> of_thread(4);
    for (const TraceEvent& event : trace.events) of_thread.at(event.thread).push_back(event);
    EXPECT_THAT(of_thread[0], SizeIs(2));
    for (int thread = 1; thread < 4; ++thread) {
      ASSERT_THAT(of_thread[thread], SizeIs(90));
      const int tag = of_thread[thread][0].tag;
      for (std::size_t i = 0; i < 90; i += 3) {
        EXPECT_EQ(of_thread[thread][i].tag, tag);
        EXPECT_EQ(of_thread[thread][i + 1].matches.at(0).tag, tag);
        EXPECT_EQ(of_thread[thread][i + 2].matches.at(0).request, of_thread[thread][i].requests.at(0));
      }
    }
    EXPECT_GE(of_thread[1][0].cpu_nanoseconds, 30'000'000);  // since the thread began
  }
}

TEST(TraceLibrary, AKilledRankLosesTheLastBlockAlone) {
  const TracedRun run = RunScene(2, "kill");
  EXPECT_NE(run.exit_code, 0);
  ASSERT_THAT(run.ranks, SizeIs(2)) << run.output;
  const RankTrace& killed = run.ranks[1];
  EXPECT_FALSE(killed.complete);
  EXPECT_EQ(killed.damage, "");
  ASSERT_GT(killed.events.size(), 1000u);
  EXPECT_LT(killed.events.size(), 4002u);
  for (std::size_t i = 1; i < killed.events.size(); ++i) {
    ASSERT_EQ(killed.events[i].bytes, static_cast<std::int64_t>((i - 1) % 4096));
  }
}

TEST(TraceLibrary, AbortIsWritten) {
  const TracedRun run = RunScene(2, "abort");
  EXPECT_NE(run.exit_code, 0);
  ASSERT_THAT(run.ranks, SizeIs(2)) << run.output;
  EXPECT_THAT(run.ranks[0].events, SizeIs(6));
  EXPECT_EQ(run.ranks[0].events.back().call, kAbort);
  EXPECT_FALSE(run.ranks[0].complete);
}

TEST(TraceLibrary, AProgramThatJustLeavesIsWritten) {
  const TracedRun run = RunScene(1, "leave");
  ASSERT_THAT(run.ranks, SizeIs(1)) << run.output;
  EXPECT_THAT(run.ranks[0].events, SizeIs(4));
  EXPECT_FALSE(run.ranks[0].complete);
}

// The program ends well, the file is whole up to where the disk was full, and somebody says so.
TEST(TraceLibrary, AFullDiskDoesNotEndTheProgram) {
  const TracedRun run = RunScene(2, "full-disk");
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("rank-00001.mpitrace: cannot be written: File too large"));
  ASSERT_THAT(run.ranks, SizeIs(2));
  for (const RankTrace& trace : run.ranks) {
    EXPECT_EQ(trace.damage, "");
    EXPECT_FALSE(trace.complete);
    EXPECT_GT(trace.events.size(), 500u);
  }
}

TEST(TraceLibrary, AForkedChildWritesNothing) {
  const TracedRun run = RunScene(1, "fork");
  ASSERT_EQ(run.exit_code, 0) << run.output;
  ASSERT_THAT(run.ranks, SizeIs(1));
  EXPECT_THAT(run.ranks[0].events, SizeIs(8));
  EXPECT_EQ(run.ranks[0].damage, "");
  EXPECT_TRUE(run.ranks[0].complete);
}

TEST(TraceLibrary, UnwritableTraceEndsTheProgramAtOnce) {
  const TracedRun folder = RunScene(2, "cancel", "MPIGAUGE_TRACE=/dev/null/x");
  EXPECT_NE(folder.exit_code, 0);
  EXPECT_THAT(folder.output, HasSubstr("libmpigauge_trace: /dev/null/x: cannot be made"));
  const TracedRun clock = RunScene(2, "cancel", "MPIGAUGE_TRACE_CPU=sundial");
  EXPECT_NE(clock.exit_code, 0);
  EXPECT_THAT(clock.output, HasSubstr("MPIGAUGE_TRACE_CPU: 'sundial' is not known (thread, off)"));
}

}  // namespace
}  // namespace mpigauge
