#include <CLI/App.hpp>
#include <memory>

#include "base/escape.h"
#include "base/json.h"
#include "ci/launch/bench_program.h"
#include "ci/launch/launchers.h"
#include "ci/launch/plan.h"
#include "ci/launch/series_of_plan.h"
#include "ci/process/process.h"
#include "mpigauge/commands.h"
#include "mpigauge/measure_options.h"
#include "mpigauge/shared_options.h"
#include "record/case_info.h"

namespace mpigauge {
namespace {

constexpr double kTimeoutSeconds = 60;

struct CasesOptions {
  LibraryOptions library;
  std::string suite;  // empty: all cases
  int ranks = 2;
  bool as_json = false;
};

// The benchmark program knows them; it is an MPI program, so its launcher starts it, on one rank.
std::vector<CaseInfo> AskFor(const CasesOptions& options) {
  LaunchPlan plan;
  plan.library = options.library.ToLibrary("");
  plan.bench = FindBenchFor(options.library.mpi, options.library.bench).path;
  plan.bench_arguments = {"--list-cases", "--benchmark_format=json"};
  plan.ranks = 1;
  plan.timeout_seconds = kTimeoutSeconds;
  const ProcessResult answer = RunProcess(StartHere(plan, FindMpi(plan.library.mpi)));
  if (answer.exit_code != 0) {
    throw NotMeasured("{} does not list its cases (exit code {}): {}", plan.bench, answer.exit_code,
                      answer.err.empty() ? answer.out : answer.err);
  }
  return CasesFromJson(ParseJson(answer.out, "what " + plan.bench + " lists"), plan.bench);
}

// Lists the series that a launch of the suite measures.
ExitCode ListSuite(const CasesOptions& options, CommandContext& context) {
  LaunchPlan plan;
  plan.library = options.library.ToLibrary("");
  plan.bench = FindBenchFor(options.library.mpi, options.library.bench).path;
  plan.bench_arguments = {"--suite=" + options.suite};
  plan.ranks = options.ranks;
  RequireUnderstood(plan);
  const std::vector<std::string> series = SeriesOfPlan(plan);
  if (options.as_json) {
    context.streams.out << JsonText({{"suite", options.suite}, {"ranks", options.ranks}, {"series", series}});
    return ExitCode::kPass;
  }
  for (const std::string& name : series) context.streams.out << TerminalEscaped(name) << "\n";
  return ExitCode::kPass;
}

ExitCode Execute(const CasesOptions& options, CommandContext& context) {
  if (!options.suite.empty()) return ListSuite(options, context);
  const std::vector<CaseInfo> cases = AskFor(options);
  context.streams.out << (options.as_json ? JsonText(ToJson(cases)) : CasesText(cases));
  return ExitCode::kPass;
}

}  // namespace

void AddCasesCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<CasesOptions>();
  CLI::App* command = app.add_subcommand("cases", "List what can be measured, or the series of a suite");
  command->footer(R"(Examples:
  mpigauge cases                        families, cases, parameters, units
  mpigauge cases --suite smoke          the series of a suite
  mpigauge cases --mpi mpich --bench ./mpigauge-bench-mpich --format json)");
  CLI::Option* suite =
      command->add_option("--suite", options->suite, "List the series of this suite: smoke, standard, full, network")
          ->type_name("NAME");
  command->add_option("-n,--ranks", options->ranks, "The number of ranks of these series")
      ->check(CLI::Range(1, 1000000))
      ->needs(suite)
      ->capture_default_str();
  options->library.AddTo(*command, "");
  AddFormatOption(*command, options->as_json);
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
