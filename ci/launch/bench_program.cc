#include "ci/launch/bench_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/error.h"
#include "base/escape.h"
#include "ci/launch/needed_libraries.h"
#include "ci/launch/plan.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;

// MPI 5 defines a binary interface for all libraries.
constexpr std::string_view kStandardInterface = "libmpi_abi.so.0";

void AddFolders(const std::string& text, char separator, std::vector<fs::path>& folders) {
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, separator);) {
    part.erase(part.find_last_not_of(" \t\r") + 1);
    if (part.starts_with('/')) folders.emplace_back(part);
  }
}

// Files that say where the machine has libraries, besides the folders that are always looked into.
std::vector<fs::path> LinkerSettings() {
  std::vector<fs::path> files = {"/etc/ld.so.conf"};
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/etc/ld.so.conf.d", error)) {
    if (entry.path().extension() == ".conf") files.push_back(entry.path());
  }
  std::sort(files.begin() + 1, files.end());
  return files;
}

// Beside the launcher, then in the order of the dynamic linker: a program may have been linked with the path of a
// library that the linker does not find by itself.
std::vector<fs::path> FoldersOf(const MpiInstall& install) {
  std::vector<fs::path> folders;
  const fs::path launcher = install.launcher;
  if (launcher.is_absolute()) {
    for (const char* beside : {"../lib", "../lib64"}) {
      folders.push_back((launcher.parent_path() / beside).lexically_normal());
    }
  }
  const auto own = install.environment.find("LD_LIBRARY_PATH");
  const char* here = std::getenv("LD_LIBRARY_PATH");
  AddFolders(own != install.environment.end() ? own->second : here != nullptr ? here : "", ':', folders);
  for (const fs::path& file : LinkerSettings()) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    AddFolders(text.str(), '\n', folders);
  }
  for (const char* always : {"/lib64", "/usr/lib64", "/lib", "/usr/lib"}) folders.emplace_back(always);
  return folders;
}

std::string Described(const std::string& library) {
  return library == kStandardInterface ? library + " (the standard interface of MPI 5)" : library;
}

std::string DescribedAll(const std::vector<std::string>& libraries) {
  std::vector<std::string> words;
  for (const std::string& library : libraries) words.push_back(Described(library));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::optional<MpiInstall> IfInstalled(const std::string& mpi) {
  try {
    return FindMpi(mpi);
  } catch (const Error&) {
    return std::nullopt;  // compute nodes may have it
  }
}

}  // namespace

std::vector<std::string> MpiLibraryNames(MpiInstall::Kind kind) {
  if (kind == MpiInstall::Kind::kOpenMpi) return {"libmpi.so.40", "libmpi.so.80", "libmpi.so.20"};
  // MPICH from 4.1 on has its number in releases alone; out of its repository it is libmpi.so.0. Debian's other name
  // comes behind both: the machine's library is not meant where a prefix has one.
  return {"libmpi.so.12", "libmpi.so.0", "libmpich.so.12"};
}

OfferedLibraries OfferedIn(const std::vector<fs::path>& folders, MpiInstall::Kind kind) {
  std::vector<std::string> names = MpiLibraryNames(kind);
  names.emplace_back(kStandardInterface);
  for (const fs::path& folder : folders) {
    OfferedLibraries offered;
    for (const std::string& name : names) {
      std::error_code error;
      if (fs::exists(folder / name, error)) offered.names.push_back(name);
    }
    offered.folder = folder;
    if (!offered.names.empty()) return offered;
  }
  return {};
}

OfferedLibraries OfferedBy(const MpiInstall& install) { return OfferedIn(FoldersOf(install), install.kind); }

std::string NeededMpi(const fs::path& program) {
  for (const std::string& library : NeededLibraries(program)) {
    for (const char* beginning : {"libmpi.so", "libmpich.so", "libmpi_abi.so"}) {
      if (library.starts_with(beginning)) return library;
    }
  }
  return "";
}

bool MayRunWith(const fs::path& program, const OfferedLibraries& offered) {
  const std::string needed = NeededMpi(program);
  return needed.empty() || offered.names.empty() ||
         std::find(offered.names.begin(), offered.names.end(), needed) != offered.names.end();
}

std::vector<fs::path> OtherPrograms(const fs::path& mpigauge) {
  std::vector<fs::path> programs;
  std::error_code error;
  const fs::path folder = (mpigauge.parent_path() / "../lib/mpigauge/programs").lexically_normal();
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.is_regular_file() && access(entry.path().c_str(), X_OK) == 0) programs.push_back(entry.path());
  }
  std::sort(programs.begin(), programs.end());
  return programs;
}

BenchProgram ChooseProgram(const std::vector<fs::path>& programs, const MpiInstall& install,
                           const OfferedLibraries& offered, const std::string& mpi) {
  const auto fitting = std::find_if(programs.begin(), programs.end(),
                                    [&](const fs::path& program) { return MayRunWith(program, offered); });
  if (fitting == programs.begin()) return {fitting->string(), ""};
  if (fitting != programs.end()) {
    return {fitting->string(), fmt::format("{} offers {}; the benchmark program that needs it is {}", install.Name(),
                                           NeededMpi(*fitting), fitting->string())};
  }
  std::vector<std::string> needed;
  for (const fs::path& program : programs) needed.push_back(NeededMpi(program));
  std::vector<std::string> build = {"mpigauge", "build-bench"};
  if (!mpi.empty()) build.insert(build.end(), {"--mpi", mpi});
  throw UsageError(
      "no benchmark program fits {}, which offers {} in {}; the programs here need {}; build one, and name "
      "it with --bench:{}",
      install.Name(), DescribedAll(offered.names), offered.folder.string(), fmt::join(needed, ", "),
      FurtherLines(ShellText(build)));
}

BenchProgram FindBenchFor(const std::string& mpi, const std::string& given) {
  const std::string first = FindBench(given);
  const char* variable = std::getenv("MPIGAUGE_BENCH");
  if (!given.empty() || (variable != nullptr && *variable != '\0')) return {first, ""};
  const auto install = IfInstalled(mpi);
  if (!install) return {first, ""};
  std::vector<fs::path> programs = {first};
  for (const fs::path& program : OtherPrograms(fs::read_symlink("/proc/self/exe"))) programs.push_back(program);
  return ChooseProgram(programs, *install, OfferedBy(*install), mpi);
}

}  // namespace mpigauge
