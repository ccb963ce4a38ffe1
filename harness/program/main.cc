// The main of a benchmark program: argv, MPI, standard output and the exit code are dealt with here.
#include <mpi.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "harness/agree/control.h"
#include "harness/base/error.h"
#include "harness/base/file.h"
#include "harness/program/arguments.h"
#include "harness/program/case_list.h"
#include "harness/program/google.h"
#include "harness/program/launch.h"
#include "harness/program/mpiperf_table.h"
#include "harness/program/options.h"
#include "harness/program/passes.h"
#include "harness/program/start.h"
#include "harness/program/table.h"
#include "harness/record/record_json.h"

namespace mpigauge {
namespace {

// Google Benchmark's variables are flags too; rank 0's arguments are everybody's, its variables cannot be.
void RefuseDifferentVariables(const Control& control) {
  std::string of_root = GoogleVariables();
  control.Broadcast(of_root);
  std::optional<Fault> mine;
  if (of_root != GoogleVariables()) mine = Fault{"error", 0, GoogleVariables()};
  if (const auto fault = control.Agree(mine)) {
    throw UsageError("rank {} has other BENCHMARK_* variables ({}) than rank 0 ({}); give flags instead", fault->rank,
                     fault->message, of_root);
  }
}

void Report(const Options& options, const LaunchRecord& record) {
  const Json json = ToJson(record, GoogleContext());
  if (!options.record.empty()) {
    WriteFileAtomically(options.record, JsonText(json));
    std::filesystem::remove(options.record + ".journal");
  }
  if (options.format == "json") {
    std::cout << JsonText(json);
  } else if (options.format == "table") {
    std::cout << (options.report == "mpiperf" ? MpiperfTables(record) : LaunchTable(record));
    if (options.per_rank) std::cout << RankTables(record);
  } else {
    PrintWithGoogle(record);
  }
}

ExitCode Run(std::vector<std::string> arguments, const Control& control) {
  OnRoot(control, [&] { arguments = ExpandArguments(arguments); });
  control.Broadcast(arguments);
  std::optional<Help> help;
  const Options options = ParseOptions(arguments, help);
  if (help) {
    if (control.root()) std::cout << help->text;
    return ExitCode::kPass;
  }
  if (options.list_cases) {
    const std::vector<CaseInfo> cases = CaseList();
    if (control.root()) std::cout << (options.format == "json" ? JsonText(ToJson(cases)) : CasesText(cases));
    return ExitCode::kPass;
  }
  RefuseDifferentVariables(control);
  InitializeGoogle(options.google);
  const LaunchRecord record = RunLaunch(options, control);
  if (control.root() && !options.list) Report(options, record);
  const bool faulty = std::any_of(record.series.begin(), record.series.end(),
                                  [](const SeriesRecord& series) { return series.fault.has_value(); });
  return faulty ? ExitCode::kNotMeasured : ExitCode::kPass;
}

}  // namespace
}  // namespace mpigauge

int main(int argc, char** argv) {
  mpigauge::InitializeMpi(argc, argv, mpigauge::WantedThreads({argv + 1, argv + argc}));
  auto code = mpigauge::ExitCode::kNotMeasured;
  {
    const mpigauge::Control control(MPI_COMM_WORLD);
    try {
      code = mpigauge::Run(std::vector<std::string>(argv + 1, argv + argc), control);
    } catch (const mpigauge::Error& error) {
      if (control.root()) std::cerr << "mpigauge-bench: " << error.what() << std::endl;
      code = error.code();
    } catch (const std::exception& error) {
      // Not agreed: the other ranks may wait for this one for ever.
      std::cerr << "mpigauge-bench: rank " << control.rank() << ": " << error.what() << std::endl;
      MPI_Abort(MPI_COMM_WORLD, static_cast<int>(code));
    }
    control.Broadcast(code);
  }
  MPI_Finalize();
  return static_cast<int>(code);
}
