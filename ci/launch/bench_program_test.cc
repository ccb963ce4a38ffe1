#include "ci/launch/bench_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "base/error.h"
#include "ci/launch/made_elf.h"
#include "ci/launch/plan.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr auto kOpenMpi = MpiInstall::Kind::kOpenMpi;
constexpr auto kMpich = MpiInstall::Kind::kMpich;

// An installation with programs for three interfaces, and prefixes with libraries that are empty files.
class BenchProgramTest : public testing::Test {
 protected:
  BenchProgramTest() : folder_(fs::path(testing::TempDir()) / "bench_program") {
    fs::remove_all(folder_);
    WriteMadeElf(first_, {"libhwloc.so.15", "libmpi.so.40", "libc.so.6"});
    WriteMadeElf(programs_ / "mpigauge-bench.libmpi.so.12", {"libmpi.so.12", "libc.so.6"});
    WriteMadeElf(programs_ / "mpigauge-bench.libmpich.so.12", {"libmpich.so.12", "libc.so.6"});
  }

  // A prefix with these libraries.
  MpiInstall Install(MpiInstall::Kind kind, const std::vector<std::string>& libraries) const {
    fs::create_directories(folder_ / "mpi/lib");
    for (const std::string& library : libraries) std::ofstream(folder_ / "mpi/lib" / library) << "";
    return {kind,
            "mpirun",
            "4.3.2",
            {{"LD_LIBRARY_PATH", (folder_ / "nothing:").string() + (folder_ / "mpi/lib").string()}}};
  }
  BenchProgram Choose(const MpiInstall& install) const {
    std::vector<fs::path> programs = {first_};
    for (const fs::path& program : OtherPrograms(folder_ / "bin/mpigauge")) programs.push_back(program);
    return ChooseProgram(programs, install, OfferedBy(install), "/opt/my mpi");
  }
  std::string ErrorOf(const MpiInstall& install) const {
    try {
      return "no error, but " + Choose(install).path;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::kUsage);
      return error.what();
    }
  }

  fs::path folder_;
  fs::path first_ = folder_ / "bin/mpigauge-bench";
  fs::path programs_ = folder_ / "lib/mpigauge/programs";
};

TEST_F(BenchProgramTest, TheFirstOneIsTakenWithoutAWord) {
  const BenchProgram program = Choose(Install(kOpenMpi, {"libmpi.so.40"}));
  EXPECT_EQ(program.path, first_.string());
  EXPECT_EQ(program.note, "");
}

TEST_F(BenchProgramTest, AnotherOneIsNamedWithTheReason) {
  const BenchProgram debian = Choose(Install(kMpich, {"libmpich.so.12"}));
  EXPECT_EQ(debian.path, (programs_ / "mpigauge-bench.libmpich.so.12").string());
  EXPECT_EQ(debian.note, "MPICH 4.3.2 offers libmpich.so.12; the benchmark program that needs it is " + debian.path);
  const BenchProgram others = Choose(Install(kMpich, {"libmpi.so.12", "libmpi_abi.so.0"}));
  EXPECT_EQ(others.path, (programs_ / "mpigauge-bench.libmpi.so.12").string());
}

// MPICH out of its repository. The machine may have an MPICH of Debian besides, whose program would start.
TEST_F(BenchProgramTest, ErrorNamesTheLibrariesOfBothSidesWhereNoProgramFits) {
  EXPECT_THAT(ErrorOf(Install(kMpich, {"libmpi.so.0", "libmpi.so.40"})),
              AllOf(HasSubstr("no benchmark program fits MPICH 4.3.2, which offers libmpi.so.0 in " +
                              (folder_ / "mpi/lib").string() +
                              "; the programs here need libmpi.so.40, libmpi.so.12, libmpich.so.12; build one"),
                    HasSubstr("\n  mpigauge build-bench --mpi '/opt/my mpi'")));
}

TEST_F(BenchProgramTest, TheStandardInterfaceIsNamed) {
  EXPECT_THAT(ErrorOf(Install(kMpich, {"libmpi_abi.so.0"})),
              HasSubstr("offers libmpi_abi.so.0 (the standard interface of MPI 5) in"));
}

TEST_F(BenchProgramTest, LibrariesOfAnotherKindAreNotMeant) {
  const fs::path folder = folder_ / "mpi/lib";
  Install(kMpich, {"libmpi.so.40", "libmpich.so.12"});
  EXPECT_THAT(OfferedIn({folder_, folder}, kMpich).names, ElementsAre("libmpich.so.12"));
  EXPECT_EQ(OfferedIn({folder_, folder}, kMpich).folder, folder);
  EXPECT_THAT(OfferedIn({folder_, folder}, kOpenMpi).names, ElementsAre("libmpi.so.40"));
  EXPECT_THAT(OfferedIn({folder_}, kOpenMpi).names, IsEmpty());
}

TEST_F(BenchProgramTest, UnknownLibrariesExcludeNoProgram) {
  EXPECT_TRUE(MayRunWith(programs_ / "mpigauge-bench.libmpi.so.12", {}));
  std::ofstream(first_) << "#!/bin/sh\n";  // it calls whatever it wants
  EXPECT_TRUE(MayRunWith(first_, {{"libmpi.so.0"}, "/opt/lib"}));
  EXPECT_EQ(Choose(Install(kMpich, {"libmpich.so.12"})).path, first_.string());
}

TEST_F(BenchProgramTest, WithoutAnInstallationThereIsOneProgram) {
  EXPECT_THAT(OtherPrograms(folder_ / "elsewhere/bin/mpigauge"), IsEmpty());
}

TEST_F(BenchProgramTest, TheLibrariesBesideTheLauncherComeFirst) {
  MpiInstall install = FindMpi("mpich");
  Install(kMpich, {"libmpi.so.0"});
  install.launcher = (folder_ / "mpi/bin/mpiexec").string();
  EXPECT_THAT(OfferedBy(install).names, ElementsAre("libmpi.so.0"));
  EXPECT_EQ(OfferedBy(install).folder, folder_ / "mpi/lib");
}

TEST_F(BenchProgramTest, TheLibrariesOfTheMachineAreFound) {
  EXPECT_THAT(OfferedBy(FindMpi("openmpi")).names, ElementsAre("libmpi.so.40"));
  EXPECT_THAT(OfferedBy(FindMpi("mpich")).names, ElementsAre("libmpich.so.12"));
}

TEST_F(BenchProgramTest, AProgramThatIsNamedIsTaken) {
  EXPECT_EQ(FindBenchFor("mpich", first_.string()).path, fs::canonical(first_).string());
  setenv("MPIGAUGE_BENCH", first_.c_str(), 1);
  EXPECT_EQ(FindBenchFor("mpich", "").path, fs::canonical(first_).string());
  EXPECT_EQ(FindBenchFor("mpich", "").note, "");
  unsetenv("MPIGAUGE_BENCH");
}

}  // namespace
}  // namespace mpigauge
