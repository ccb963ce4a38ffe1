// The main of a benchmark program: argv, MPI, standard output and the exit code are dealt with here.
#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/escape.h"
#include "base/file.h"
#include "base/version.h"
#include "harness/agree/control.h"
#include "harness/environment/environment.h"
#include "harness/environment/process_facts.h"
#include "harness/program/arguments.h"
#include "harness/program/case_list.h"
#include "harness/program/google.h"
#include "harness/program/launch.h"
#include "harness/program/options.h"
#include "harness/program/passes.h"
#include "harness/program/start.h"
#include "harness/program/table.h"
#include "record/journal.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

// Google Benchmark's variables are flags too; rank 0's arguments are everybody's, its variables cannot be.
void RefuseDifferentVariables(const Control& control) {
  std::string of_root = GoogleVariables();
  control.Broadcast(of_root);
  std::optional<Fault> mine;
  if (of_root != GoogleVariables()) mine = Fault{FaultKind::kError, 0, GoogleVariables()};
  if (const auto fault = control.Agree(mine)) {
    throw UsageError("rank {} has other BENCHMARK_* variables ({}) than rank 0 ({}); give flags instead", fault->rank,
                     fault->message, of_root);
  }
}

// A measurement without the library that was asked for would pass for one of that library.
void RequirePreloads(const Options& options, const Control& control) {
  const char* preload = std::getenv("LD_PRELOAD");
  std::vector<std::string> missing = NotPreloaded(preload == nullptr ? "" : preload);
  if (missing.empty()) missing = NotPreloaded(options.expect_loaded);
  std::optional<Fault> mine;
  if (!missing.empty()) mine = Fault{FaultKind::kError, 0, missing[0]};
  if (const auto fault = control.Agree(mine)) {
    throw NotMeasured(
        "rank {} did not load {}; is it a shared library for its host, and seen there? Or does something between the "
        "launcher and the program drop LD_PRELOAD? (Of a library that is kept: LD_LIBRARY_PATH, or is a path to "
        "another one linked into the program?)",
        fault->rank, fault->message);
  }
}

// The result that rank 0 reports; empty on the others and if nothing was measured.
struct Outcome {
  ExitCode code = ExitCode::kPass;
  Options options;
  std::optional<LaunchRecord> record;
};

// Before MPI_Finalize, of which nobody knows how it ends: the record has another name until then. The time of
// MPI_Finalize itself is added behind it.
void WriteUnended(const Options& options, const LaunchRecord& record) {
  if (options.record.empty()) return;
  WriteFileAtomically(UnendedRecordPath(options.record), JsonText(ToJson(WithoutFinalize(record), GoogleContext())));
  std::filesystem::remove(options.record + ".journal");
}

// MPI_Finalize has come back; `changed` if the record has more than it had before.
void WriteEnded(const Options& options, const LaunchRecord& record, bool changed) {
  if (options.record.empty()) return;
  const std::filesystem::path unended = UnendedRecordPath(options.record);
  if (changed) WriteFileAtomically(unended, JsonText(ToJson(record, GoogleContext())));
  std::error_code error;
  std::filesystem::rename(unended, options.record, error);
  if (error) throw NotMeasured("{}: cannot be written: {}", options.record, error.message());
}

void Print(const Options& options, const LaunchRecord& record) {
  if (options.format == "json") {
    std::cout << JsonText(ToJson(record, GoogleContext()));
  } else if (options.format == "osu") {
    std::cout << OsuTables(record);
  } else if (options.format == "table") {
    std::cout << (options.report == "mpiperf" ? MpiperfTables(record) : LaunchTable(record));
    if (options.per_rank) std::cout << RankTables(record);
  } else {
    PrintWithGoogle(record);
  }
}

Outcome Run(std::vector<std::string> arguments, const Control& control) {
  OnRoot(control, [&] { arguments = ExpandArguments(arguments); });
  control.Broadcast(arguments);
  std::optional<Help> help;
  const Options options = ParseOptions(arguments, help);
  if (help) {
    if (control.root()) std::cout << help->text;
    return {};
  }
  if (options.list_cases) {
    const std::vector<CaseInfo> cases = CaseList();
    if (control.root()) std::cout << (options.format == "json" ? JsonText(ToJson(cases)) : CasesText(cases));
    return {};
  }
  RequirePreloads(options, control);
  RefuseDifferentVariables(control);
  if (!options.record.empty()) OnRoot(control, [&] { RequireReplaceable(options.record); });
  InitializeGoogle(options.google);
  LaunchRecord record = RunLaunch(options, control);
  if (control.root() && !options.list) WriteUnended(options, record);
  const bool faulty = std::any_of(record.series.begin(), record.series.end(),
                                  [](const SeriesRecord& series) { return series.fault.has_value(); });
  Outcome outcome{faulty ? ExitCode::kNotMeasured : ExitCode::kPass, options, std::nullopt};
  if (control.root() && !options.list) outcome.record = std::move(record);
  return outcome;
}

