#include "ci/doctor/init_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "base/toml_parser.h"
#include "baselines/verdict/waivers.h"
#include "ci/doctor/bench_supply.h"
#include "ci/doctor/testing.h"
#include "ci/pipeline/config.h"

namespace mpigauge {
namespace {

using testing::HasSubstr;

// Throws, and so fails the test, where the pipeline does not take it.
toml::table Parsed(const Machine& machine, const BenchSupply& supply = {}, bool waivers = false) {
  const std::string text = InitialConfig(machine, supply, waivers);
  const auto file = std::filesystem::path(testing::TempDir()) / "mpigauge.toml";
  WriteFileAtomically(file, text);
  ReadPipelineConfig(file);
  return ParseToml(text, "mpigauge.toml");
}

std::string Words(const std::vector<LibraryEntry>& entries) {
  std::string text;
  for (const LibraryEntry& entry : entries) text += entry.name + " " + entry.source + "=" + entry.value + "\n";
  return text;
}

Machine With(const std::vector<std::pair<std::string, MpiInstall::Kind>>& mpis) {
  Machine machine = MadeHost().Look();
  machine.mpis.clear();
  for (const auto& [wanted, kind] : mpis) machine.mpis.push_back({wanted, {kind, "mpirun", "1.2", {}}});
  return machine;
}

constexpr auto kOpenMpi = MpiInstall::Kind::kOpenMpi;
constexpr auto kMpich = MpiInstall::Kind::kMpich;

constexpr const char* kBuild = R"(/opt/mpigauge/bin/mpigauge build-bench --mpi "$PREFIX" --output "$BENCH")";

// The supply of an installation whose program runs with these MPIs.
BenchSupply Installed(const std::vector<std::string>& fitting = {}) {
  BenchSupply supply{BenchSupply::Builder::kInstallation, "/opt/mpigauge/bin/mpigauge", {}};
  for (const std::string& mpi : fitting) supply.mpis[mpi].bench = "/opt/bench";
  return supply;
}

TEST(LibraryEntries, VersionsOfOneInstallAreOneEntry) {
  EXPECT_EQ(Words(LibraryEntries(With({{"/opt/openmpi-5.0.6", kOpenMpi},
                                       {"/opt/openmpi-5.0.7", kOpenMpi},
                                       {"/opt/mpich/4.2", kMpich},
                                       {"/opt/mpich/4.3", kMpich},
                                       {"/opt/mpi", kOpenMpi},
                                       {"/usr/local", kOpenMpi},
                                       {"openmpi", kOpenMpi},
                                       {"mpich", kMpich}}),
                                 {})),
            "openmpi prefix=/opt/openmpi-*\n"
            "mpich prefix=/opt/mpich/*\n"
            "mpi prefix=/opt/mpi\n"
            "openmpi-prefix prefix=/usr/local\n"
            "openmpi-system mpi=openmpi\n"
            "mpich-system mpi=mpich\n");
}

TEST(LibraryEntries, NewestModuleOfALibraryIsTaken) {
  Machine machine = With({});
  machine.modules = {"cray-mpich/8.1", "openmpi/5.0.10", "openmpi/5.0.9"};
  EXPECT_EQ(Words(LibraryEntries(machine, {})), "cray-mpich module=cray-mpich/8.1\nopenmpi module=openmpi/5.0.10\n");
}

TEST(LibraryEntries, AProgramThatRunsWithTheLibraryIsTaken) {
  const auto entries = LibraryEntries(With({{"openmpi", kOpenMpi}, {"mpich", kMpich}}), Installed({"openmpi"}));
  EXPECT_EQ(entries[0].bench, "/opt/bench");
  EXPECT_EQ(entries[0].build_bench, "");
  EXPECT_EQ(entries[1].bench, "");
  EXPECT_EQ(entries[1].build_bench, kBuild);
  EXPECT_EQ(entries[1].edit, "");
}

TEST(LibraryEntries, AProgramRunsWithAllInstallsOfItsEntry) {
  const Machine machine = With({{"/opt/ompi-4", kOpenMpi}, {"/opt/ompi-5", kOpenMpi}, {"/opt/ompi-6", kOpenMpi}});
  EXPECT_EQ(LibraryEntries(machine, Installed({"/opt/ompi-4", "/opt/ompi-5", "/opt/ompi-6"}))[0].bench, "/opt/bench");
  for (const auto& fitting : std::vector<std::vector<std::string>>{{"/opt/ompi-4", "/opt/ompi-6"}, {"/opt/ompi-6"}}) {
    const auto entries = LibraryEntries(machine, Installed(fitting));
    ASSERT_EQ(entries.size(), 1U);
    EXPECT_EQ(entries[0].bench, "");
    EXPECT_EQ(entries[0].build_bench, kBuild);
  }
}

TEST(LibraryEntries, InstallsThatNeedTwoProgramsGetOneThatIsBuilt) {
  const Machine machine = With({{"/opt/mpich-3", kMpich}, {"/opt/mpich-4", kMpich}, {"/opt/mpich-5", kMpich}});
  BenchSupply supply = Installed({"/opt/mpich-3", "/opt/mpich-4", "/opt/mpich-5"});
  EXPECT_EQ(LibraryEntries(machine, supply)[0].bench, "/opt/bench");
  supply.mpis["/opt/mpich-4"].bench = "/opt/another";
  EXPECT_EQ(LibraryEntries(machine, supply)[0].bench, "");
  EXPECT_EQ(LibraryEntries(machine, supply)[0].build_bench, kBuild);
}

TEST(LibraryEntries, AModuleIsBuiltForOnceItIsLoaded) {
  Machine machine = With({});
  machine.modules = {"openmpi/5.0.9"};
  EXPECT_EQ(LibraryEntries(machine, Installed())[0].build_bench, kBuild);
}

TEST(LibraryEntries, ObstaclesOfABuildAreMarkedForEditing) {
  const Machine machine = With({{"mpich", kMpich}});
  BenchSupply supply = Installed();
  supply.mpis["mpich"].obstacle = "no compiler wrapper";
  EXPECT_EQ(LibraryEntries(machine, supply)[0].edit, "its benchmark program cannot be built yet: no compiler wrapper");
  supply.builder = BenchSupply::Builder::kBazel;
  EXPECT_THAT(LibraryEntries(machine, supply)[0].edit, HasSubstr("no compiler wrapper"));
  supply.mpis.clear();
  EXPECT_THAT(LibraryEntries(machine, supply)[0].edit, HasSubstr("takes some minutes"));
  EXPECT_THAT(LibraryEntries(machine, {})[0].edit, HasSubstr("is not in an installation"));
}

TEST(InitialConfig, NamesWhatWasFound) {
  const toml::table config = Parsed(MadeHost().Look());
  EXPECT_EQ(config["library"][0]["name"].value<std::string>(), "openmpi");
  EXPECT_THAT(*config["library"][0]["prefix"].value<std::string>(), testing::EndsWith("/opt/openmpi-*"));
  EXPECT_EQ(config["library"][0]["bench"].value<std::string>(), "/path/to/mpigauge-bench");  // nobody builds one
  EXPECT_EQ(config["measure"]["suite"].value<std::string>(), "smoke");
  EXPECT_EQ(config["shape"].as_array()->size(), 2U);
  EXPECT_EQ(config["shape"][0]["ranks"].value<int>(), 2);
  EXPECT_EQ(config["shape"][1]["ranks"].value<int>(), 4);  // of eight cores, one is left
  EXPECT_EQ(config["gate"]["tolerance"].value<std::string>(), "5%");
  EXPECT_EQ(config["output"]["folder"].value<std::string>(), "mpigauge-reports");
  EXPECT_FALSE(config["slurm"]);
  EXPECT_FALSE(config["gate"]["waivers"]);
}

TEST(InitialConfig, NeedsNoEditingInAnInstallation) {
  const Machine machine = With({{"openmpi", kOpenMpi}, {"mpich", kMpich}});
  const toml::table config = Parsed(machine, Installed({"openmpi"}));
  ASSERT_EQ(config["library"].as_array()->size(), 2U);
  EXPECT_EQ(config["library"][0]["bench"].value<std::string>(), "/opt/bench");
  EXPECT_EQ(config["library"][1]["build_bench"].value<std::string>(), kBuild);
  const std::string text = InitialConfig(machine, Installed({"openmpi"}));
  EXPECT_EQ(text.find("EDIT:"), std::string::npos);
  EXPECT_EQ(text.find("//benchmarks"), std::string::npos);
}

TEST(InitialConfig, LibrariesThatNeedEditingAreCommentedOutWhereOthersAreReady) {
  const Machine machine = With({{"openmpi", kOpenMpi}, {"mpich", kMpich}});
  EXPECT_EQ(Parsed(machine)["library"].as_array()->size(), 2U);
  BenchSupply supply = Installed({"openmpi"});
  supply.mpis["mpich"].obstacle = "no compiler wrapper";
  const toml::table config = Parsed(machine, supply);
  ASSERT_EQ(config["library"].as_array()->size(), 1U);
  EXPECT_EQ(config["library"][0]["bench"].value<std::string>(), "/opt/bench");
  EXPECT_THAT(InitialConfig(machine, supply), HasSubstr("\n# [[library]]                      # MPICH 1.2"));
  EXPECT_THAT(InitialConfig(machine, supply), HasSubstr("\n# # EDIT: its benchmark program cannot be built yet: no"));
}

TEST(InitialConfig, HasSlurmWhereItAnswers) {
  Machine machine = MadeHost().Look();
  machine.slurm = {true,
                   true,
                   false,
                   "",
                   {{"debug", false, true, 1, 4, "(null)", "30:00"}, {"perf", true, true, 4, 64, "(null)", "1"}},
                   {}};
  const toml::table config = Parsed(machine);
  EXPECT_EQ(config["slurm"]["partition"].value<std::string>(), "perf");
  EXPECT_EQ(config["slurm"]["exclusive"].value<bool>(), true);
  ASSERT_EQ(config["shape"].as_array()->size(), 3U);
  EXPECT_EQ(config["shape"][1]["nodes"].value<int>(), 2);
  EXPECT_EQ(config["shape"][2]["ranks"].value<int>(), 32);
}

TEST(InitialConfig, ASlurmThatDoesNotAnswerIsThereToBeUncommented) {
  Machine machine = MadeHost().Look();
  machine.slurm.installed = true;
  EXPECT_FALSE(Parsed(machine)["slurm"]);
  EXPECT_THAT(InitialConfig(machine, {}), HasSubstr("\n# [slurm]"));
}

TEST(InitialConfig, WithoutAnyMpiItSaysWhatToWrite) {
  MadeHost host;
  host.Remove("opt");
  const std::string text = InitialConfig(host.Look(), {});
  EXPECT_THAT(text, HasSubstr("# EDIT: no MPI was found here"));
  EXPECT_THAT(text, HasSubstr("problem: MPI: none"));
  EXPECT_EQ(ParseToml(text, "mpigauge.toml")["library"].as_array()->size(), 1U);
}

TEST(InitialConfig, APathWithQuotesIsStillToml) {
  Machine machine = With({{R"(/opt/my "mpi"\x)", kOpenMpi}});
  EXPECT_EQ(Parsed(machine)["library"][0]["prefix"].value<std::string>(), R"(/opt/my "mpi"\x)");
}

TEST(InitialConfig, OneProcessorGetsOneRank) {
  MadeHost host;
  host.Write("proc/self/status", "Cpus_allowed_list: 0\n");
  EXPECT_EQ(Parsed(host.Look())["shape"][0]["ranks"].value<int>(), 1);
}

TEST(InitialWaivers, WaiveNothing) {
  EXPECT_TRUE(ParseWaivers(InitialWaivers(), "waivers.toml").all.empty());
  EXPECT_EQ(Parsed(MadeHost().Look(), {}, true)["gate"]["waivers"].value<std::string>(), "waivers.toml");
}

// The commented example is what a user would write.
TEST(InitialWaivers, TheExampleIsOne) {
  std::string example;
  std::istringstream lines(InitialWaivers());
  for (std::string line; std::getline(lines, line);) {
    const bool key = line.starts_with("# [[") || (line.find(" = ") != std::string::npos);
    if (key) example += line.substr(2) + "\n";
  }
  EXPECT_EQ(ParseWaivers(example, "waivers.toml").all.size(), 1U);
}

}  // namespace
}  // namespace mpigauge
