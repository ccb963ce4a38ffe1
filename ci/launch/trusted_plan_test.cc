#include "ci/launch/trusted_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "testing/error_of.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

// An install, a benchmark program and a preloaded library that belong to this user.
class TrustedPlanTest : public testing::Test {
 protected:
  TrustedPlanTest() : folder_(fs::canonical(testing::TempDir()) / "plan") {
    fs::remove_all(folder_);
    for (const char* file : {"mpi/bin/mpirun", "mpi/lib/libmpi.so.40", "mpi/lib/openmpi/mca_btl_tcp.so",
                             "mpi/etc/openmpi-mca-params.conf", "bench/mpigauge-bench", "tools/libslow.so"}) {
      fs::create_directories((folder_ / file).parent_path());
      std::ofstream(folder_ / file) << "x";
    }
    plan_.library.mpi = folder_ / "mpi";
    plan_.library.preload = {folder_ / "tools/libslow.so", "libother.so"};
    plan_.bench = folder_ / "bench/mpigauge-bench";
  }

  static void LetOthersWrite(const fs::path& path, bool they_may) {
    fs::permissions(path, fs::perms::others_write, they_may ? fs::perm_options::add : fs::perm_options::remove);
  }

  const fs::path folder_;
  LaunchPlan plan_;
};

TEST_F(TrustedPlanTest, AnInstallOfThisUserIsStarted) {
  EXPECT_EQ(ErrorOf([&] { RequireTrusted(plan_); }), "no error");
  EXPECT_EQ(ErrorOf([&] { RequireTrusted(LaunchPlan{}); }), "no error");
  EXPECT_EQ(WhyUntrustedInstall("/usr"), "");
}

TEST_F(TrustedPlanTest, AnInstallThatOthersMayWriteIsRefused) {
  for (const char* name : {"mpi", "mpi/bin", "mpi/bin/mpirun", "mpi/lib", "mpi/lib/libmpi.so.40", "mpi/lib/openmpi",
                           "mpi/etc", "bench", "bench/mpigauge-bench", "tools", "tools/libslow.so"}) {
    LetOthersWrite(folder_ / name, true);
    EXPECT_THAT(ErrorOf([&] { RequireTrusted(plan_); }),
                AllOf(HasSubstr((folder_ / name).string() + ": others may write to it"),
                      HasSubstr("give the library with --baseline-mpi")));
    LetOthersWrite(folder_ / name, false);
  }
  EXPECT_EQ(ErrorOf([&] { RequireTrusted(plan_); }), "no error");
}

TEST_F(TrustedPlanTest, VariablesAreSettingsAlone) {
  const auto error = [](const std::string& value) {
    return ErrorOf([&] { RequirePlainVariables({{"OMPI_MCA_x", value}}); });
  };
  for (const char* setting : {"", "tcp,self", "^uct", "mlx5_0:1", "10", "/usr/lib/x86_64-linux-gnu:/usr/lib",
                              "MPI_Allreduce:*1.20", "10.0.0.0/8", "tcp://192.0.2.2:1"}) {
    EXPECT_EQ(error(setting), "no error") << setting;
  }
  for (const char* command : {"sh -c id", "$HOME/x", "~ada/x", "`id`", "a;b", "a|b", "$(id)"}) {
    EXPECT_THAT(error(command), HasSubstr("the variable OMPI_MCA_x is more than one word")) << command;
  }
  LetOthersWrite(folder_ / "tools", true);
  for (const std::string before : {"", "/usr/lib:", "a="}) {
    EXPECT_THAT(error(before + (folder_ / "tools").string()), HasSubstr("the variable OMPI_MCA_x names a file"));
  }
}

}  // namespace
}  // namespace mpigauge