// "built for Open MPI 4.1.4\nruns with Open MPI v4.1.4, ...\n". MPI need not be initialized for it.
std::string MpiText() {
#if defined(OPEN_MPI)
  const std::string built = "Open MPI " + std::to_string(OMPI_MAJOR_VERSION) + "." +
                            std::to_string(OMPI_MINOR_VERSION) + "." + std::to_string(OMPI_RELEASE_VERSION);
#elif defined(MPICH_VERSION)
  const std::string built = "MPICH " MPICH_VERSION;
#else
  const std::string built = "an MPI " + std::to_string(MPI_VERSION) + "." + std::to_string(MPI_SUBVERSION);
#endif
  return "MPI built for " + built + ", runs with " + MpiLibraryVersion() + "\n";
}

// Whether the program would begin with these arguments, without MPI: so a mistake is found before anything is launched.
ExitCode CheckArguments(const std::vector<std::string>& arguments) {
  try {
    std::optional<Help> help;
    ParseOptions(ExpandArguments(arguments), help);
    return ExitCode::kPass;
  } catch (const Error& error) {
    std::cerr << "mpigauge-bench: " << ErrorEscaped(error.what()) << std::endl;
    return error.code();
  }
}

// Writes and prints the record on rank 0, when MPI is over: `seconds` is what MPI_Finalize took.
void Conclude(Outcome& outcome, double seconds) {
  if (!outcome.record) return;
  const bool changed = SetFinalize(*outcome.record, seconds);
  WriteEnded(outcome.options, *outcome.record, changed);
  Print(outcome.options, *outcome.record);
}

}  // namespace
}  // namespace mpigauge

int main(int argc, char** argv) {
  const std::vector<std::string> given(argv + 1, argv + argc);
  if (std::find(given.begin(), given.end(), "--version") != given.end()) {
    std::cout << mpigauge::VersionText("mpigauge-bench") << mpigauge::MpiText();
    return std::cout.flush() ? 0 : static_cast<int>(mpigauge::ExitCode::kNotMeasured);
  }
  if (std::find(given.begin(), given.end(), "--manual-page") != given.end()) {
    std::cout << mpigauge::ManualPage();
    return std::cout.flush() ? 0 : static_cast<int>(mpigauge::ExitCode::kNotMeasured);
  }
  if (std::find(given.begin(), given.end(), "--check-arguments") != given.end()) {
    return static_cast<int>(mpigauge::CheckArguments(given));
  }
  mpigauge::InitializeMpi(argc, argv, mpigauge::WantedThreads(given));
  auto code = mpigauge::ExitCode::kNotMeasured;
  mpigauge::Outcome outcome;
  bool root = false;
  {
    const mpigauge::Control control(MPI_COMM_WORLD);
    try {
      outcome = mpigauge::Run(std::vector<std::string>(argv + 1, argv + argc), control);
      code = outcome.code;
    } catch (const mpigauge::Error& error) {
      if (control.root()) std::cerr << "mpigauge-bench: " << mpigauge::ErrorEscaped(error.what()) << std::endl;
      code = error.code();
    } catch (const std::exception& error) {
      // Not agreed: the other ranks may wait for this one for ever.
      std::cerr << "mpigauge-bench: rank " << control.rank() << ": " << mpigauge::ErrorEscaped(error.what())
                << std::endl;
      MPI_Abort(MPI_COMM_WORLD, static_cast<int>(code));
    }
    control.SleepUntilBroadcast();  // rank 0 may still look at the library and write
    control.Broadcast(code);
    root = control.root();
  }
  const double seconds = mpigauge::FinalizeMpi();
  try {
    mpigauge::Conclude(outcome, seconds);
  } catch (const mpigauge::Error& error) {
    std::cerr << "mpigauge-bench: " << mpigauge::ErrorEscaped(error.what()) << std::endl;
    code = error.code();
  }
  if (root && !std::cout.flush()) {
    std::cerr << "mpigauge-bench: standard output could not be written and is not complete" << std::endl;
    if (code == mpigauge::ExitCode::kPass) code = mpigauge::ExitCode::kNotMeasured;
  }
  // Rank 0's code is the launch's: launchers end everybody when they see another one, and rank 0 still has to tell.
  return root ? static_cast<int>(code) : 0;
}
