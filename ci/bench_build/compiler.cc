#include "ci/bench_build/compiler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <sstream>
#include <vector>

#include "base/error.h"
#include "base/escape.h"
#include "base/temporary_folder.h"
#include "ci/process/process.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;

constexpr double kTimeoutSeconds = 60;

// The compilers that the sources are tested with, by their macros.
constexpr int kLeastGcc = 12;
constexpr int kLeastClang = 14;

// The compiler and the MPI as the preprocessor sees them.
constexpr const char* kProbe = R"(#include <mpi.h>
#if defined(__clang__)
mpigauge_compiler Clang __clang_major__ __clang_minor__
#elif defined(__GNUC__)
mpigauge_compiler GCC __GNUC__ __GNUC_MINOR__
#endif
#if defined(OPEN_MPI)
mpigauge_mpi openmpi
#else
mpigauge_mpi mpich
#endif
)";

// mpirun.openmpi has mpicxx.openmpi beside it. `stem` is mpicxx or mpicc.
std::vector<std::string> WrapperNames(const MpiInstall& install, const std::string& stem) {
  const std::string ending = fs::path(install.launcher).extension().string();
  std::vector<std::string> names;
  if (!ending.empty()) names.push_back(stem + ending);
  const std::string own = stem + (install.kind == MpiInstall::Kind::kOpenMpi ? ".openmpi" : ".mpich");
  if (names.empty() || names[0] != own) names.push_back(own);
  names.push_back(stem);
  return names;
}

std::optional<std::string> FirstProgram(const MpiInstall& install, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (auto found = FindProgram((fs::path(install.launcher).parent_path() / name).string())) return found;
  }
  return std::nullopt;
}

// MPICH that was configured with --disable-cxx has no mpicxx. Its mpicc calls a C++ compiler where a variable names
// one.
std::map<std::string, std::string> WithCompilerOfCxx(const MpiInstall& install) {
  const bool is_open_mpi = install.kind == MpiInstall::Kind::kOpenMpi;
  const char* wanted = std::getenv(is_open_mpi ? "OMPI_CXX" : "MPICH_CXX");
  std::map<std::string, std::string> environment = install.environment;
  environment[is_open_mpi ? "OMPI_CC" : "MPICH_CC"] = wanted != nullptr && *wanted != '\0' ? wanted : "g++";
  return environment;
}

MpiCompiler FindWrapper(const MpiInstall& install) {
  MpiCompiler compiler{"", "a compiler that is not known", install.environment};
  std::vector<std::string> names = WrapperNames(install, "mpicxx");
  if (install.kind == MpiInstall::Kind::kIntel) names.insert(names.end() - 1, {"mpigxx", "mpiicpx"});
  names.push_back("mpic++");
  auto found = FirstProgram(install, names);
  if (!found && install.kind != MpiInstall::Kind::kIntel) {
    found = FirstProgram(install, WrapperNames(install, "mpicc"));
    compiler.environment = WithCompilerOfCxx(install);
    names.push_back("mpicc");
  }
  if (found) {
    compiler.wrapper = *found;
    return compiler;
  }
  throw UsageError(
      "no compiler wrapper of {} in {} (looked for {}); install the files for developers of this MPI, such as "
      "Debian's libopenmpi-dev or libmpich-dev",
      install.Name(), fs::path(install.launcher).parent_path().string(), fmt::join(names, ", "));
}

// Nothing is known about compilers other than these two, and they may try.
void RequireNewEnough(const std::string& wrapper, const std::string& kind, int version, const std::string& name) {
  const int least = kind == "GCC" ? kLeastGcc : kLeastClang;
  if (version >= least) return;
  throw UsageError(
      "{} calls {}, which is too old: the benchmark program needs GCC {} or Clang {}; load a newer compiler, or name "
      "it for Open MPI by OMPI_CXX=g++-{}, for MPICH by MPICH_CXX=g++-{}",
      wrapper, name, kLeastGcc, kLeastClang, kLeastGcc, kLeastGcc);
}

bool IsLetter(unsigned char letter) { return std::isalpha(letter) != 0; }

}  // namespace

std::string FirstError(std::string_view said) {
  static const std::regex kError(R"([Ee]rror: |undefined reference|cannot find|not found)");
  std::istringstream text{std::string(said)};
  std::string first;
  for (std::string line; std::getline(text, line);) {
    if (std::regex_search(line, kError)) return line;
    if (first.empty() && std::any_of(line.begin(), line.end(), IsLetter)) first = line;
  }
  return first.empty() ? "it says nothing" : first;
}

MpiCompiler FindMpiCompiler(const MpiInstall& install) {
  MpiCompiler compiler = FindWrapper(install);
  const TemporaryFolder folder("compiler");
  const fs::path probe = folder.path() / "probe.cc";
  std::ofstream(probe) << kProbe;
  const ProcessResult answer =
      RunProcess({{compiler.wrapper, "-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX", "-E", "-P", probe.string()},
                  compiler.environment,
                  kTimeoutSeconds});
  if (answer.exit_code != 0) {
    throw UsageError("{} does not preprocess a file that includes mpi.h; is a C++ compiler installed, such as g++?{}",
                     compiler.wrapper, FurtherLines(answer.err.empty() ? answer.out : answer.err));
  }
  const bool is_open_mpi = answer.out.find("mpigauge_mpi openmpi") != std::string::npos;
  if (is_open_mpi != (install.kind == MpiInstall::Kind::kOpenMpi)) {
    throw UsageError("{} compiles for another MPI than {}; name the prefix of one MPI by --mpi", compiler.wrapper,
                     install.Name());
  }
  static const std::regex kCompiler(R"(mpigauge_compiler (\w+) (\d+) (\d+))");
  std::smatch match;
  if (std::regex_search(answer.out, match, kCompiler)) {
    compiler.name = fmt::format("{} {}.{}", match[1].str(), match[2].str(), match[3].str());
    RequireNewEnough(compiler.wrapper, match[1], std::stoi(match[2]), compiler.name);
  }
  return compiler;
}

}  // namespace mpigauge
