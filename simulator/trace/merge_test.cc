#include "simulator/trace/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "simulator/trace/read_traces.h"
#include "simulator/trace/testing.h"
#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TraceSet Computing(const std::string& path, std::int64_t first, std::int64_t second) {
  TraceSet traces = TracesOf({{After(first, SendTo(0, 8)), After(second, ReceiveFrom(0))}});
  traces.path = path;
  return traces;
}

std::vector<std::int64_t> Bursts(const TraceSet& traces, std::size_t rank = 0) {
  std::vector<std::int64_t> bursts;
  for (const TraceEvent& event : traces.ranks[rank].events) bursts.push_back(event.cpu_nanoseconds);
  return bursts;
}

std::string ErrorOf(const std::vector<TraceSet>& all) {
  return mpigauge::UsageErrorOf([&] { Merge(all); });
}

TEST(Merge, TakesTheMinimumOrTheMedianOfEachBurst) {
  const std::vector all = {Computing("a", 100, 50), Computing("b", 90, 80), Computing("c", 300, 20)};
  const Merged least = Merge(all, MergeEstimator::kMinimum);
  EXPECT_THAT(Bursts(least.traces), ElementsAre(0, 90, 20, 0));
  EXPECT_THAT(Bursts(Merge(all, MergeEstimator::kMedian).traces), ElementsAre(0, 100, 50, 0));
  EXPECT_THAT(least.computed_seconds, ElementsAre(150e-9, 170e-9, 320e-9));
  EXPECT_DOUBLE_EQ(least.merged_seconds, 110e-9);
  EXPECT_DOUBLE_EQ(least.spread, (210 + 60) / 150.0);
  EXPECT_THAT(least.notes, IsEmpty());
}

TEST(Merge, ChoosesByTheWallClockAndTheTotals) {
  EXPECT_EQ(Merge({Computing("a", 1000, 0), Computing("b", 1020, 0)}).estimator, MergeEstimator::kMedian);
  EXPECT_EQ(Merge({Computing("a", 1000, 0), Computing("b", 1200, 0)}).estimator, MergeEstimator::kMinimum);
  TraceSet waited = Computing("b", 1020, 0);
  waited.ranks[0].events[1].before_nanoseconds = 5000;
  const Merged merged = Merge({Computing("a", 1000, 0), waited});
  EXPECT_EQ(merged.estimator, MergeEstimator::kMinimum);
  EXPECT_THAT(merged.reason, HasSubstr("2.97 times as long on the wall clock"));
}

TEST(Merge, TracesThatPolledDifferentlyOftenFitTogether) {
  const auto polls = [](int times) {
    std::vector<TraceEvent> calls = {StartReceive(1, 0), SendTo(0, 8)};
    for (int i = 0; i < times; ++i) calls.push_back(After(i == 0 ? 70 : 300, Completing(TraceCall::kTest, {1}, {})));
    calls.push_back(After(400, Completing(TraceCall::kTest, {1}, {Received(1, 0)})));
    return TracesOf({calls});
  };
  const Merged merged = Merge({polls(1), polls(5)}, MergeEstimator::kMedian);
  EXPECT_THAT(Bursts(merged.traces), ElementsAre(0, 0, 0, 70, 0));
}

TEST(Merge, OtherCallsAreNamed) {
  TraceSet other = TracesOf({{After(5, SendTo(0, 8)), SendTo(0, 8)}});
  other.path = "b";
  EXPECT_THAT(ErrorOf({Computing("a", 1, 1), other}),
              HasSubstr("b: rank 0, call 3 (MPI_Send) differs from a, call 3 (MPI_Recv);"));
  other = TracesOf({{SendTo(0, 16), ReceiveFrom(0)}});
  EXPECT_THAT(ErrorOf({Computing("a", 1, 1), other}),
              HasSubstr("call 2 (MPI_Send) differs from a, call 2 (MPI_Send) in its arguments"));
  other = TracesOf({{SendTo(0, 8), ReceiveFrom(0)}});
  other.ranks[0].events.push_back(SendTo(0, 8));
  EXPECT_THAT(ErrorOf({Computing("a", 1, 1), other}), HasSubstr("rank 0 makes 5 calls, but in a it makes 4"));
  EXPECT_THAT(ErrorOf({Computing("a", 1, 1), TracesOf({{}, {}})}), HasSubstr("has 2 ranks, but a has 1"));
  EXPECT_THAT(ErrorOf({Computing("a", 1, 1)}), HasSubstr("at least two"));
}

TEST(Merge, SourcesOfTheFirstTracesAreTaken) {
  const auto receives = [](int source) { return TracesOf({{ReceiveAny(source, 0)}, {SendTo(0, 8)}, {SendTo(0, 8)}}); };
  const Merged merged = Merge({receives(1), receives(2)});
  EXPECT_EQ(merged.traces.ranks[0].events[1].matches[0].source, 1);
  EXPECT_THAT(merged.notes, ElementsAre(HasSubstr("in 1 calls")));
}

TEST(WriteTraces, WrittenTracesAreReadAgainAndNotOverwritten) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "written";
  std::filesystem::remove_all(folder);
  const Merged merged = Merge({Computing("a", 100, 50), Computing("b", 90, 80)}, MergeEstimator::kMinimum);
  WriteTraces(merged.traces, folder);
  const TraceSet read = ReadTraces(folder);
  EXPECT_EQ(read.ranks[0].events, merged.traces.ranks[0].events);
  EXPECT_EQ(read.ranks[0].header.run_id, "run-merged-2");
  EXPECT_THROW(WriteTraces(merged.traces, folder), Error);
}

}  // namespace
}  // namespace mpigauge
