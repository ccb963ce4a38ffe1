#include "harness/environment/environment.h"

#include <gtest/gtest.h>

#include <thread>

namespace mpigauge {
namespace {

TEST(Environment, RankZeroKnowsWhereAndWhat) {
  const Control control(MPI_COMM_WORLD);
  const GlobalClock clock;
  const Environment environment = CaptureEnvironment(control, clock, MeasureTimer(clock.timer));
  if (!control.root()) {
    EXPECT_TRUE(environment.key.empty());
    return;
  }
  EXPECT_EQ(environment.key.at("ranks"), std::to_string(control.size()));
  EXPECT_EQ(environment.key.at("hosts"), "1");
  EXPECT_EQ(environment.key.at("ranks_per_host"), std::to_string(control.size()));
  EXPECT_EQ(environment.key.at("oversubscribed"),
            control.size() > static_cast<int>(std::thread::hardware_concurrency()) ? "yes" : "no");
  EXPECT_EQ(environment.key.at("distance") == "one rank", control.size() == 1);
  EXPECT_NE(environment.key.at("cpu_model"), "");
  EXPECT_TRUE(environment.key.at("mpi_implementation") == "Open MPI" ||
              environment.key.at("mpi_implementation") == "MPICH");
  for (const char* field : {"kernel", "host_names", "mpi_library_version", "clock_source", "timer_cost"}) {
    EXPECT_NE(environment.context.count(field) > 0 ? environment.context.at(field) : "", "") << field;
  }
  EXPECT_EQ(environment.context.at("clock_error"), "0 s");
  EXPECT_EQ(environment.context.at("timer_monotonic"), "yes");
}

TEST(Environment, MoreRanksThanProcessorsIsKnownToAllRanks) {
  const Control control(MPI_COMM_WORLD);
  const auto processors = static_cast<int>(std::thread::hardware_concurrency());
  EXPECT_EQ(FindPlacement(control).oversubscribed, control.size() > processors);
}

}  // namespace
}  // namespace mpigauge
