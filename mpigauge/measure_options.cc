#include "mpigauge/measure_options.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/escape.h"
#include "ci/launch/bench_program.h"
#include "ci/launch/launchers.h"
#include "ci/launch/mpi_install.h"
#include "ci/launch/plan.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

// Throws where this host lacks an MPI that is launched here. The error names the option.
void RequireInstalled(const std::string& option, const std::string& mpi) {
  try {
    FindMpi(mpi);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{}: {}", option, error.what()));
  }
}

// The dynamic linker passes over what it cannot load, and starts the program without it.
void RequireSharedLibrary(const std::string& option, const std::string& file) {
  if (!std::filesystem::exists(file)) throw UsageError("{} {}: no such file", option, file);
  std::ifstream in(file, std::ios::binary);
  std::array<char, 4> begin{};
  in.read(begin.data(), begin.size());
  if (std::string_view(begin.data(), begin.size()) != "\177ELF") {
    throw UsageError("{} {} is not a shared library", option, file);
  }
}

}  // namespace

void LibraryOptions::AddTo(CLI::App& command, const std::string& prefix) {
  const InGroup group(command, prefix.empty()          ? kLibraryGroup
                               : prefix == "baseline-" ? kBaselineGroup
                                                       : kCandidateGroup);
  command.add_option("--" + prefix + "mpi", mpi, "openmpi, mpich or a prefix; by default as in PATH")->type_name("MPI");
  command.add_option("--" + prefix + "label", label, "The name of this library in outputs")->type_name("TEXT");
  command
      .add_option("--" + prefix + "bench", bench,
                  "The mpigauge-bench that was built against this MPI (default: the one of the installation that fits)")
      ->type_name("FILE");
  command.add_option("--" + prefix + "preload", preload, "Preload this shared library in the ranks")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command.add_option("--" + prefix + "env", environment, "Set this variable in the ranks")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

Library LibraryOptions::ToLibrary(const std::string& prefix) const {
  Library library{label, mpi, {}, {}, ""};
  for (const std::string& file : preload) {
    RequireSharedLibrary("--" + prefix + "preload", file);
    library.preload.push_back(std::filesystem::absolute(file));
  }
  for (const std::string& text : environment) {
    const auto equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) throw UsageError("--{}env '{}': write NAME=VALUE", prefix, text);
    library.environment[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return library;
}

void MeasureOptions::AddTo(CLI::App& command) {
  AddLaunchesTo(command);
  const InGroup group(command, kMeasureGroup);
  command.add_option("--seed", seed, "The seed for the order of libraries; 0: draw one");
  command.add_option("--keep-records", keep_records, "Keep the launch record files in this folder")
      ->type_name("FOLDER");
}

void MeasureOptions::AddLaunchesTo(CLI::App& command) {
  const InGroup group(command, kMeasureGroup);
  command.add_option("-n,--ranks", ranks, "The number of ranks")->check(CLI::Range(1, 1000000))->capture_default_str();
  AddSettings(command, SettingsOf(request));
  AddSetting(command, LauncherSetting(launcher));
}

LaunchPlan MeasureOptions::PlanFor(const LibraryOptions& library, const std::string& prefix,
                                   std::ostream& notes) const {
  LaunchPlan plan;
  plan.library = library.ToLibrary(prefix);
  if (!in_jobs && !library.mpi.empty()) RequireInstalled("--" + prefix + "mpi", library.mpi);
  const BenchProgram program = FindBenchFor(library.mpi, library.bench);
  if (!program.note.empty()) notes << TerminalEscaped(program.note) << "\n";
  plan.bench = program.path;
  plan.ranks = ranks;
  if (!in_jobs) plan.launcher = launcher;
  request.TakeInto(plan);
  RequireUnderstood(plan);
  return plan;
}

CampaignOptions MeasureOptions::ToCampaign(const Streams& streams) const {
  CampaignOptions options;
  options.launches = request.launches;
  options.seed = seed;
  options.keep_records = keep_records;
  options.progress = &streams.err;
  options.terminal = streams.err_terminal;
  return options;
}

}  // namespace mpigauge
