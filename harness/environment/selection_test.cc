#include "harness/environment/selection.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdlib>
#include <set>
#include <sstream>

#include "harness/environment/environment.h"
#include "harness/environment/selection_filter.h"

namespace mpigauge {
namespace {

bool AmRankZero() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank == 0;
}

// The launcher gives each of these libraries two variables that differ from the default: see BUILD.
TEST(Selection, HasTunedVariablesAndLoadedComponents) {
  if (!AmRankZero()) return;
  const auto selection = CaptureSelection();
  if (MpiImplementation() == "Open MPI") {
    EXPECT_EQ(selection.at("coll_tuned_allreduce_algorithm"), "3 (recursive_doubling)");
    EXPECT_EQ(selection.at("coll_tuned_bcast_algorithm"), "0 (ignore)");
    EXPECT_EQ(selection.at("coll_tuned_use_dynamic_rules"), "true");
    EXPECT_EQ(selection.at("btl_vader_eager_limit"), "8192");
    EXPECT_EQ(selection.at("components.pml"), "ob1");
    EXPECT_NE(selection.at("components.btl").find("vader"), std::string::npos);
    EXPECT_EQ(selection.count("orte_tmpdir_base"), 0u);
  } else if (MpiImplementation() == "MPICH") {
    EXPECT_EQ(selection.at("MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM"), "3 (recursive_doubling)");
    EXPECT_EQ(selection.at("MPIR_CVAR_BCAST_INTRA_ALGORITHM"), "0");
    EXPECT_EQ(selection.at("MPIR_CVAR_ALLREDUCE_SHORT_MSG_SIZE"), "1024");
    EXPECT_EQ(selection.at("device").substr(0, 2), "ch");
  }
  EXPECT_GT(selection.size(), 100u);
  EXPECT_LT(selection.size(), 450u);  // of more than 1200
}

TEST(ControlVariables, AreOnlyThoseThatWereAskedFor) {
  if (!AmRankZero()) return;
  EXPECT_TRUE(ReadControlVariables([](std::string_view) { return false; }).empty());
}

// The machine's Open MPI loads its components, so both ways to see them are there.
TEST(ControlVariables, VersionVariablesNameAllLoadedComponents) {
  if (!AmRankZero() || MpiImplementation() != "Open MPI") return;
  std::set<std::string> named;
  for (const auto& [name, value] :
       ReadControlVariables([](std::string_view name) { return !ComponentWithVersion(name).name.empty(); })) {
    const AvailableComponent one = ComponentWithVersion(name);
    named.insert(one.framework + " " + one.name);
  }
  for (const char* there : {"btl self", "coll basic", "pml ob1"}) EXPECT_TRUE(named.contains(there)) << there;
  std::istringstream loaded(CaptureSelection().at("components.coll"));
  for (std::string one; loaded >> one;) EXPECT_TRUE(named.contains("coll " + one)) << one;
}

// Open MPI 4.1.4 has variables that it crashes on, depending on what was loaded before.
TEST(ControlVariables, ACrashTakesOneVariableAwayAndNoOther) {
  if (!AmRankZero()) return;
  const std::string bad = MpiImplementation() == "Open MPI" ? "coll_tuned_priority" : "MPIR_CVAR_ENABLE_HCOLL";
  const auto wanted = [](std::string_view name) { return name.starts_with("coll_") || name.starts_with("MPIR_"); };
  auto all = ReadControlVariables(wanted);
  const auto without = ReadControlVariables([&](std::string_view name) {
    if (name == bad) std::abort();
    return wanted(name);
  });
  EXPECT_EQ(all.erase(bad), 1u);
  EXPECT_EQ(without, all);
}

}  // namespace
}  // namespace mpigauge
