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
  bool trace = false;  // the trace library instead of the benchmark program
  int jobs = 0;        // as many as there are processors
};

// It is written into this folder, beside the store that names the program later: a cache may be emptied, and baselines
// want their program.
fs::path OutputOf(const BuildBenchOptions& options, const MpiInstall& install) {
  if (!options.output.empty()) return options.output;
  if (options.trace) return fmt::format("libmpigauge_trace-{}-{}.so", install.KindName(), install.version);
  return fmt::format("mpigauge-bench-{}-{}", install.KindName(), install.version);
}

// Checks the place of the output before anything costs time.
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

// "./FILE": a command finds it where it was written.
std::string TypedPath(const fs::path& output) {
  return (output.is_absolute() ? output : fs::path(".") / output).string();
}

std::string UseOfBench(const BuildBenchOptions& options, const fs::path& output) {
  std::vector<std::string> words = {"mpigauge", "run"};
  if (!options.mpi.empty()) words.insert(words.end(), {"--mpi", options.mpi});
  words.insert(words.end(), {"--bench", TypedPath(output)});
  return ShellText(words);
}

std::string UseOfTraceLibrary(const MpiInstall& install, const fs::path& output) {
  return ShellText({"mpigauge", "trace", "record", "--library", TypedPath(output), "-o", "traces", "--",
                    install.launcher, "-n", "2", "./application"});
}

ExitCode Execute(const BuildBenchOptions& options, CommandContext& context) {
  const MpiInstall install = FindMpi(options.mpi);
  const fs::path output = OutputOf(options, install);
  RequireWritable(output);
  const BenchKit kit = InstalledKit(options.trace ? kTraceKit : kBenchKit);
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
  const std::string what =
      options.trace ? "records programs of" : fmt::format("{} cases for", Try(output, options.mpi, install));
  const std::string use = options.trace ? UseOfTraceLibrary(install, output) : UseOfBench(options, output);
  context.streams.out << fmt::format("{}: {} {}, built in {}\n  {}\n", TerminalEscaped(output.string()), what,
                                     install.Name(), FormatWallTime(took.count()), TerminalEscaped(use));
  return ExitCode::kPass;
}

}  // namespace

void AddBuildBenchCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<BuildBenchOptions>();
  CLI::App* command = app.add_subcommand("build-bench", "Build a benchmark program or trace library for your MPI");
  command->footer(R"(Examples:
  mpigauge build-bench --mpi /opt/mpich-4.1
  mpigauge run --mpi /opt/mpich-4.1 --bench ./mpigauge-bench-mpich-4.1 --baseline first
  mpigauge build-bench --mpi mpich -o mpigauge-bench-mpich
  mpigauge build-bench --mpi /opt/mpich-4.1 --trace
  mpigauge trace record --library ./libmpigauge_trace-mpich-4.1.so -o t1 -- mpirun -n 4 ./solver

The library's own mpicxx compiles it, with GCC 12 or Clang 14 or newer. OMPI_CXX and MPICH_CXX name another compiler.
Headers of other libraries come with mpigauge. A new version of the same library needs no new program, as long as its
binary interface stays the same.)");
  command->add_option("--mpi", options->mpi, "The MPI library: openmpi, mpich or a prefix (default: the machine's)")
      ->type_name("MPI");
  command
      ->add_option("-o,--output", options->output,
                   "The file that is written (default: mpigauge-bench-LIBRARY-VERSION in this folder; by --trace "
                   "libmpigauge_trace-LIBRARY-VERSION.so)")
      ->type_name("FILE");
  command->add_flag("--trace", options->trace,
                    "Build the library with which `trace record` records programs of this MPI, instead of the "
                    "benchmark program");
  command
      ->add_option("-j,--jobs", options->jobs,
                   "The number of compilers that run at the same time (default: the number of processors)")
      ->check(CLI::Range(1, 1000))
      ->type_name("N");
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
