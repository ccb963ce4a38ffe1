#include <CLI/App.hpp>
#include <memory>

#include "ci/cli/commands.h"
#include "ci/cli/format_option.h"
#include "ci/cli/measure_options.h"
#include "ci/launch/start_command.h"
#include "ci/process/process.h"
#include "harness/base/json.h"
#include "harness/record/case_info.h"

namespace mpigauge {
namespace {

constexpr double kTimeoutSeconds = 60;

struct CasesOptions {
  LibraryOptions library;
  bool as_json = false;
};

// The benchmark program knows them; it is an MPI program, so its launcher starts it, on one rank.
std::vector<CaseInfo> AskFor(const CasesOptions& options) {
  LaunchPlan plan;
  plan.library = options.library.ToLibrary("");
  plan.bench = FindBench(options.library.bench);
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

ExitCode Execute(const CasesOptions& options, CommandContext& context) {
  const std::vector<CaseInfo> cases = AskFor(options);
  context.streams.out << (options.as_json ? JsonText(ToJson(cases)) : CasesText(cases));
  return ExitCode::kPass;
}

}  // namespace

void AddCasesCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<CasesOptions>();
  CLI::App* command = app.add_subcommand("cases", "List what can be measured: families, cases, parameters, units");
  command->footer(R"(Examples:
  mpigauge cases
  mpigauge cases --mpi mpich --bench ./mpigauge-bench-mpich --format json)");
  options->library.AddTo(*command, "");
  AddFormatOption(*command, options->as_json);
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge
