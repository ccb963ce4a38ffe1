#include "ci/bench_build/compiler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
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

// mpirun.openmpi has mpicxx.openmpi beside it.
std::vector<std::string> WrapperNames(const MpiInstall& install) {
  const std::string ending = fs::path(install.launcher).extension().string();
  std::vector<std::string> names;
  if (!ending.empty()) names.push_back("mpicxx" + ending);
  const std::string own = install.kind == MpiInstall::Kind::kOpenMpi ? "mpicxx.openmpi" : "mpicxx.mpich";
  if (names.empty() || names[0] != own) names.push_back(own);
  if (install.kind == MpiInstall::Kind::kIntel) names.insert(names.end(), {"mpigxx", "mpiicpx"});
  names.insert(names.end(), {"mpicxx", "mpic++"});
  return names;
}

std::string FindWrapper(const MpiInstall& install) {
  const fs::path folder = fs::path(install.launcher).parent_path();
  const std::vector<std::string> names = WrapperNames(install);
  for (const std::string& name : names) {
    if (const auto found = FindProgram((folder / name).string())) return *found;
  }
  throw UsageError(
      "no compiler wrapper of {} in {} (looked for {}); install the files for developers of this MPI, such as "
      "Debian's libopenmpi-dev or libmpich-dev",
      install.Name(), folder.string(), fmt::join(names, ", "));
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
  MpiCompiler compiler{FindWrapper(install), "a compiler that is not known", install.environment};
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
