#include "harness/state/visit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <thread>

#include "harness/clock/clock_sync.h"
#include "harness/state/buffers.h"
#include "harness/sync/make.h"
#include "harness/sync/round_time.h"

namespace mpigauge {
namespace {

using testing::Each;
using testing::Ge;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

void SpinFor(std::int64_t ns) {
  const Timer timer;
  const std::int64_t end = timer.Now() + ns;
  while (timer.Now() < end) {
  }
}

class VisitTest : public testing::Test {
 protected:
  // Runs a visit of `function` and returns what rank 0 got. `ranks` share processors in these tests.
  SeriesRecord Run(Case* benchmark_case, const Parameters& parameters = {{"bytes", 64}}) {
    series_ = {};
    series_.benchmark_case = benchmark_case;
    series_.parameters = parameters;
    ++plan_.ordinal;
    return RunVisit(engine_, plan_, series_);
  }

  VisitPlan QuickPlan() {
    VisitPlan plan;
    plan.warm_up = 1;
    plan.stopping = {5, 5, 0};
    return plan;
  }

  bool shares_processors() const { return control_.size() > static_cast<int>(std::thread::hardware_concurrency()); }

  Control control_{MPI_COMM_WORLD};
  MPI_Comm communicator_ = [] {
    MPI_Comm duplicate;
    MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
    return duplicate;
  }();
  GlobalClock clock_ = Synchronize(control_, Timer(), ClockIdentity());
  RoundTime synchronizer_{clock_, shares_processors()};
  std::atomic<const char*> phase_{"test"};
  Engine engine_{control_, clock_, synchronizer_, communicator_, phase_};
  VisitPlan plan_ = QuickPlan();
  Series series_;
};

void AllreduceSum(State& state) {
  Buffers<float> buffers(state);
  state.CheckData([&] {
    return buffers.FirstWrong([&](std::int64_t i) {
      float sum = 0;
      for (int rank = 0; rank < state.size(); ++rank) sum += buffers.Sent(rank, i);
      return sum;
    });
  });
  for (auto _ : state) {
    MPI_Allreduce(buffers.send(), buffers.recv(), buffers.count(), MPI_FLOAT, MPI_SUM, state.comm());
  }
}

TEST_F(VisitTest, ACollectiveGivesVerifiedObservations) {
  Case c("allreduce", AllreduceSum);
  const SeriesRecord visit = Run(c.Collective());
  EXPECT_FALSE(series_.faulty);
  if (!control_.root()) return;
  ASSERT_FALSE(visit.fault.has_value());
  EXPECT_TRUE(visit.verified);
  ASSERT_EQ(visit.passes.size(), 1u);
  EXPECT_EQ(visit.passes[0].observations_seconds.size(), 5u);
  EXPECT_GT(visit.first_call_seconds, 0);
  EXPECT_GT(visit.summary.minimum, 0);
}

// One rank takes 200 us longer: the time of the operation is at least that, on every rank's count.
TEST_F(VisitTest, TheSlowestRankIsTheTimeOfTheOperation) {
  Case c(
      "slow_rank", +[](State& state) {
        for (auto _ : state) {
          if (state.rank() == state.size() - 1) SpinFor(200'000);
        }
      });
  const SeriesRecord visit = Run(c.Collective());
  if (!control_.root()) return;
  EXPECT_THAT(visit.Observations(), Each(Ge(200e-6)));
  EXPECT_THAT(visit.LocalTimes(), Each(Ge(200e-6)));
}

// Whatever lines the ranks up: the slow rank is seen whole, or it is said that nothing valid was seen.
TEST_F(VisitTest, EverySynchronizerSeesTheSlowestRank) {
  Case c(
      "slow_rank", +[](State& state) {
        for (auto _ : state) {
          if (state.rank() == state.size() - 1) SpinFor(200'000);
        }
      });
  c.Collective();
  plan_.stopping = {20, 20, 0};
  for (const std::string& name : SynchronizerNames()) {
    const auto synchronizer = MakeSynchronizer(name, control_, clock_, communicator_, shares_processors());
    const Engine engine{control_, clock_, *synchronizer, communicator_, phase_};
    series_ = {};
    series_.benchmark_case = &c;
    const SeriesRecord visit = RunVisit(engine, plan_, series_);
    if (!control_.root()) continue;
    EXPECT_EQ(visit.method.synchronizer, name);
    if (visit.fault) {
      EXPECT_EQ(visit.fault->kind, "no-valid-observation") << name << visit.fault->message;
      continue;
    }
    EXPECT_THAT(visit.Observations(), Not(IsEmpty())) << name;  // windows may find few on a machine that is busy
    EXPECT_THAT(visit.LocalTimes(), Each(Ge(200e-6))) << name;
    EXPECT_THAT(visit.Observations(), Each(Ge(200e-6))) << name;
  }
}

TEST_F(VisitTest, LoopsDivideByOperationsAndMessages) {
  Case c(
      "spin", +[](State& state) {
        for (auto _ : state) SpinFor(20'000);
      });
  c.RoundTrip();
  plan_.loop = true;
  plan_.loop_target_ns = 50'000;
  const SeriesRecord visit = Run(&c);
  EXPECT_GE(series_.operations, 2);
  if (!control_.root()) return;
  EXPECT_THAT(visit.Observations(), Each(Ge(10e-6)));  // half of 20 us: there and back
}

TEST_F(VisitTest, AnErrorBeforeTheLoopOnOneRankEndsTheSeriesOnAll) {
  Case c(
      "early", +[](State& state) {
        if (state.rank() == state.size() - 1) return state.SkipWithError("no memory");
        for (auto _ : state) MPI_Barrier(state.comm());
      });
  const SeriesRecord visit = Run(c.Collective());
  EXPECT_TRUE(series_.faulty);
  ASSERT_TRUE(visit.fault.has_value());
  EXPECT_EQ(visit.fault->rank, control_.size() - 1);
  EXPECT_EQ(visit.fault->message, "no memory");
}

TEST_F(VisitTest, AnErrorInsideTheLoopEndsTheSeriesOnAll) {
  Case c(
      "inside", +[](State& state) {
        int turn = 0;
        for (auto _ : state) {
          MPI_Barrier(state.comm());
          if (++turn == 4 && state.rank() == 0) state.SkipWithError("turn 4");
        }
      });
  const SeriesRecord visit = Run(c.Collective());
  ASSERT_TRUE(visit.fault.has_value());
  EXPECT_EQ(visit.fault->rank, 0);
  EXPECT_EQ(visit.fault->message, "turn 4");
}

TEST_F(VisitTest, AnExceptionOnOneRankEndsTheSeriesOnAll) {
  Case c(
      "throws", +[](State& state) {
        if (state.rank() == 0) throw std::runtime_error("thrown");
        for (auto _ : state) MPI_Barrier(state.comm());
      });
  EXPECT_EQ(Run(c.Collective()).fault->message, "thrown");
}

TEST_F(VisitTest, LeavingTheLoopEarlyIsNamed) {
  Case c(
      "breaks", +[](State& state) {
        int turn = 0;
        for (auto _ : state) {
          MPI_Barrier(state.comm());
          if (++turn == 3 && state.rank() == state.size() - 1) break;
        }
      });
  EXPECT_THAT(Run(c.Collective()).fault->message, HasSubstr("left the loop before it ended"));
}

// Among the observations that are kept the ranks have different numbers of them then.
template <int kFromTheEnd>
void BreaksWhileKept(State& state) {
  int turn = 0;
  for (auto _ : state) {
    MPI_Barrier(state.comm());
    if (++turn == 6 && state.rank() == (kFromTheEnd == 0 ? state.size() - 1 : 0)) break;
  }
}

TEST_F(VisitTest, LeavingTheLoopAmongKeptObservationsIsNamedWhicheverRankItIs) {
  for (const Case::Function function : {BreaksWhileKept<0>, BreaksWhileKept<1>}) {
    Case c("breaks", function);
    const SeriesRecord visit = Run(c.Collective());
    ASSERT_TRUE(visit.fault.has_value());
    EXPECT_THAT(visit.fault->message, HasSubstr("left the loop before it ended"));
    EXPECT_TRUE(visit.passes.empty());
  }
}

TEST_F(VisitTest, NeverEnteringTheLoopIsNamed) {
  Case c(
      "empty", +[](State&) {});
  EXPECT_THAT(Run(c.Collective()).fault->message, HasSubstr("left the loop before it ended"));
}

TEST_F(VisitTest, AnErrorOfTheLibraryEndsTheSeriesWithItsText) {
  Case c(
      "mpi_error", +[](State& state) {
        char byte = 0;
        for (auto _ : state) MPI_Send(&byte, 1, MPI_CHAR, state.size() + 5, 0, state.comm());
      });
  const SeriesRecord visit = Run(c.Exchange());
  ASSERT_TRUE(visit.fault.has_value());
  EXPECT_THAT(visit.fault->message, HasSubstr("rank"));
}

TEST_F(VisitTest, WrongDataAreNamedWithTheFirstWrongElement) {
  Case c(
      "wrong", +[](State& state) {
        Buffers<int> buffers(state);
        state.CheckData(
            [&] { return buffers.FirstWrong([&](std::int64_t i) { return PatternValue<int>(state.rank(), i); }); });
        for (auto _ : state) {
          int* received = buffers.recv();
          std::copy_n(buffers.send(), buffers.count(), received);
          if (state.rank() == 0) received[3] += 1;
        }
      });
  const SeriesRecord visit = Run(c.Collective());
  ASSERT_TRUE(visit.fault.has_value());
  EXPECT_EQ(visit.fault->kind, "wrong-data");
  EXPECT_EQ(visit.fault->message, "element 3 is 4, should be 3");
}

// In every third operation nothing arrives: only who looks at each of them sees it, and only because what was looked
// at is cleared.
TEST_F(VisitTest, WhatIsMissingOnceIsSeenByWhoLooksAtEveryOperation) {
  Case c(
      "forgets", +[](State& state) {
        Buffers<int> buffers(state);
        state.CheckData(
            [&] { return buffers.FirstWrong([&](std::int64_t i) { return PatternValue<int>(state.rank(), i); }); });
        int turn = 0;
        for (auto _ : state) {
          int* received = buffers.recv();
          if (++turn != 3) std::copy_n(buffers.send(), buffers.count(), received);
        }
      });
  for (const auto& [mode, caught] :
       {std::pair(VerifyMode::kOff, false), std::pair(VerifyMode::kSample, false), std::pair(VerifyMode::kAll, true)}) {
    engine_.verify = mode;
    const SeriesRecord visit = Run(c.Collective());
    ASSERT_EQ(visit.fault.has_value(), caught);
    EXPECT_EQ(visit.fault.value_or(Fault{"none", 0, ""}).kind, caught ? "wrong-data" : "none");
    if (control_.root()) {
      EXPECT_EQ(visit.verified, mode != VerifyMode::kOff);
    }
  }
}

TEST_F(VisitTest, RightDataAreRightHoweverOftenOneLooks) {
  Case c("allreduce", AllreduceSum);
  for (const VerifyMode mode : {VerifyMode::kSample, VerifyMode::kAll}) {
    engine_.verify = mode;
    const SeriesRecord visit = Run(c.Collective());
    EXPECT_FALSE(visit.fault.has_value()) << (visit.fault ? visit.fault->message : "");
  }
}

TEST_F(VisitTest, CountersAreTheLargestOverTheRanks) {
  Case c(
      "counts", +[](State& state) {
        state.Counter("rank", state.rank());
        state.Counter("negative", -1.5 - state.rank());
        for (auto _ : state) SpinFor(1000);
        state.Counter("own_seconds", state.MedianOwnSeconds());
      });
  const SeriesRecord visit = Run(c.Collective());
  if (!control_.root()) return;
  ASSERT_EQ(visit.passes.size(), 1u);
  EXPECT_EQ(visit.passes[0].counters.at("rank"), control_.size() - 1);
  EXPECT_EQ(visit.passes[0].counters.at("negative"), -1.5);
  EXPECT_GE(visit.passes[0].counters.at("own_seconds"), 1e-6);
  EXPECT_EQ(visit.Counters().at("rank"), control_.size() - 1);
}

// Checks may communicate: they are called when all ranks have ended the operation. Data that the others write are there
// then, and a rank that met an error keeps nobody waiting.
TEST_F(VisitTest, ChecksMayCommunicate) {
  Case good(
      "good", +[](State& state) {
        state.CheckData([&]() -> std::optional<std::string> {
          MPI_Barrier(state.comm());
          return std::nullopt;
        });
        for (auto _ : state) SpinFor(1000);
      });
  Case bad(
      "bad", +[](State& state) {
        state.CheckData([&]() -> std::optional<std::string> {
          MPI_Barrier(state.comm());
          return std::nullopt;
        });
        int turn = 0;
        for (auto _ : state) {
          if (++turn == 3 && state.rank() == 0) state.SkipWithError("on purpose");
        }
      });
  Case breaks(
      "breaks", +[](State& state) {
        state.CheckData([&]() -> std::optional<std::string> {
          MPI_Barrier(state.comm());
          return std::nullopt;
        });
        int turn = 0;
        for (auto _ : state) {
          if (++turn == 3 && state.rank() == 0) break;
        }
      });
  engine_.verify = VerifyMode::kAll;
  const SeriesRecord visit = Run(good.Collective());
  EXPECT_FALSE(visit.fault.has_value());
  if (control_.root()) {
    EXPECT_TRUE(visit.verified);
  }
  EXPECT_EQ(Run(bad.Collective()).fault.value().message, "on purpose");
  EXPECT_THAT(Run(breaks.Collective()).fault.value().message, HasSubstr("left the loop"));
}

TEST_F(VisitTest, EveryOperationIsCheckedOnce) {
  Case c("allreduce", AllreduceSum);
  engine_.verify = VerifyMode::kAll;
  const SeriesRecord visit = Run(c.Collective());
  EXPECT_FALSE(visit.fault.has_value()) << visit.fault.value_or(Fault{}).message;
  if (control_.root()) {
    EXPECT_TRUE(visit.verified);
  }
}

TEST_F(VisitTest, WhatHappensOnceIsReportedByTheSlowestRank) {
  Case c(
      "once", +[](State& state) { state.Report(1e-3 * (1 + state.rank())); });
  const SeriesRecord visit = Run(c.Once());
  ASSERT_FALSE(visit.fault.has_value());
  if (!control_.root()) return;
  EXPECT_EQ(visit.method.mode, "once");
  EXPECT_THAT(visit.Observations(), testing::ElementsAre(testing::DoubleEq(1e-3 * control_.size())));
}

TEST_F(VisitTest, WhatReportsNothingIsNamed) {
  Case silent(
      "silent", +[](State&) {});
  EXPECT_EQ(Run(silent.Once()).fault.value().message, "reported no time");
  Case throws(
      "throws", +[](State& state) {
        if (state.rank() == 0) throw std::runtime_error("on purpose");
        state.Report(1);
      });
  EXPECT_EQ(Run(throws.Once()).fault.value().message, "on purpose");
}

TEST_F(VisitTest, DataAreVerifiedWhereverTheBuffersLie) {
  Case c("allreduce", AllreduceSum);
  for (const BufferMode mode : {BufferMode::kReused, BufferMode::kRotating, BufferMode::kFresh}) {
    for (const std::int64_t alignment : {0, 64}) {
      for (const std::int64_t bytes : {0, 8, 5000}) {
        engine_.buffers = {mode, alignment, 1 << 20};
        const SeriesRecord visit = Run(c.Collective(), {{"bytes", bytes}});
        EXPECT_FALSE(visit.fault.has_value()) << (visit.fault ? visit.fault->message : "");
        EXPECT_EQ(visit.method.buffers, engine_.buffers.Text());
      }
    }
  }
}

// The pages of fresh buffers are few, their addresses many; rotating ones come back only after the whole area.
TEST_F(VisitTest, SuccessiveOperationsHaveThePlacesThatWereAskedFor) {
  static std::set<const void*> seen;
  static int operations;
  Case c(
      "places", +[](State& state) {
        Buffers<char> buffers(state);
        seen.clear();
        operations = 0;
        for (auto _ : state) {
          seen.insert(buffers.send());
          ++operations;
        }
      });
  plan_.stopping = {100, 100, 1'000'000'000};  // the more time, the more patience; a hundred are always enough
  const auto places = [&](BufferMode mode) {
    engine_.buffers = {mode, 0, 1 << 20};
    Run(c.Collective());
    EXPECT_GE(operations, 100);
    return static_cast<int>(seen.size());
  };
  EXPECT_EQ(places(BufferMode::kReused), 1);
  const int rotating = places(BufferMode::kRotating);
  EXPECT_EQ(rotating, operations);
  const int fresh = places(BufferMode::kFresh);
  EXPECT_EQ(fresh, std::min(operations, 256));
}

TEST_F(VisitTest, TheSuiteGoesOnAfterAFault) {
  Case bad(
      "bad", +[](State&) {});
  Case good("allreduce", AllreduceSum);
  Run(bad.Collective());
  EXPECT_FALSE(Run(good.Collective()).fault.has_value());
}

TEST_F(VisitTest, AnUnknownParameterIsNamed) {
  Case c(
      "unknown", +[](State& state) { state.Parameter("speed"); });
  EXPECT_THAT(Run(c.Collective()).fault->message, HasSubstr("no parameter 'speed'"));
}

}  // namespace
}  // namespace mpigauge
