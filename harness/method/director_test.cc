#include "harness/method/director.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <vector>

namespace mpigauge {
namespace {

using testing::ElementsAre;

struct Visit {
  std::vector<Batch> batches;
  std::vector<std::int64_t> operations;
  std::int64_t elapsed_ns = 0;
};

// Plays a whole visit: `duration_ns(batch number, operations)` is how long the batch takes.
Visit Play(Director& director, const std::function<Report(std::size_t, const Command&)>& run) {
  Visit visit;
  for (Command command = director.First(0); command.batch != Batch::kStop;) {
    const Report report = run(visit.batches.size(), command);
    visit.batches.push_back(command.batch);
    visit.operations.push_back(command.operations);
    visit.elapsed_ns += report.duration_ns;
    command = director.Next(report, visit.elapsed_ns);
    if (visit.batches.size() > 100000) break;
  }
  return visit;
}

Report Lasts(std::int64_t ns) { return {0, 0, ns}; }

TEST(Director, FirstVisitTimesTheFirstTwoCallsAndWarmsUp) {
  VisitPlan plan;
  plan.warm_up = 1;
  plan.stopping = {2, 2, 0};
  Director director(plan);
  const Visit visit = Play(director, [](std::size_t i, const Command&) { return Lasts(i == 0 ? 900 : 100); });
  EXPECT_THAT(visit.batches,
              ElementsAre(Batch::kFirstCall, Batch::kSecondCall, Batch::kWarmUp, Batch::kKeep, Batch::kKeep));
  EXPECT_EQ(director.first_call_ns(), 900);
  EXPECT_EQ(director.second_call_ns(), 100);
  EXPECT_EQ(director.kept(), 2);
}

TEST(Director, LaterVisitsGoStraightOnWithTheKnownSize) {
  VisitPlan plan;
  plan.first_visit = false;
  plan.loop = true;
  plan.operations = 64;
  plan.warm_up = 1;
  plan.stopping = {1, 1, 0};
  Director director(plan);
  const Visit visit = Play(director, [](std::size_t, const Command&) { return Lasts(40'000); });
  EXPECT_THAT(visit.batches, ElementsAre(Batch::kWarmUp, Batch::kKeep));
  EXPECT_THAT(visit.operations, ElementsAre(64, 64));
}

TEST(Director, LoopsAreMadeLongEnoughForTheClock) {
  VisitPlan plan;
  plan.loop = true;
  plan.loop_target_ns = 50'000;
  Director director(plan);
  Play(director, [](std::size_t, const Command& command) { return Lasts(300 * command.operations); });
  EXPECT_EQ(director.operations(), 256);  // 256 x 300 ns is the first power of two beyond 50 us
}

// Preempted batches must not end the search: the loop would be too short.
TEST(Director, TwoPreemptedBatchesDoNotEndTheSearchForTheSize) {
  for (const int preempted : {1, 2}) {
    VisitPlan plan;
    plan.loop = true;
    Director director(plan);
    int left = preempted;
    Play(director, [&](std::size_t, const Command& command) {
      const bool now = command.batch == Batch::kSizing && command.operations == 2 && left-- > 0;
      return Lasts(300 * command.operations + (now ? 4'000'000 : 0));
    });
    EXPECT_EQ(director.operations(), 256) << preempted;
  }
}

// A search ended at 1 operation of 1.4 us when a disturbance of milliseconds hit it, or at 4096 when the machine was
// forty times as fast then: the next visit finds the right size.
TEST(Director, ALaterVisitFindsTheSizeAnewWhereBatchesAreFarFromTheTarget) {
  struct Row {
    std::int64_t known, found;
  };
  for (const Row row : {Row{1, 64}, Row{4, 64}, Row{16, 16}, Row{64, 64}, Row{128, 128}, Row{256, 64}, Row{4096, 64}}) {
    VisitPlan plan;
    plan.first_visit = false;
    plan.loop = true;
    plan.operations = row.known;
    Director director(plan);
    // One batch of the warm-up is held up: what it took says nothing.
    const Visit visit = Play(director, [](std::size_t i, const Command& command) {
      return Lasts(1'400 * command.operations + (i == 1 ? 10'000'000 : 0));
    });
    EXPECT_EQ(director.operations(), row.found) << row.known;
    EXPECT_EQ(visit.operations.back(), row.found) << row.known;
  }
}

// A timer of 10 ns: what takes less than 20 ticks is measured in loops.
TEST(Director, AnOperationThatIsTooShortForTheTimerIsMeasuredInLoops) {
  VisitPlan plan;
  plan.short_operation_ns = 200;
  for (const std::int64_t ns : {30, 190, 200, 1000}) {
    Director director(plan);
    // The first call is slow, and so is one of the others.
    const Visit visit = Play(director, [&](std::size_t i, const Command& command) {
      return Lasts(ns * command.operations + (i == 0 || i == 2 ? 5'000 : 0));
    });
    EXPECT_EQ(director.loop(), ns < 200) << ns;
    if (ns < 200) {
      EXPECT_GE(director.operations() * ns, 50'000);
      EXPECT_LT(director.operations() * ns, 100'000);
    } else {
      EXPECT_EQ(director.operations(), 1);
    }
    EXPECT_EQ(visit.operations.back(), director.operations());
  }
}

// Whether it is measured in loops does not change within a launch: times in and out of loops cannot be mixed.
TEST(Director, ALaterVisitDoesNotBeginWithLoops) {
  VisitPlan plan;
  plan.first_visit = false;
  plan.short_operation_ns = 200;
  Director director(plan);
  Play(director, [](std::size_t, const Command&) { return Lasts(30); });
  EXPECT_FALSE(director.loop());
  EXPECT_EQ(director.operations(), 1);
}

TEST(Director, StopsAtTheMostObservations) {
  VisitPlan plan;
  plan.stopping = {5, 20, 1'000'000'000};
  Director director(plan);
  Play(director, [](std::size_t, const Command&) { return Lasts(10); });
  EXPECT_EQ(director.kept(), 20);
}

TEST(Director, StopsAtTheBudgetButNotBelowTheLeast) {
  VisitPlan plan;
  plan.stopping = {5, 100, 1000};
  Director slow(plan);
  Play(slow, [](std::size_t, const Command&) { return Lasts(5000); });
  EXPECT_EQ(slow.kept(), 5);
  Director fast(plan);
  Play(fast, [](std::size_t, const Command&) { return Lasts(100); });
  EXPECT_EQ(fast.kept(), 10);
}

TEST(Director, TheNamedRuleSeesSecondsOfAnOperation) {
  VisitPlan plan;
  plan.first_visit = false;
  plan.loop = true;
  plan.operations = 50;
  plan.stopping = {5, 1000, 1'000'000'000};
  plan.stopping.name = "least-time";
  plan.stopping.tick_seconds = 1e-6;
  plan.stopping.epsilon = 0.03;  // 33.3 us: seven batches of 5 us
  Director director(plan);
  Play(director, [](std::size_t, const Command&) { return Lasts(5000); });
  EXPECT_EQ(director.kept(), 7);
}

TEST(Director, AnUnknownRuleIsRefused) {
  VisitPlan plan;
  plan.stopping.name = "often";
  EXPECT_THROW(Director{plan}, std::runtime_error);
}

// The second visit of a series that is precise already is as short as it may be.
TEST(Director, ARuleOfTheSeriesIsCarriedFromVisitToVisit) {
  VisitPlan plan;
  plan.stopping = {5, 1000, 1'000'000'000};
  plan.stopping.name = "mpiperf-1";
  const auto rule = MakeStoppingRule(plan.stopping);
  plan.rule = rule.get();
  Director first(plan);
  Play(first, [](std::size_t, const Command&) { return Lasts(100); });
  EXPECT_EQ(first.kept(), 31);
  plan.first_visit = false;
  plan.stopping.least_observations = 3;
  Director second(plan);
  Play(second, [](std::size_t, const Command&) { return Lasts(100); });
  EXPECT_EQ(second.kept(), 3);
}

TEST(Director, LateObservationsDoNotCount) {
  VisitPlan plan;
  plan.stopping = {5, 10, 1'000'000'000};
  Director director(plan);
  Play(director, [](std::size_t i, const Command&) { return Report{i % 2 == 0, 0, 10}; });
  EXPECT_EQ(director.kept(), 10);
  EXPECT_GE(director.late(), 9);
}

TEST(Director, GivesUpWhereEveryStartIsLate) {
  VisitPlan plan;
  Director director(plan);
  const Visit visit = Play(director, [](std::size_t, const Command&) { return Report{1, 0, 10}; });
  EXPECT_EQ(director.kept(), 0);
  EXPECT_LT(visit.batches.size(), 1000u);
}

TEST(Director, GivesUpWhereTheMachineIsTooSlow) {
  VisitPlan plan;
  Director director(plan);
  Play(director, [](std::size_t i, const Command&) { return Report{i % 50 != 0, 0, 500'000'000}; });
  EXPECT_LT(director.kept(), 5);
}

TEST(Director, AFaultAnywhereEndsTheVisit) {
  for (const std::size_t at : {0u, 1u, 3u, 7u}) {
    Director director(VisitPlan{});
    const Visit visit = Play(director, [at](std::size_t i, const Command&) { return Report{0, i == at, 10}; });
    EXPECT_EQ(visit.batches.size(), at + 1);
  }
}

}  // namespace
}  // namespace mpigauge
