#include <algorithm>
#include <set>
#include <stdexcept>

#include "harness/state/visit_testing.h"

namespace mpigauge {
namespace {

using testing::DoubleEq;
using testing::Each;
using testing::Ge;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

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

// The last rank takes 200 us, the others nearly nothing: each rank's own durations are those of its own part.
TEST_F(VisitTest, EachRanksOwnDurationsAreItsOwn) {
  Case c(
      "slow_rank", +[](State& state) {
        for (auto _ : state) {
          if (state.rank() == state.size() - 1) SpinFor(200'000);
        }
      });
  engine_.per_rank = true;
  const SeriesRecord visit = Run(c.Collective());
  if (!control_.root()) return;
  const auto& ranks = visit.passes.at(0).rank_seconds;
  ASSERT_EQ(ranks.size(), static_cast<std::size_t>(control_.size()));
  for (std::size_t i = 0; i < visit.LocalTimes().size(); ++i) {
    double longest = 0;
    for (const std::vector<double>& durations : ranks) longest = std::max(longest, durations.at(i));
    EXPECT_DOUBLE_EQ(longest, visit.LocalTimes()[i]);
    EXPECT_GE(ranks.back()[i], 200e-6);
  }
  if (control_.size() == 1 || shares_processors()) return;
  EXPECT_LT(*std::min_element(ranks[0].begin(), ranks[0].end()), 200e-6);
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
      EXPECT_EQ(visit.fault->kind, FaultKind::kNoValidObservation) << name << visit.fault->message;
      continue;
    }
    EXPECT_THAT(visit.Observations(), Not(IsEmpty())) << name;  // windows may find few on a machine that is busy
    EXPECT_THAT(visit.LocalTimes(), Each(Ge(200e-6))) << name;
    EXPECT_THAT(visit.Observations(), Each(Ge(200e-6))) << name;
  }
}

// A stage of several observations, without a word between the ranks, ends where there are as many as were asked for.
TEST_F(VisitTest, ThereAreNeverMoreObservationsThanTheMost) {
  Case c(
      "spin", +[](State& state) {
        for (auto _ : state) SpinFor(1'000);
      });
  c.Collective();
  for (const char* name : {"none", "mpiperf-window", "skampi-window"}) {
    for (const char* rule : {"budget", "fixed"}) {
      for (const std::int64_t most : {1L, 10L, 21L}) {
        const auto synchronizer = MakeSynchronizer(name, control_, clock_, communicator_, shares_processors());
        const Engine engine{control_, clock_, *synchronizer, communicator_, phase_};
        plan_.loop = name == std::string("none");
        plan_.loop_target_ns = 5'000;
        plan_.stopping = {most, most, 0, rule};
        series_ = {};
        series_.benchmark_case = &c;
        const SeriesRecord visit = RunVisit(engine, plan_, series_);
        if (!control_.root()) continue;
        const auto count = static_cast<std::int64_t>(visit.Observations().size());
        EXPECT_LE(count, most) << name << " " << rule;
        if (plan_.loop) {
          EXPECT_EQ(count, most) << rule;
        }
      }
    }
  }
}

// At most eight are kept: whenever there are more, every second one is dropped, of those to come as well. Of a hundred
// every sixteenth is left. Each has its number as its time; three operations come before the first one.
TEST_F(VisitTest, KeptObservationsAreEquallyFarApart) {
  Case c(
      "numbered", +[](State& state) {
        std::int64_t turn = 0;
        for (auto _ : state) state.TakePart(turn++);
      });
  c.Local()->Parts();
  const auto synchronizer = MakeSynchronizer("none", control_, clock_, communicator_, shares_processors());
  const Engine engine{control_, clock_, *synchronizer, communicator_, phase_};
  plan_.most_kept = 8;
  plan_.stopping = {100, 100, 0};
  series_ = {};
  series_.benchmark_case = &c;
  const SeriesRecord visit = RunVisit(engine, plan_, series_);
  if (!control_.root()) return;
  ASSERT_FALSE(visit.fault.has_value());
  std::vector<double> expected;
  for (int i = 0; i < 100; i += 16) expected.push_back(1e-9 * (i + 3));
  EXPECT_THAT(visit.Observations(), testing::Pointwise(DoubleEq(), expected));
}

// [KU5]: the launches of MPIPerf's stage 0 are neither observations nor counted as incorrect ones. Every launch here is
// correct or not, so that all that there are is a whole number of stages of k = 8.
TEST_F(VisitTest, MpiperfsFirstStageCountsForNothing) {
  static int operations;
  Case c(
      "counted", +[](State& state) {
        for (auto _ : state) {
          ++operations;
          SpinFor(1'000);
        }
      });
  c.Collective();
  WindowSettings window;
  window.first_launches = 5;
  const auto synchronizer =
      MakeSynchronizer("mpiperf-window", control_, clock_, communicator_, shares_processors(), window);
  const Engine engine{control_, clock_, *synchronizer, communicator_, phase_};
  plan_.warm_up = 3;
  plan_.stopping = {1, 1000, 1'000'000'000, "mpiperf-1"};
  series_ = {};
  series_.benchmark_case = &c;
  operations = 0;
  const SeriesRecord visit = RunVisit(engine, plan_, series_);
  if (!control_.root()) return;
  const auto all = static_cast<std::int64_t>(visit.Observations().size()) + visit.Late();
  EXPECT_EQ(all % window.launches, 0) << all;
  EXPECT_EQ(operations, 2 + 3 + window.first_launches + all);
}

// A quarter of the parts is much longer, as if the processor had been taken away; the rest of the operation does not
// count, but is what the length of the loop is found by.
TEST_F(VisitTest, MiddleHalfOfPartsCounts) {
  Case c(
      "part", +[](State& state) {
        int turn = 0;
        for (auto _ : state) {
          SpinFor(20'000);
          if (state.rank() == state.size() - 1) state.TakePart(turn++ % 4 == 0 ? 1'000'000 : 100);
        }
      });
  c.Local()->Parts();
  plan_.loop = true;
  plan_.loop_target_ns = 200'000;
  const SeriesRecord visit = Run(&c);
  EXPECT_LE(series_.operations, 16);
  if (!control_.root()) return;
  ASSERT_FALSE(visit.fault.has_value());
  EXPECT_EQ(visit.method.mode, "part");
  EXPECT_EQ(visit.bytes_per_operation, 0);
  if (series_.operations < 4) GTEST_SKIP() << "the machine was so slow that a loop has no quarters";
  EXPECT_THAT(visit.Observations(), Each(DoubleEq(1e-7)));
  EXPECT_THAT(visit.LocalTimes(), Each(DoubleEq(1e-7)));
}

TEST_F(VisitTest, APartIsTheMeanOfWholeNanoseconds) {
  Case c(
      "part", +[](State& state) {
        int turn = 0;
        for (auto _ : state) {
          SpinFor(20'000);
          state.TakePart(turn++ % 2 == 0 ? 100 : 101);
        }
      });
  c.Local()->Parts();
  plan_.loop = true;
  plan_.loop_target_ns = 200'000;
  const SeriesRecord visit = Run(&c);
  if (!control_.root() || series_.operations < 4) return;
  EXPECT_THAT(visit.Observations(), Each(DoubleEq(100.5e-9)));
}

TEST_F(VisitTest, ThePairIsTheOneOfItsDistance) {
  Case c(
      "pair", +[](State& state) {
        const auto distance = static_cast<int>(state.Parameter("distance"));
        if (state.pair() != (Pair{distance, distance + 1})) state.SkipWithError("is " + state.pair().Text());
        for (auto _ : state) {
        }
      });
  c.Local()->Distances();
  engine_.pairs = {Pair{0, 1}, Pair{1, 2}, std::nullopt};
  for (const std::int64_t distance : {0, 1}) {
    const SeriesRecord visit = Run(&c, {{"distance", distance}});
    EXPECT_FALSE(visit.fault.has_value()) << visit.fault->message;
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

TEST_F(VisitTest, SlowestRankReportsACaseThatRunsOnce) {
  Case c(
      "once", +[](State& state) { state.Report(1e-3 * (1 + state.rank())); });
  const SeriesRecord visit = Run(c.Once());
  ASSERT_FALSE(visit.fault.has_value());
  if (!control_.root()) return;
  EXPECT_EQ(visit.method.mode, "once");
  EXPECT_THAT(visit.Observations(), testing::ElementsAre(testing::DoubleEq(1e-3 * control_.size())));
}

TEST_F(VisitTest, CaseThatReportsNoTimeIsAFault) {
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
