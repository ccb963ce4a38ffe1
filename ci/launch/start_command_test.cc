#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "base/escape.h"
#include "ci/launch/launchers.h"

namespace mpigauge {
namespace {

constexpr auto kOpenMpi = MpiInstall::Kind::kOpenMpi;
constexpr auto kMpich = MpiInstall::Kind::kMpich;
constexpr auto kIntel = MpiInstall::Kind::kIntel;

struct Row {
  std::string launcher;
  MpiInstall install;
  std::string bound;    // the command line where every rank has a processor, without the program
  std::string crowded;  // where two ranks have one
};

LaunchPlan Example(const std::string& launcher) {
  LaunchPlan plan;
  plan.library = {"nightly", "", {"/x/libslow.so", "/y.so"}, {{"BTL", "tcp,self"}, {"ODD", "{ranks} $HOME"}}, "3f2a"};
  plan.bench = "/b/mpigauge-bench";
  plan.bench_arguments = {"--passes", "2"};
  plan.launcher = launcher;
  return plan;
}

std::vector<Row> Rows() {
  const MpiInstall four{kOpenMpi, "/o4/bin/mpirun", "4.1.8", {{"LD_LIBRARY_PATH", "/o4/lib"}}};
  const MpiInstall five{kOpenMpi, "/o5/bin/mpirun", "5.0.10", {{"LD_LIBRARY_PATH", "/o5/lib"}}};
  const MpiInstall mpich{kMpich, "/m/bin/mpiexec", "4.3.0", {{"LD_LIBRARY_PATH", "/m/lib"}}};
  const MpiInstall intel{kIntel, "/i/bin/mpirun", "2021.9", {{"LD_LIBRARY_PATH", "/i/lib"}}};
  const std::string root = geteuid() == 0 ? "--allow-run-as-root " : "";
  const std::string x = "-x BTL=tcp,self -x LD_PRELOAD=/x/libslow.so:/y.so -x 'ODD={ranks} $HOME'";
  const std::string genv = "-genv BTL tcp,self -genv LD_PRELOAD /x/libslow.so:/y.so -genv ODD '{ranks} $HOME'";
  const auto env = [](const std::string& library) {
    return "env BTL=tcp,self LD_LIBRARY_PATH=" + library + " LD_PRELOAD=/x/libslow.so:/y.so 'ODD={ranks} $HOME'";
  };
  return {
      {"auto", four, "/o4/bin/mpirun -n 2 " + root + "--bind-to core --map-by core " + x,
       "/o4/bin/mpirun -n 2 " + root + "--oversubscribe --map-by core --bind-to core:overload-allowed " + x},
      {"auto", five, "/o5/bin/mpirun -n 2 " + root + "--bind-to core --map-by core " + x,
       "/o5/bin/mpirun -n 2 " + root + "--map-by core:oversubscribe --bind-to core:overload-allowed " + x},
      {"auto", mpich, "/m/bin/mpiexec -n 2 -bind-to core " + genv, "/m/bin/mpiexec -n 2 -bind-to core " + genv},
      {"auto", intel, "/i/bin/mpirun -n 2 -genv I_MPI_PIN 1 -genv I_MPI_PIN_DOMAIN core " + genv,
       "/i/bin/mpirun -n 2 -genv I_MPI_PIN 0 " + genv},
      {"srun:pmix", four,
       "srun --mpi=pmix --ntasks=2 --cpu-bind=cores --kill-on-bad-exit=1 --export=ALL " + env("/o4/lib"),
       "srun --mpi=pmix --ntasks=2 --cpu-bind=none --overcommit --kill-on-bad-exit=1 --export=ALL " + env("/o4/lib")},
      {"srun:pmi2", mpich,
       "srun --mpi=pmi2 --ntasks=2 --cpu-bind=cores --kill-on-bad-exit=1 --export=ALL " + env("/m/lib"),
       "srun --mpi=pmi2 --ntasks=2 --cpu-bind=none --overcommit --kill-on-bad-exit=1 --export=ALL " + env("/m/lib")},
      {"flux:pmix", five, "flux run --ntasks=2 -o pmi=pmix -o cpu-affinity=per-task " + env("/o5/lib"),
       "flux run --ntasks=2 -o pmi=pmix -o cpu-affinity=off " + env("/o5/lib")},
      {"jsrun", mpich, "jsrun --nrs 2 --tasks_per_rs 1 --cpu_per_rs 1 --bind packed:1 " + env("/m/lib"),
       "jsrun --nrs 1 --tasks_per_rs 2 --cpu_per_rs ALL_CPUS --bind none " + env("/m/lib")}};
}

TEST(StartCommand, FitsEachLauncher) {
  unsetenv("MPIGAUGE_LAUNCHERS");
  setenv("XDG_CONFIG_HOME", "/nowhere", 1);
  const std::string program = " /b/mpigauge-bench --expect-loaded=/x/libslow.so:/y.so --passes 2";
  for (const Row& row : Rows()) {
    SCOPED_TRACE(row.launcher + ", " + row.install.Name());
    const LaunchPlan plan = Example(row.launcher);
    EXPECT_EQ(ShellText(StartCommand(plan, row.install, 2).words), row.bound + program);
    EXPECT_EQ(ShellText(StartCommand(plan, row.install, 1).words), row.crowded + program);
    // The library's variables are the launcher's own, or the ranks' alone.
    const bool given_to_ranks = row.bound.find("LD_LIBRARY_PATH") != std::string::npos;
    EXPECT_EQ(StartCommand(plan, row.install, 2).environment.empty(), given_to_ranks);
  }
}

// In an sbatch job, a gate in turns once waited without end: each step waited for the processors of the one before.
TEST(StartHere, StepsShareTheProcessorsOfAnAllocation) {
  const MpiInstall install{kOpenMpi, "/o4/bin/mpirun", "4.1.8", {}};
  unsetenv("SLURM_JOB_ID");
  unsetenv("SLURM_OVERLAP");
  EXPECT_FALSE(StartHere(Example(""), install).environment.contains("SLURM_OVERLAP"));
  setenv("SLURM_JOB_ID", "17", 1);
  for (const char* launcher : {"", "srun:pmix"}) {
    EXPECT_EQ(StartHere(Example(launcher), install).environment.at("SLURM_OVERLAP"), "1");
  }
  setenv("SLURM_OVERLAP", "0", 1);  // somebody's own
  EXPECT_FALSE(StartHere(Example(""), install).environment.contains("SLURM_OVERLAP"));
  unsetenv("SLURM_JOB_ID");
  unsetenv("SLURM_OVERLAP");
}

// In a job of one processor on a host with more, srun and mpirun once refused two ranks; on two nodes with a processor
// each, ranks that had one each were told to share.
TEST(StartHere, RanksShareWhereTheAllocationHasFewerProcessors) {
  const MpiInstall install{kOpenMpi, "/o4/bin/mpirun", "4.1.8", {}};
  const auto words = [&](const char* processors) {
    setenv("SLURM_JOB_CPUS_PER_NODE", processors, 1);
    return ShellText(StartHere(Example("srun:pmix"), install).words);
  };
  for (const char* enough : {"2", "1(x2)", "1,1", "64(x12),4"}) {
    EXPECT_THAT(words(enough), testing::HasSubstr("--cpu-bind=cores")) << enough;
  }
  EXPECT_THAT(words("1"), testing::HasSubstr("--overcommit"));
  EXPECT_EQ(ProcessorsOfRanks(), 1);
  setenv("SLURM_JOB_CPUS_PER_NODE", "64(x12),4", 1);
  EXPECT_EQ(ProcessorsOfRanks(), 772);
  for (const char* strange : {"", "many"}) {
    setenv("SLURM_JOB_CPUS_PER_NODE", strange, 1);
    EXPECT_GE(ProcessorsOfRanks(), 1) << strange;
  }
  unsetenv("SLURM_JOB_CPUS_PER_NODE");
  EXPECT_EQ(ProcessorsOfRanks(), ProcessorsHere());
}

// Tests what ranks see, with the launchers that are installed: the program is a script that says what it was given.
class RealLauncher : public testing::TestWithParam<const char*> {
 protected:
  static std::vector<std::vector<std::string>> RanksSee(int ranks, int processors) {
    const auto script = std::filesystem::path(testing::TempDir()) / "says-what-it-sees";
    std::ofstream(script) << "#!/bin/sh\n"
                             "echo \"saw|$BTL|$ODD|$LD_PRELOAD|$1 $2|$(sed -n 's/Cpus_allowed_list:.//p' "
                             "/proc/self/status)|\"\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    LaunchPlan plan = Example("auto");
    plan.library.preload = {"/lib/x86_64-linux-gnu/libm.so.6"};
    plan.bench = script;
    plan.ranks = ranks;
    plan.timeout_seconds = 60;
    const ProcessResult result = RunProcess(StartCommand(plan, FindMpi(GetParam()), processors));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    std::vector<std::vector<std::string>> seen;
    std::istringstream lines(result.out);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream fields(line);
      std::vector<std::string> all;
      for (std::string field; std::getline(fields, field, '|');) all.push_back(field);
      if (!all.empty() && all[0] == "saw") seen.push_back(all);
    }
    return seen;
  }
};

TEST_P(RealLauncher, HandsOnVariablesPreloadsAndBinding) {
  const int processors = ProcessorsHere();
  const auto seen = RanksSee(processors, processors);
  ASSERT_EQ(seen.size(), static_cast<std::size_t>(processors));
  std::set<std::string> places;
  for (const auto& rank : seen) {
    EXPECT_EQ(rank[1], "tcp,self");
    EXPECT_EQ(rank[2], "{ranks} $HOME");
    EXPECT_EQ(rank[3], "/lib/x86_64-linux-gnu/libm.so.6");
    EXPECT_EQ(rank[4], "--expect-loaded=/lib/x86_64-linux-gnu/libm.so.6 --passes");
    places.insert(rank[5]);
  }
  EXPECT_EQ(places.size(), seen.size()) << "each has a core of its own";
}

TEST_P(RealLauncher, StartsMoreRanksThanThereAreProcessors) {
  const int processors = ProcessorsHere();
  EXPECT_EQ(RanksSee(processors + 1, processors).size(), static_cast<std::size_t>(processors) + 1);
}

INSTANTIATE_TEST_SUITE_P(Installed, RealLauncher, testing::Values("openmpi", "mpich"));

}  // namespace
}  // namespace mpigauge
