#include "ci/launch/mpi_install.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "testing/error_of.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

std::string ErrorOf(const std::string& wanted) {
  return mpigauge::UsageErrorOf([&] { FindMpi(wanted); });
}

TEST(FindMpi, TheInstalledOnesByName) {
  EXPECT_EQ(FindMpi("openmpi").kind, MpiInstall::Kind::kOpenMpi);
  EXPECT_EQ(FindMpi("mpich").kind, MpiInstall::Kind::kMpich);
  EXPECT_THAT(FindMpi("mpich").Name(), testing::StartsWith("MPICH 4"));
  EXPECT_EQ(FindMpi("").kind, MpiInstall::Kind::kOpenMpi);
}

// The machine's Open MPI, moved: links stand for copies.
std::filesystem::path RelocatedOpenMpi() {
  const auto prefix = std::filesystem::path(testing::TempDir()) / "prefix";
  std::filesystem::remove_all(prefix);
  std::filesystem::create_directories(prefix / "bin");
  std::filesystem::create_directories(prefix / "lib" / "x86_64-linux-gnu");
  std::filesystem::create_directories(prefix / "share");
  std::filesystem::create_symlink(FindMpi("openmpi").launcher, prefix / "bin" / "mpirun");
  std::filesystem::create_symlink("/usr/lib/x86_64-linux-gnu/openmpi", prefix / "lib" / "x86_64-linux-gnu" / "openmpi");
  std::filesystem::create_symlink("/usr/share/openmpi", prefix / "share" / "openmpi");
  return std::filesystem::canonical(prefix);
}

TEST(FindMpi, APrefixIsAskedAndItsLibrariesComeFirst) {
  const auto prefix = RelocatedOpenMpi();
  const MpiInstall install = FindMpi(prefix.string());
  EXPECT_EQ(install.launcher, (prefix / "bin" / "mpirun").string());
  EXPECT_EQ(install.kind, MpiInstall::Kind::kOpenMpi);
  EXPECT_THAT(install.environment.at("LD_LIBRARY_PATH"), testing::StartsWith((prefix / "lib").string()));
  EXPECT_EQ(install.environment.at("OPAL_PREFIX"), prefix.string());
}

TEST(FindMpi, ACopyThatIsKeptSaysWhereItsPartsLie) {
  const auto prefix = RelocatedOpenMpi();
  std::ofstream(prefix / kCopyFile) << R"({"environment": {"OPAL_LIBDIR": "lib/x86_64-linux-gnu/openmpi/lib"}})";
  const MpiInstall install = FindMpi(prefix.string());
  EXPECT_EQ(install.environment.at("OPAL_LIBDIR"), (prefix / "lib/x86_64-linux-gnu/openmpi/lib").string());
  EXPECT_EQ(install.environment.at("OPAL_PREFIX"), prefix.string());
  std::ofstream(prefix / kCopyFile) << "{}";
  EXPECT_THAT(ErrorOf(prefix.string()), HasSubstr(kCopyFile));
}

// Intel's library cannot be had from the distribution: what its launcher prints is from its documentation.
TEST(FindMpi, IntelIsKnownByWhatItsLauncherSays) {
  const auto prefix = std::filesystem::path(testing::TempDir()) / "intel";
  std::filesystem::create_directories(prefix / "bin");
  std::ofstream(prefix / "bin/mpirun") << "#!/bin/sh\n"
                                          "echo 'Intel(R) MPI Library for Linux* OS, Version 2021.9 Build 20230307'\n";
  std::filesystem::permissions(prefix / "bin/mpirun", std::filesystem::perms::owner_all);
  const MpiInstall install = FindMpi(prefix.string());
  EXPECT_EQ(install.Name(), "Intel MPI 2021.9");
  EXPECT_EQ(install.KindName(), "intel");
  EXPECT_EQ(install.environment.count("OPAL_PREFIX"), 0U);
}

TEST(FindMpi, ALauncherThatFailsIsQuoted) {
  const auto prefix = std::filesystem::path(testing::TempDir()) / "broken";
  std::filesystem::create_directories(prefix / "bin");
  std::ofstream(prefix / "bin/mpirun") << "#!/bin/sh\necho ------- >&2; echo 'opal_init failed' >&2; exit 3\n";
  std::filesystem::permissions(prefix / "bin/mpirun", std::filesystem::perms::owner_all);
  EXPECT_THAT(ErrorOf(prefix.string()), HasSubstr("bin/mpirun --version ends with exit code 3: opal_init failed"));
  // A line of a mebibyte is cut.
  std::ofstream(prefix / "bin/mpirun") << "#!/bin/sh\nhead -c 1000000 /dev/zero | tr '\\0' x\n";
  EXPECT_LT(ErrorOf(prefix.string()).size(), 1000U);
}

TEST(FindMpi, MissingInstallationsAreNamed) {
  EXPECT_THAT(ErrorOf("/no/such/prefix"), HasSubstr("MPI /no/such/prefix: neither"));
  EXPECT_THAT(ErrorOf("/tmp"), HasSubstr("no MPI launcher that works there (looked for bin/mpirun"));
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  EXPECT_THAT(ErrorOf(""), HasSubstr("no MPI found: neither mpirun nor mpiexec"));
  EXPECT_THAT(ErrorOf("mpich"), HasSubstr("no MPICH found"));
  setenv("PATH", path.c_str(), 1);
}

}  // namespace
}  // namespace mpigauge
