#include "ci/doctor/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/doctor/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;

TEST(ParseSinfo, PartitionsNodesAndTheDefault) {
  const auto nodes = ParseSinfo(
      "perf*|up|4|128|icelake,ib|infinite\n"
      "debug|down|2|36+|(null)|30:00\n"
      "sinfo: error: something else\n");
  ASSERT_EQ(nodes.size(), 2U);
  EXPECT_EQ(nodes[0].partition, "perf");
  EXPECT_TRUE(nodes[0].is_default);
  EXPECT_TRUE(nodes[0].up);
  EXPECT_EQ(nodes[0].nodes, 4);
  EXPECT_EQ(nodes[0].processors, 128);
  EXPECT_EQ(nodes[0].features, "icelake,ib");
  EXPECT_EQ(nodes[1].processors, 36);
  EXPECT_FALSE(nodes[1].is_default);
  EXPECT_FALSE(nodes[1].up);
  SlurmFacts facts;
  EXPECT_EQ(facts.DefaultPartition(), "");
  facts.nodes = nodes;
  EXPECT_EQ(facts.DefaultPartition(), "perf");
}

TEST(MpiSearch, InstallsAreFoundWherePeopleAndDistributionsPutThem) {
  MadeHost host;
  host.AddMpich("opt/mpich/4.2.1", "4.2.1");
  host.AddOpenMpi("usr/lib64/openmpi", "4.1.1");
  host.AddOpenMpi("usr/lib64/mpi/gcc/openmpi4", "4.1.6");
  host.Write("opt/broken/bin/mpirun", "not executable");
  host.Write("opt/tool/bin/tool", "");
  std::vector<std::string> found;
  for (const FoundMpi& mpi : FindMpis(host.files())) {
    found.push_back(std::filesystem::path(mpi.wanted).lexically_relative(host.root()).string() + ": " +
                    mpi.install.Name());
  }
  EXPECT_THAT(found, ElementsAre("opt/mpich/4.2.1: MPICH 4.2.1", "opt/openmpi-5.0.7: Open MPI 5.0.7",
                                 "usr/lib64/mpi/gcc/openmpi4: Open MPI 4.1.6", "usr/lib64/openmpi: Open MPI 4.1.1"));
}

TEST(MpiSearch, TwoWaysToOneLauncherAreOneInstall) {
  MadeHost host;
  std::filesystem::create_directory_symlink(host.root() / "opt/openmpi-5.0.7", host.root() / "opt/openmpi-latest");
  EXPECT_EQ(FindMpis(host.files()).size(), 1U);
}

TEST(MpiSearch, LaunchersAreAskedForNothingButTheirVersion) {
  const MadeHost host;
  FindMpis(host.files());
  EXPECT_FALSE(host.files().Exists("opt/openmpi-5.0.7/bin/mpirun.started"));
}

TEST(MpiSearch, ModulesAreFoundByTheirNames) {
  MadeHost host;
  host.Write("modules/openmpi/5.0.3.lua", "");
  host.Write("modules/openmpi/.version", "");
  host.Write("modules/cray-mpich/8.1", "");
  host.Write("modules/gcc/13", "");
  host.Write("others/OpenMPI/4.1.6-GCC-12", "");
  const std::string path = (host.root() / "modules").string() + ":" + (host.root() / "others").string() + "::/no/such";
  EXPECT_THAT(MpiModules(path), ElementsAre("OpenMPI/4.1.6-GCC-12", "cray-mpich/8.1", "openmpi/5.0.3"));
}

}  // namespace
}  // namespace mpigauge
