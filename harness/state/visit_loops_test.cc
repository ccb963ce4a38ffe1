// How many operations an observation has.
#include <algorithm>

#include "harness/state/visit_testing.h"

namespace mpigauge {
namespace {

using testing::Each;
using testing::Ge;

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

// A timer that counts 10 us. An operation of 20 us is two of them, and in loops it is 20 us again; one of 400 us is
// long enough.
TEST_F(VisitTest, OperationsTooShortForTheTimerAreMeasuredInLoops) {
  clock_.timer = Timer(InjectedError{.tick_ns = 10'000});
  plan_.short_operation_ns = 200'000;
  plan_.loop_target_ns = 1'000'000;
  plan_.stopping.tick_seconds = 1e-5;
  plan_.warm_up = 5;
  // Starts by this clock would all be late.
  const auto synchronizer = MakeSynchronizer("dissemination", control_, clock_, communicator_, shares_processors());
  const Engine engine{control_, clock_, *synchronizer, communicator_, phase_};
  Case brief(
      "brief", +[](State& state) {
        for (auto _ : state) SpinFor(20'000);
      });
  series_.benchmark_case = brief.Collective();
  const SeriesRecord visit = RunVisit(engine, plan_, series_);
  EXPECT_TRUE(series_.short_for_timer);
  if (!shares_processors()) {
    EXPECT_GE(series_.operations, 16);
  }
  if (control_.root()) {
    ASSERT_FALSE(visit.fault.has_value());
    EXPECT_EQ(visit.method.mode, "calls");
    ASSERT_EQ(visit.passes.size(), 1u);
    EXPECT_EQ(visit.passes[0].operations, series_.operations);
    EXPECT_EQ(visit.operations_per_observation, series_.operations);
    EXPECT_DOUBLE_EQ(visit.ResolutionSeconds(), 1e-5 / static_cast<double>(series_.operations));
    EXPECT_GE(visit.summary.minimum, 20e-6 - visit.ResolutionSeconds());
    EXPECT_LT(visit.summary.minimum, 20e-6 * std::max<double>(static_cast<double>(series_.operations) / 2, 50));
  }
  Case enough(
      "enough", +[](State& state) {
        for (auto _ : state) SpinFor(400'000);
      });
  series_ = {};
  series_.benchmark_case = enough.Collective();
  const SeriesRecord once = RunVisit(engine, plan_, series_);
  EXPECT_FALSE(series_.short_for_timer);
  EXPECT_EQ(series_.operations, 1);
  if (!control_.root()) return;
  EXPECT_EQ(once.method.mode, "call");
  EXPECT_DOUBLE_EQ(once.ResolutionSeconds(), 1e-5);
}

// A later visit finds the length of the loop anew, on all ranks alike, and the pass says how long it was.
TEST_F(VisitTest, ALaterVisitFindsTheLengthOfTheLoopAnew) {
  Case c(
      "spin", +[](State& state) {
        for (auto _ : state) SpinFor(10'000);
      });
  c.RoundTrip();
  series_.benchmark_case = &c;
  series_.operations = plan_.operations = 1;  // as a search that was disturbed left it
  plan_.first_visit = false;
  plan_.loop = true;
  plan_.loop_target_ns = 500'000;
  plan_.stopping.tick_seconds = 1e-8;
  plan_.warm_up = 5;
  const SeriesRecord visit = RunVisit(engine_, plan_, series_);
  if (!shares_processors()) {
    EXPECT_GE(series_.operations, 16);  // of fewer none is held up
  }
  if (!control_.root()) return;
  ASSERT_EQ(visit.passes.size(), 1u);
  EXPECT_EQ(visit.passes[0].operations, series_.operations);
  EXPECT_DOUBLE_EQ(visit.ResolutionSeconds(), 1e-8 / 2 / static_cast<double>(series_.operations));  // there and back
}

}  // namespace
}  // namespace mpigauge
