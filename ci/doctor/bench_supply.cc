#include "ci/doctor/bench_supply.h"

#include <fmt/format.h>

#include <fstream>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/escape.h"
#include "ci/bench_build/compiler.h"
#include "ci/bench_build/kit.h"
#include "ci/launch/bench_program.h"
#include "ci/process/process.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;

constexpr double kPatienceSeconds = 10;
constexpr std::string_view kRunsWith = ", runs with ";

// Bazel's output lies below a folder with a file of this name, which has the path of the sources.
constexpr const char* kBazelsNote = "DO_NOT_BUILD_HERE";

bool AreSources(const fs::path& folder) {
  return fs::exists(folder / "benchmarks/BUILD") && fs::exists(folder / "ci/bazel");
}

// Empty where Bazel did not build it, or the sources are gone.
fs::path SourcesOf(const fs::path& program) {
  for (fs::path folder = program.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    std::string sources;
    if (std::getline(std::ifstream(folder / kBazelsNote), sources))
      return AreSources(sources) ? fs::path(sources) : fs::path();
  }
  return {};
}

// Whether the program starts with the library of this MPI. Another library of the same name may be found first, and it
// says so; a launcher that calls its version otherwise than its library does costs a build, and nothing else.
bool RunsWith(const std::string& program, const MpiInstall& install) {
  try {
    const ProcessResult answer = RunProcess({{program, "--version"}, install.environment, kPatienceSeconds});
    const std::size_t told = answer.out.find(kRunsWith);
    if (answer.exit_code != 0 || told == std::string::npos) return false;
    const std::string library = answer.out.substr(told + kRunsWith.size());
    const bool is_open_mpi = library.starts_with("Open MPI");
    return is_open_mpi == (install.kind == MpiInstall::Kind::kOpenMpi) &&
           library.find(install.version) != std::string::npos;
  } catch (const Error&) {
    return false;  // it does not start here
  }
}

// The first of the programs that runs with this MPI; empty: none.
std::string ProgramFor(const std::vector<fs::path>& programs, const MpiInstall& install) {
  const OfferedLibraries offered = OfferedBy(install);
  for (const fs::path& program : programs) {
    if (MayRunWith(program, offered) && RunsWith(program.string(), install)) return program.string();
  }
  return "";
}

// The first line of why the MPI's compiler cannot be used.
std::string ObstacleOf(const MpiInstall& install) {
  try {
    FindMpiCompiler(install);
    return "";
  } catch (const Error& error) {
    const std::string text = error.what();
    return TerminalEscaped(text.substr(0, text.find('\n')));
  }
}

}  // namespace

std::string BuildCommand(const BenchSupply& supply, const std::string& source, const std::string& value) {
  if (supply.builder == BenchSupply::Builder::kNone) return "";
  if (supply.builder == BenchSupply::Builder::kInstallation) {
    return ShellText({supply.place.string()}) + R"( build-bench --mpi "$PREFIX" --output "$BENCH")";
  }
  // Bazel's default is the machine's Open MPI. The prefix of a module is known once it is loaded.
  const bool own = source == "mpi";
  return fmt::format(
      R"(cd {} && {}ci/bazel build {}//benchmarks:mpigauge-bench && cp bazel-bin/benchmarks/mpigauge-bench "$BENCH")",
      ShellText({supply.place.string()}), own ? "" : R"(MPI_HOME="$PREFIX" )",
      !own                 ? "--config=mpi_env "
      : value == "openmpi" ? ""
                           : "--config=mpich ");
}

BenchSupply FindBenchSupply(const Machine& machine, const fs::path& mpigauge) {
  BenchSupply supply;
  if (fs::is_directory(KitOf(mpigauge, kBenchKit))) {
    supply.builder = BenchSupply::Builder::kInstallation;
    supply.place = mpigauge;
  } else if (const fs::path sources = SourcesOf(mpigauge); !sources.empty()) {
    supply.builder = BenchSupply::Builder::kBazel;
    supply.place = sources;
  }
  std::vector<fs::path> programs = OtherPrograms(mpigauge);
  if (!machine.bench.empty()) programs.insert(programs.begin(), machine.bench);
  for (const FoundMpi& mpi : machine.mpis) {
    BenchSupply::ForMpi& found = supply.mpis[mpi.wanted];
    found.bench = ProgramFor(programs, mpi.install);
    if (found.bench.empty()) found.obstacle = ObstacleOf(mpi.install);
  }
  return supply;
}

}  // namespace mpigauge
