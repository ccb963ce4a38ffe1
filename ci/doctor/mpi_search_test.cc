#include "ci/doctor/mpi_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ci/doctor/testing.h"

namespace mpigauge {
namespace {

using testing::ElementsAre;

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
