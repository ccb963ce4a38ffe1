#include "ci/doctor/init_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "base/json.h"
#include "base/manual/documentation.h"
#include "ci/doctor/checks.h"

namespace mpigauge {
namespace {

// A literal string of TOML where it is easier to read; otherwise a basic one, which is the same as one of JSON.
std::string Quoted(const std::string& text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](unsigned char letter) { return letter >= ' '; });
  const bool quotes = text.find('"') != std::string::npos && text.find_first_of("'\x7f") == std::string::npos;
  return plain && quotes ? "'" + text + "'" : Json(text).dump();
}

std::string HeaderText(const Machine& machine) {
  std::string text =
      R"(# The pipeline of `mpigauge ci`, which judges each update of an MPI library. `mpigauge ci init` wrote this file for you
# to edit. Paths are relative to it. EDIT marks what you must decide.
)";
  std::vector<Diagnosis> all = Diagnose(machine);
  std::erase_if(all, [](const Diagnosis& one) { return one.check == "load"; });  // tomorrow it is another
  if (Worst(all) == Health::kOk) return text;
  text += "#\n# `mpigauge doctor` says of this machine:\n";
  for (const Diagnosis& one : all) {
    if (one.health != Health::kOk)
      text += fmt::format("#   {}: {}: {}\n", HealthName(one.health), one.check, one.found);
  }
  return text;
}

constexpr const char* kPlaces = R"(
state = "mpigauge-ci"            # folder for the state, builds and launches of the pipeline

[store]
location = "mpigauge.sqlite"     # results; or postgresql://user@host/database
)";

// Each line behind a '#'.
std::string CommentedOut(const std::string& text) {
  std::istringstream lines(text);
  std::string commented;
  for (std::string line; std::getline(lines, line);) commented += line.empty() ? "\n" : "# " + line + "\n";
  return commented;
}

std::string LibraryText(const LibraryEntry& entry) {
  std::string text = fmt::format("\n[[library]]                      # {}\nname = {}\n{} = {}\n", entry.comment,
                                 Quoted(entry.name), entry.source, Quoted(entry.value));
  if (!entry.edit.empty()) text += "# EDIT: " + entry.edit + "\n";
  if (!entry.bench.empty()) return text + fmt::format("bench = {}\n", Quoted(entry.bench));
  if (entry.build_bench.empty()) return text + "bench = \"/path/to/mpigauge-bench\"\n";
  return text + fmt::format("build_bench = {}    # once for each update\n", Quoted(entry.build_bench));
}

// Libraries that cannot be measured before something is edited stand behind '#', unless there are no others.
std::string LibrariesText(const std::vector<LibraryEntry>& libraries) {
  const bool ready =
      std::any_of(libraries.begin(), libraries.end(), [](const LibraryEntry& entry) { return entry.edit.empty(); });
  std::string text;
  for (const LibraryEntry& entry : libraries) {
    const std::string one = LibraryText(entry);
    text += ready && !entry.edit.empty() ? CommentedOut(one) : one;
  }
  return text;
}

std::string OtherSourcesText(const BenchSupply& supply) {
  const std::string build = BuildCommand(supply, "git", "");
  return fmt::format(R"(
# Libraries may come from elsewhere, too:
# [[library]]
# name = "openmpi-main"
# git = "https://github.com/open-mpi/ompi.git"
# ref = "main"
# build = "./autogen.pl && ./configure --prefix=$PREFIX && make -j8 install"
# {}
# environment = {{ OMPI_MCA_btl = "tcp,self" }}
)",
                     build.empty() ? R"(bench = "/path/to/mpigauge-bench")" : "build_bench = " + Quoted(build));
}

constexpr const char* kNoLibrary = R"(
# EDIT: no MPI was found here
[[library]]
name = "openmpi"
prefix = "/opt/openmpi-*"        # each matching folder is an update; or mpi = "openmpi", or module = "openmpi/5.0"
bench = "/opt/mpigauge-bench"    # the benchmark program that was built for it
)";

constexpr const char* kMeasure = R"(
[measure]
suite = "smoke"                  # 1 or 2 s a launch; standard takes a minute. Or filter = "^allreduce/"
launches = 10                    # of the run that is compared with the baseline
timeout = "10min"                # of one launch
finalize_timeout = "30s"         # of its MPI_Finalize
)";

