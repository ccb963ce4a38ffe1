// Real libraries, real launches; the slowdown is so large that the machine's noise does not matter.
#include "ci/calibrate/real_gates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

RealGatesSettings Small() {
  RealGatesSettings settings;
  settings.plan.bench = std::filesystem::absolute("benchmarks/mpigauge-bench");
  settings.plan.bench_arguments = {"--passes", "3", "--benchmark_filter=^(allreduce|bcast)/bytes:8/|spin"};
  settings.interposer = std::filesystem::absolute("harness/inject/libmpigauge_slow.so");
  settings.slowdowns = {99};
  settings.equal_gates = 1;
  settings.slowed_gates = 1;
  settings.gate.decision.looks = {6, 8};
  settings.gate.compare.tolerance = Tolerance::Parse({"300%"});
  return settings;
}

Store NewStore() {
  const std::string path = testing::TempDir() + "/calibrate.sqlite";
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
  return Store::Open(path, Store::Access::kWrite);
}

TEST(MeasureGates, CountsFalseAlarmsAndWhatIsFound) {
  Store store = NewStore();
  std::vector<std::string> said;
  const RealGatesSettings settings = Small();
  const RealGates gates = MeasureGates(settings, store, [&](const std::string& line) { said.push_back(line); });
  const RuleFigures& gate = gates.gate;
  EXPECT_EQ(gates.series, 2u);
  EXPECT_EQ(gates.slowed_series, 1u);
  EXPECT_EQ(gate.false_gates.of, 1);
  EXPECT_EQ(gate.false_series.of, 3);  // two series of the equal gate, one of the slowed
  EXPECT_EQ(gate.false_series.count, 0);
  EXPECT_EQ(gate.found[0].count, 1);
  EXPECT_GE(gate.launches[0], 2);  // on a crowded machine a launch may find no valid observation
  EXPECT_EQ(store.gates().Newest(10).size(), 2u);
  ASSERT_EQ(said.size(), 2u);
  EXPECT_THAT(said[1], HasSubstr("MPI_Allreduce slowed by 9900%: fail, 1 of 1 series found"));
  EXPECT_THAT(RealGatesText(gates, settings, false), HasSubstr("false gates at most 5%; measured 0.0%"));
  EXPECT_EQ(ToJson(gates, settings).at("turns"), 6);
  for (const GateResult& made : store.gates().Newest(10))
    EXPECT_THAT(made.comparison.at("notes").dump(), HasSubstr("launches took turns"));
  EXPECT_EQ(ToJson(gates, settings).at("rules")[0].at("slowdowns")[0].at("found").at("count"), 1);
}

TEST(MeasureGates, AFunctionThatNoCaseCallsIsAnError) {
  Store store = NewStore();
  RealGatesSettings settings = Small();
  settings.equal_gates = 0;
  settings.function = "MPI_Scan";
  EXPECT_THROW(MeasureGates(settings, store, [](const std::string&) {}), Error);
}

}  // namespace
}  // namespace mpigauge
