#include "ci/launch/launchers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

constexpr auto kOpenMpi = MpiInstall::Kind::kOpenMpi;

class LaunchersTest : public testing::Test {
 protected:
  LaunchersTest() : file_((std::filesystem::path(testing::TempDir()) / "launchers.toml").string()) {
    unsetenv("MPIGAUGE_LAUNCHERS");
    setenv("XDG_CONFIG_HOME", "/nowhere", 1);
  }

  void WriteSite(const std::string& text) const {
    std::ofstream(file_) << text;
    setenv("MPIGAUGE_LAUNCHERS", file_.c_str(), 1);
  }

  std::string file_;
};

std::string Chosen(const std::string& wanted, MpiInstall::Kind kind = kOpenMpi, const std::string& version = "4.1.4") {
  try {
    return ChooseLauncher(wanted, {kind, "/m/mpirun", version, {}}, KnownLaunchers()).Name();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::kUsage);
    return error.what();
  }
}

TEST_F(LaunchersTest, EachLibraryHasItsOwn) {
  for (const char* own : {"", "auto", "mpirun"}) {
    EXPECT_EQ(Chosen(own, kOpenMpi, "4.1.4"), "openmpi");
    EXPECT_EQ(Chosen(own, kOpenMpi, "5.0.10"), "prterun");
    EXPECT_EQ(Chosen(own, kOpenMpi, "10.0"), "prterun");
    EXPECT_EQ(Chosen(own, MpiInstall::Kind::kMpich, "4.0.2"), "hydra");
    EXPECT_EQ(Chosen(own, MpiInstall::Kind::kIntel, "2021.9"), "intel");
  }
}

TEST_F(LaunchersTest, NamesAndTypes) {
  EXPECT_EQ(Chosen("jsrun"), "jsrun");
  EXPECT_EQ(Chosen("srun:pmix_v4"), "srun:pmix_v4");
  EXPECT_EQ(Chosen("flux"), "flux:simple");
  EXPECT_EQ(Chosen("flux:pmix"), "flux:pmix");
  EXPECT_THAT(Chosen("srun"), HasSubstr("write srun:TYPE"));
  EXPECT_THAT(Chosen("jsrun:pmix"), HasSubstr("jsrun has no types"));
  EXPECT_THAT(Chosen("ssh"), HasSubstr("prterun, openmpi, hydra, intel, srun:TYPE, flux:TYPE, jsrun"));
  EXPECT_THROW(CheckLauncher("ssh"), Error);
  EXPECT_NO_THROW(CheckLauncher("auto"));
}

TEST_F(LaunchersTest, ASiteAddsItsOwnAndReplaces) {
  WriteSite(R"(
[[launcher]]
name = "hydra"
mpi = ["openmpi"]
command = ["wrapped", "-n", "{ranks}", "{variables}"]
variable = ["{name}={value}"]
)");
  EXPECT_EQ(Chosen("auto"), "hydra");  // those of the site come first
  EXPECT_EQ(ChooseLauncher("hydra", {}, KnownLaunchers()).command[0], "wrapped");
  EXPECT_THAT(Chosen("auto", MpiInstall::Kind::kMpich), HasSubstr("no launcher is known for MPICH"));
  EXPECT_EQ(Chosen("openmpi"), "openmpi");
}

TEST_F(LaunchersTest, CommandsWithoutNeededPlaceholdersAreRefusedWithTheirLine) {
  const auto error_of = [&](const std::string& command, const std::string& more) {
    WriteSite("[[launcher]]\nname = \"x\"\ncommand = [" + command + "]\n" + more);
    return Chosen("x");
  };
  const std::string variable = "variable = [\"{name}={value}\"]\n";
  EXPECT_EQ(error_of(R"("x", "{ranks}", "{variables}")", variable), "x");
  EXPECT_THAT(error_of(R"("x", "{ranks}")", variable), HasSubstr("launchers.toml, line 3"));
  EXPECT_THAT(error_of(R"("x", "{ranks}")", variable), HasSubstr("command: {variables} is missing"));
  EXPECT_THAT(error_of(R"("x", "{variables}")", variable), HasSubstr("command: {ranks} is missing"));
  EXPECT_THAT(error_of(R"("x", "{binding}", "{variables}")", variable + "bound = [\"-n\", \"{ranks}\"]\n"),
              HasSubstr("command: {ranks} is missing"));
  EXPECT_THAT(error_of(R"("x", "{ranks}", "{variables}")", ""),
              HasSubstr("variable: it must say how a variable is given"));
  EXPECT_THAT(error_of(R"("x", "{ranks}", "{variables}")", variable + "bond = []\n"), HasSubstr("bond"));
  WriteSite("[[launcher]]\nname = \"auto\"\n");
  EXPECT_THAT(Chosen("x"), HasSubstr("other than auto and mpirun"));
  setenv("MPIGAUGE_LAUNCHERS", "/no/such/file", 1);
  EXPECT_THAT(Chosen("auto"), HasSubstr("/no/such/file"));
}

TEST_F(LaunchersTest, TheUsersFolderForConfigurations) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "config";
  std::filesystem::create_directories(folder / "mpigauge");
  std::ofstream(folder / "mpigauge/launchers.toml") << "[[launcher]]\nname = \"mine\"\ncommand = [\"m\", \"{ranks}\", "
                                                       "\"{variables}\"]\nvariable = [\"{name}={value}\"]\n";
  EXPECT_THAT(Chosen("mine"), HasSubstr("write auto"));
  setenv("XDG_CONFIG_HOME", folder.c_str(), 1);
  EXPECT_EQ(Chosen("mine"), "mine");
}

}  // namespace
}  // namespace mpigauge