// The largest power of two below: one core is left to the system.
int ManyRanks(int cores) {
  int ranks = 1;
  while (2 * ranks < cores) ranks *= 2;
  return ranks;
}

std::string ShapesText(const Machine& machine) {
  const bool slurm = machine.slurm.answers;
  const std::string partition = machine.slurm.DefaultPartition();
  int cores = static_cast<int>(machine.allowed.size());
  int nodes = 1;
  for (const SlurmNodes& one : machine.slurm.nodes) {
    if (one.partition != partition) continue;
    cores = one.processors;
    nodes = std::max(nodes, one.nodes);
  }
  std::string text =
      fmt::format("\n[[shape]]                        # each library is measured in each shape\nranks = {}\n",
                  cores > 1 || slurm ? 2 : 1);
  if (slurm && nodes > 1) {
    text += "\n[[shape]]                        # through the network\nnodes = 2\nranks_per_node = 1\n";
  }
  if (const int ranks = ManyRanks(cores); ranks > 2) {
    text += fmt::format("\n[[shape]]                        # of {} processors\nranks = {}\n", cores, ranks);
  }
  return text;
}

std::string GateText(bool waivers) {
  return fmt::format(R"(
[gate]
# baseline = "release"           # default: one for each library, with the library's name
# against = "previous"           # compare each version with the one before it, not with the runs of the baseline
tolerance = "5%"                 # or a list: ["5%", "allreduce/*=3%"]
alpha = 0.05                     # the chance that an equal library fails
max_launches = 32                # of each library, if both are measured side by side
turns = 6                        # launches of each library that take turns; 1: one after the other
budget = "30min"                 # time for launches side by side
{}promote = true                   # add a run that passed to the baseline
)",
                     waivers ? "waivers = \"waivers.toml\"         # known slowdowns that are accepted for a while\n"
                             : "# waivers = \"waivers.toml\"       # known slowdowns that are accepted for a while\n");
}

std::string SlurmText(const Machine& machine) {
  if (!machine.slurm.installed) return "";
  const bool answers = machine.slurm.answers;
  const std::string mark = answers ? "" : "# ";
  const std::string partition = machine.slurm.DefaultPartition();
  std::string text =
      answers ? "\n"
              : "\n# Slurm is installed and did not answer; without this section launches are made on this host.\n";
  text += mark + "[slurm]                          # without this section launches are made on this host\n";
  text += fmt::format("{}partition = {}\n", mark, Quoted(partition));
  text += mark + "account = \"\"                     # EDIT if your site wants one\n";
  text += mark + "constraint = \"\"                  # nodes of one kind: compared runs need equal nodes\n";
  text += mark + "exclusive = true                 # no other jobs on the nodes\n";
  text += mark + "time = \"60\"                      # minutes, of a job\n";
  text += mark + "tasks = 2                        # the jobs of a run, since nodes and hours differ\n";
  text += mark + "launcher = \"auto\"                # srun with pmix or pmi2 if Slurm has it, else mpirun\n";
  return text;
}

constexpr const char* kOutput = R"(
[output]
folder = "mpigauge-reports"      # report.html, junit.xml, summary.md, comparison.json; by update
# pushgateway = "http://127.0.0.1:9091"
)";

}  // namespace

std::string InitialConfig(const Machine& machine, const BenchSupply& supply, bool waivers) {
  std::string text = HeaderText(machine) + kPlaces;
  const std::vector<LibraryEntry> libraries = LibraryEntries(machine, supply);
  text += libraries.empty() ? kNoLibrary : LibrariesText(libraries);
  return text + OtherSourcesText(supply) + kMeasure + ShapesText(machine) + GateText(waivers) + SlurmText(machine) +
         kOutput;
}

std::string InitialWaivers() {
  // Not of this installation: those who read the file may have another.
  const std::string page = NameOfPage("use/baselines", "");
  return "# Slowdowns that are known and accepted for a while; all five keys are needed. See\n# " + page + R"(.
#
# [[waiver]]
# series = "allreduce/bytes:*"     # a pattern as in a shell, of the whole name
# up_to = 1.15                     # 15% slower is accepted
# until = 2026-12-31               # the last day on which that counts (UTC)
# reason = "waits for the fix of the tuned collectives"
# by = "Ada Lovelace"
)";
}

}  // namespace mpigauge
