#include "ci/doctor/bench_supply.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/doctor/testing.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

using Builder = BenchSupply::Builder;

// Two installs of Open MPI and one of MPICH, and a benchmark program that says which library it has found.
class BenchSupplyTest : public testing::Test {
 protected:
  BenchSupplyTest() {
    host_.AddMpich("opt/mpich-4.2", "4.2.0");
    host_.AddOpenMpi("opt/openmpi-4.0.7", "4.0.7");
    host_.AddProgram("bench", R"([ "$*" = --version ] || exit 1
case $PATH in */opt/openmpi-5.0.7/bin:*) library='v5.0.7, package: ours' ;; *) library='v4.1.4, package: Debian' ;; esac
echo "mpigauge-bench 0.1.0"
echo "MPI built for Open MPI 4.1.4, runs with Open MPI $library"
)");
  }

  BenchSupply Find(const std::string& mpigauge) const {
    Machine machine = host_.Look();
    machine.bench = Path("bench");
    return FindBenchSupply(machine, host_.root() / mpigauge);
  }
  std::string Path(const std::string& path) const { return (host_.root() / path).string(); }

  MadeHost host_;
};

TEST_F(BenchSupplyTest, TheProgramThatIsThereIsForTheLibrariesThatItRunsWith) {
  const BenchSupply supply = Find("bin/mpigauge");
  EXPECT_EQ(supply.mpis.at(Path("opt/openmpi-5.0.7")).bench, Path("bench"));
  EXPECT_EQ(supply.mpis.at(Path("opt/openmpi-4.0.7")).bench, "");  // another library of its name was found first
  EXPECT_EQ(supply.mpis.at(Path("opt/mpich-4.2")).bench, "");
}

TEST_F(BenchSupplyTest, AnInstallationHasProgramsForSeveralMpis) {
  const std::string program = "opt/mpigauge/lib/mpigauge/programs/mpigauge-bench.libmpich.so.12";
  host_.AddProgram(program, "echo 'MPI built for MPICH 4.0.2, runs with MPICH Version: 4.2.0'\n");
  const BenchSupply supply = Find("opt/mpigauge/bin/mpigauge");
  EXPECT_EQ(supply.mpis.at(Path("opt/openmpi-5.0.7")).bench, Path("bench"));
  EXPECT_EQ(supply.mpis.at(Path("opt/mpich-4.2")).bench, Path(program));
  EXPECT_EQ(supply.mpis.at(Path("opt/mpich-4.2")).obstacle, "");
  EXPECT_EQ(supply.mpis.at(Path("opt/openmpi-4.0.7")).bench, "");
}

TEST_F(BenchSupplyTest, AProgramThatDoesNotStartIsForNoLibrary) {
  host_.AddProgram("bench", "echo 'error while loading shared libraries: libmpi.so.40' >&2; exit 127\n");
  for (const auto& [mpi, found] : Find("bin/mpigauge").mpis) EXPECT_EQ(found.bench, "") << mpi;
  host_.Remove("bench");
  for (const auto& [mpi, found] : Find("bin/mpigauge").mpis) EXPECT_EQ(found.bench, "") << mpi;
}

TEST_F(BenchSupplyTest, ALibraryWithoutItsCompilerIsAnObstacle) {
  const std::string mpich = Path("opt/mpich-4.2");
  EXPECT_THAT(Find("bin/mpigauge").mpis.at(mpich).obstacle, HasSubstr("no compiler wrapper of MPICH 4.2.0 in"));
  host_.AddProgram("opt/mpich-4.2/bin/mpicxx", "echo broken; echo 'more of it'; exit 1\n");
  const std::string obstacle = Find("bin/mpigauge").mpis.at(mpich).obstacle;
  EXPECT_THAT(obstacle, HasSubstr("does not preprocess a file"));
  EXPECT_EQ(obstacle.find("more of it"), std::string::npos) << "it is one line";
  host_.AddProgram("opt/mpich-4.2/bin/mpicxx", "echo mpigauge_compiler GCC 12 2; echo mpigauge_mpi mpich\n");
  EXPECT_EQ(Find("bin/mpigauge").mpis.at(mpich).obstacle, "");
}

TEST_F(BenchSupplyTest, AnInstallationBuildsPrograms) {
  host_.Write("opt/mpigauge/lib/mpigauge/bench/compile_flags.txt", "");
  const BenchSupply supply = Find("opt/mpigauge/bin/mpigauge");
  EXPECT_EQ(supply.builder, Builder::kInstallation);
  EXPECT_EQ(supply.place.string(), Path("opt/mpigauge/bin/mpigauge"));
}

TEST_F(BenchSupplyTest, ProgramsBuiltByBazelKnowTheirSources) {
  host_.Write("output/DO_NOT_BUILD_HERE", Path("sources"));
  EXPECT_EQ(Find("output/execroot/bin/mpigauge/mpigauge").builder, Builder::kNone);  // the sources are gone
  host_.Write("sources/benchmarks/BUILD", "");
  host_.Write("sources/ci/bazel", "");
  const BenchSupply supply = Find("output/execroot/bin/mpigauge/mpigauge");
  EXPECT_EQ(supply.builder, Builder::kBazel);
  EXPECT_EQ(supply.place.string(), Path("sources"));
}

TEST(BuildCommand, AnInstallationHasOneCommandForAllMpis) {
  const BenchSupply supply{Builder::kInstallation, "/opt/my mpigauge/bin/mpigauge", {}};
  const std::string command = R"('/opt/my mpigauge/bin/mpigauge' build-bench --mpi "$PREFIX" --output "$BENCH")";
  EXPECT_EQ(BuildCommand(supply, "mpi", "mpich"), command);
  EXPECT_EQ(BuildCommand(supply, "prefix", "/opt/openmpi-*"), command);
}

TEST(BuildCommand, BazelHasAConfigurationForEachKind) {
  const BenchSupply supply{Builder::kBazel, "/src/mpigauge", {}};
  EXPECT_THAT(BuildCommand(supply, "mpi", "openmpi"),
              HasSubstr("cd /src/mpigauge && ci/bazel build //benchmarks:mpigauge-bench && cp "));
  EXPECT_THAT(BuildCommand(supply, "mpi", "mpich"), HasSubstr("&& ci/bazel build --config=mpich //bench"));
  for (const char* source : {"prefix", "module", "git"}) {
    EXPECT_THAT(BuildCommand(supply, source, "x"),
                HasSubstr(R"(&& MPI_HOME="$PREFIX" ci/bazel build --config=mpi_env //bench)"));
  }
}

TEST(BuildCommand, NobodyBuildsNothing) { EXPECT_EQ(BuildCommand({}, "mpi", "openmpi"), ""); }

}  // namespace
}  // namespace mpigauge
