#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <thread>

#include "harness/clock/clock_sync.h"
#include "harness/state/buffers.h"
#include "harness/state/visit.h"
#include "harness/sync/make.h"
#include "harness/sync/round_time.h"

namespace mpigauge {

inline void SpinFor(std::int64_t ns) {
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

inline void AllreduceSum(State& state) {
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

}  // namespace mpigauge
