#include <fmt/format.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <chrono>
#include <filesystem>
#include <memory>

#include "base/error.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/units.h"
#include "ci/bench_build/build.h"
#include "ci/launch/launchers.h"
#include "ci/launch/plan.h"
#include "ci/launch/progress.h"
#include "ci/process/process.h"
#include "mpigauge/commands.h"
#include "record/case_info.h"

namespace mpigauge {
namespace {

namespace fs = std::filesystem;

constexpr double kTrialSeconds = 60;

struct BuildBenchOptions {
  std::string mpi;
  std::string output;
  int jobs = 0;  // as many as there are processors
};

// The program is written into this folder, beside the store that names it later: a cache may be emptied, and baselines
// want their program.
fs::path OutputOf(const BuildBenchOptions& options, const MpiInstall& install) {
  if (!options.output.empty()) return options.output;
  const std::string library = install.kind == MpiInstall::Kind::kOpenMpi ? "openmpi"
                              : install.kind == MpiInstall::Kind::kMpich ? "mpich"
                                                                         : "intelmpi";
  return fmt::format("mpigauge-bench-{}-{}", library, install.version);
}

// Checks the place of the program before anything costs time.
void RequireWritable(const fs::path& output) {
  const fs::path folder = fs::absolute(output).parent_path();
  if (fs::is_directory(output)) throw UsageError("--output {}: is a folder; name a file", output.string());
  if (!fs::is_directory(folder))
    throw UsageError("--output {}: there is no folder {}", output.string(), folder.string());
  if (access(folder.c_str(), W_OK) != 0) {
    throw UsageError("{}: nothing can be written there; name another file by --output", folder.string());
  }
}

// The number of cases that the program has, started on one rank as launches are.
std::size_t Try(const fs::path& program, const std::string& mpi, const MpiInstall& install) {
  LaunchPlan plan;
  plan.library.mpi = mpi;
  plan.bench = fs::absolute(program).string();
  plan.bench_arguments = {"--list-cases", "--benchmark_format=json"};
  plan.ranks = 1;
  Command command = StartHere(plan, install);
  command.timeout_seconds = kTrialSeconds;
  const ProcessResult answer = RunProcess(command);
  if (answer.exit_code != 0) {
    throw NotMeasured("{} is built, but it does not run on this host (exit code {}); it may run on a compute node:{}",
                      program.string(), answer.exit_code, FurtherLines(answer.err.empty() ? answer.out : answer.err));
  }
  return CasesFromJson(ParseJson(answer.out, "what " + program.string() + " lists"), program.string()).size();
}

ExitCode Execute(const BuildBenchOptions& options, CommandContext& context) {
  const MpiInstall install = FindMpi(options.mpi);
  const fs::path output = OutputOf(options, install);
  RequireWritable(output);
  const BenchKit kit = InstalledBenchKit();
  const MpiCompiler compiler = FindMpiCompiler(install);
  context.streams.err << fmt::format("{} files for {}, by {} ({})\n", kit.sources.size(), install.Name(),
                                     TerminalEscaped(compiler.wrapper), compiler.name);
  const auto begin = std::chrono::steady_clock::now();
  {
    ProgressLine progress(context.streams.err, context.streams.err_terminal);
    const int jobs = options.jobs > 0 ? options.jobs : ProcessorsHere();
    BuildBench(kit, compiler, output, jobs, [&](const std::string& text) { progress.Say(text); });
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  const std::size_t cases = Try(output, options.mpi, install);
  std::vector<std::string> use = {"mpigauge", "run"};
  if (!options.mpi.empty()) use.insert(use.end(), {"--mpi", options.mpi});
  use.insert(use.end(), {"--bench", output.is_absolute() ? output.string() : (fs::path(".") / output).string()});
  context.streams.out << fmt::format("{}: {} cases for {}, built in {}\n  {}\n", TerminalEscaped(output.string()),
                                     cases, install.Name(), FormatWallTime(took.count()),
                                     TerminalEscaped(ShellText(use)));
  return ExitCode::kPass;
}

}  // namespace

void AddBuildBenchCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<BuildBenchOptions>();
  CLI::App* command = app.add_subcommand("build-bench", "Build the benchmark program for your MPI");
  command->footer(R"(Examples:
  mpigauge build-bench --mpi /opt/mpich-4.1
  mpigauge run --mpi /opt/mpich-4.1 --bench ./mpigauge-bench-mpich-4.1 --baseline first
  mpigauge build-bench --mpi mpich -o mpigauge-bench-mpich

The library's own mpicxx compiles it, with GCC 12 or Clang 14 or newer. OMPI_CXX and MPICH_CXX name another compiler.
Headers of other libraries come with mpigauge. A new version of the same library needs no new program, as long as its
binary interface stays the same.)");
  command->add_option("--mpi", options->mpi, "The MPI library: openmpi, mpich or a prefix (default: the machine's)")
      ->type_name("MPI");
  command
      ->add_option("-o,--output", options->output,
                   "The program that is written (default: mpigauge-bench-LIBRARY-VERSION in this folder)")
      ->type_name("FILE");
  command
      ->add_option("-j,--jobs", options->jobs,
                   "The number of compilers that run at the same time (default: the number of processors)")
      ->check(CLI::Range(1, 1000))
      ->type_name("N");
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge
