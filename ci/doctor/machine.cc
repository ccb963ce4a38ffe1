#include "ci/doctor/machine.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <thread>

#include "base/error.h"
#include "ci/launch/plan.h"
#include "ci/process/process.h"
#include "ci/slurm/starter.h"

namespace mpigauge {
namespace {

constexpr double kPatienceSeconds = 15;
constexpr const char* kFormat = "--format=%P|%a|%D|%c|%f|%l";

// "36" and sinfo's "36+", the least of several kinds.
int Count(const std::string& text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string FirstLineOf(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::string SlurmFacts::DefaultPartition() const {
  for (const SlurmNodes& one : nodes) {
    if (one.is_default) return one.partition;
  }
  return "";
}

std::vector<SlurmNodes> ParseSinfo(std::string_view text) {
  std::vector<SlurmNodes> all;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> fields;
    std::istringstream words(line);
    for (std::string word; std::getline(words, word, '|');) fields.push_back(word);
    if (fields.size() != 6 || fields[0].empty()) continue;
    SlurmNodes nodes{fields[0],        fields[0].ends_with('*'), fields[1] == "up",
                     Count(fields[2]), Count(fields[3]),         fields[4],
                     fields[5]};
    if (nodes.is_default) nodes.partition.pop_back();
    all.push_back(nodes);
  }
  return all;
}

namespace {

// Asks Slurm's commands, where there are such, with patience for a controller that does not answer.
SlurmFacts AskSlurm() {
  SlurmFacts facts;
  facts.installed = FindProgram("sbatch") && FindProgram("sinfo");
  if (!facts.installed) return facts;
  const ProcessResult result = RunProcess({{"sinfo", "--noheader", kFormat}, {}, kPatienceSeconds});
  facts.in_job = std::getenv("SLURM_JOB_ID") != nullptr;
  facts.answers = result.exit_code == 0;
  if (!facts.answers) {
    facts.words = result.timed_out ? "no answer in 15 s" : FirstLineOf(result.err);
    return facts;
  }
  facts.nodes = ParseSinfo(result.out);
  facts.mpi_types = MpiTypesHere();
  return facts;
}

const std::vector<std::string> kFolders = {"opt", "usr/local", "usr/lib/mpi", "usr/lib64", "usr/lib64/mpi/gcc"};
const std::vector<std::string> kLaunchers = {"bin/mpirun", "bin/mpiexec", "bin/mpiexec.hydra"};

bool LooksLikeMpi(const HostFiles& files, const std::string& folder) {
  return std::any_of(kLaunchers.begin(), kLaunchers.end(),
                     [&](const std::string& name) { return files.Exists(folder + "/" + name); });
}

void Add(std::vector<FoundMpi>& found, std::set<std::string>& seen, const std::string& wanted) {
  try {
    const MpiInstall install = FindMpi(wanted);
    if (seen.insert(std::filesystem::canonical(install.launcher)).second) found.push_back({wanted, install});
  } catch (const Error&) {
    // None there, or one that does not start: nothing that could be measured.
  }
}

// Folders that look like the prefix of an MPI (bin/mpirun, bin/mpiexec or bin/mpiexec.hydra), where people and
// distributions put them: /opt, /opt/*, /usr/local, /usr/lib/mpi, /usr/lib64, /usr/lib64/mpi/gcc. Sorted.
std::vector<std::string> MpiPrefixes(const HostFiles& files) {
  std::set<std::string> prefixes;
  const auto look = [&](const std::string& folder) {
    if (LooksLikeMpi(files, folder)) prefixes.insert((files.root() / folder).string());
  };
  look("usr/local");
  for (const std::string& folder : kFolders) {
    for (const std::string& name : files.Names(folder, "*")) look(folder + "/" + name);
  }
  for (const std::string& name : files.Names("opt", "*")) {
    for (const std::string& version : files.Names("opt/" + name, "*")) look("opt/" + name + "/" + version);
  }
  return {prefixes.begin(), prefixes.end()};
}

}  // namespace

std::vector<FoundMpi> FindMpis(const HostFiles& files) {
  std::vector<FoundMpi> found;
  std::set<std::string> seen;
  for (const std::string& prefix : MpiPrefixes(files)) Add(found, seen, prefix);
  // Last: a prefix that PATH leads to is better known by its folder. A made host has no PATH.
  if (files.root() == "/") {
    Add(found, seen, "openmpi");
    Add(found, seen, "mpich");
  }
  return found;
}

std::vector<std::string> MpiModules(const std::string& module_path) {
  static const std::regex kNames("(openmpi|ompi|mpich|mvapich2?|cray-mpich|impi|intel-?mpi)([-_].*)?",
                                 std::regex::icase);
  std::set<std::string> modules;
  std::istringstream folders(module_path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (folder.empty()) continue;
    const HostFiles files(folder);
    for (const std::string& name : files.Names("", "[!.]*")) {
      if (!std::regex_match(name, kNames)) continue;
      for (const std::string& version : files.Names(name, "[!.]*")) {
        modules.insert(name + "/" + (version.ends_with(".lua") ? version.substr(0, version.size() - 4) : version));
      }
    }
  }
  return {modules.begin(), modules.end()};
}

namespace {

std::string BenchHere() {
  try {
    return FindBench("");
  } catch (const Error&) {
    return "";
  }
}

std::set<int> AllowedProcessors(const HostFiles& files) {
  return ParseProcessorList(files.Value("proc/self/status", "Cpus_allowed_list").value_or(""));
}

}  // namespace

Machine LookAtMachine(const HostFiles& files, int ranks, double watch_seconds) {
  Machine machine;
  machine.files = files;
  machine.before = SampleCpu(files);
  std::this_thread::sleep_for(std::chrono::duration<double>(watch_seconds));
  machine.after = SampleCpu(files);
  machine.allowed = AllowedProcessors(files);
  machine.ranks = ranks;
  machine.mpis = FindMpis(files);
  machine.temp_folder = (files.root() / "tmp").string();
  if (files.root() != "/") return machine;
  machine.temp_folder = std::filesystem::temp_directory_path();
  machine.bench = BenchHere();
  const char* module_path = std::getenv("MODULEPATH");
  if (module_path != nullptr) machine.modules = MpiModules(module_path);
  machine.slurm = AskSlurm();
  return machine;
}

}  // namespace mpigauge
