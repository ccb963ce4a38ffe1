#include "ci/doctor/mpi_search.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "harness/base/error.h"

namespace mpigauge {
namespace {

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

}  // namespace

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

}  // namespace mpigauge
