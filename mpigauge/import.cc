#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/escape.h"
#include "base/file.h"
#include "base/plural.h"
#include "base/units.h"
#include "baselines/compare/run_notes.h"
#include "ci/gate/sides.h"
#include "ci/launch/keep_models.h"
#include "mpigauge/commands.h"
#include "record/checked_values.h"
#include "record/foreign/foreign.h"
#include "record/record_json.h"

namespace mpigauge {
namespace {

struct ImportOptions {
  std::vector<std::string> paths;
  std::string label;
  std::string run_id;
  std::int64_t ranks = 0;  // of another tool's output that does not say it
};

// "osu FILE...": the output of another tool.
bool IsForeign(const ImportOptions& options) {
  const auto& tools = ForeignTools();
  return options.paths.size() > 1 &&
         std::any_of(tools.begin(), tools.end(), [&](const auto& tool) { return tool.name == options.paths[0]; });
}

struct ForeignLaunches {
  std::vector<LaunchRecord> launches;
  std::vector<std::string> notes;  // on what is missing
};

// Each file is a launch; all of them are one run, the time of each is that of its file.
ForeignLaunches ReadForeign(const ImportOptions& options) {
  const ForeignTool& tool = FindForeignTool(options.paths[0]);
  std::vector<LaunchRecord> launches;
  std::vector<std::string> left_out;
  for (std::size_t i = 1; i < options.paths.size(); ++i) {
    const std::string& path = options.paths[i];
    const std::string text = ReadFile(path);
    const ForeignOutput output = tool.read(text, path);
    const auto changed = std::chrono::file_clock::to_sys(std::filesystem::last_write_time(path));
    const std::string time =
        UtcMilliseconds(std::chrono::time_point_cast<std::chrono::system_clock::duration>(changed));
    launches.push_back(ForeignLaunch(tool, text, output,
                                     {"run", static_cast<std::int64_t>(launches.size()), time, options.ranks}, path));
    for (const std::string& what : output.left_out) left_out.push_back(path + ": " + what + " was left out");
  }
  for (LaunchRecord& launch : launches) launch.run_id = options.run_id.empty() ? launches[0].launch_id : options.run_id;
  left_out.insert(left_out.begin(), WhatIsMissing(tool));
  return {std::move(launches), std::move(left_out)};
}

// All files are read before the first is stored: a damaged one is named while nothing has changed.
ExitCode Execute(const ImportOptions& options, CommandContext& context) {
  std::vector<LaunchRecord> launches;
  std::vector<std::string> notes;
  if (!options.run_id.empty()) CheckId(options.run_id, "--run");
  const bool foreign = IsForeign(options);
  if (foreign) {
    ForeignLaunches read = ReadForeign(options);
    launches = std::move(read.launches);
    notes = std::move(read.notes);
  }
  if (!foreign && (options.ranks > 0 || !options.run_id.empty())) {
    throw UsageError("--ranks and --run are for the output of other tools: mpigauge import osu FILE --ranks 4");
  }
  for (const std::string& path : foreign ? std::vector<std::string>() : options.paths) {
    auto side = SideFromFiles(path);
    AddNotes({LostNotes(side, "files")}, notes);
    for (auto* some : {&side.launches, &side.lost}) std::move(some->begin(), some->end(), std::back_inserter(launches));
  }
  Store store = context.OpenStore(Store::Access::kWrite);
  std::size_t added = 0;
  std::set<std::string> runs;
  for (const LaunchRecord& launch : launches) {
    if (!options.label.empty()) {
      store.runs().Add({launch.run_id, options.label, launch.started_at, RunStatus::kComplete, Json::object()});
    }
    added += store.runs().AddLaunch(launch);
    runs.insert(launch.run_id);
  }
  for (const std::string& run_id : runs) KeepDerived(store, run_id);
  context.streams.out << fmt::format("{} added, {} there already\n", Counted(added, "launch"), launches.size() - added);
  for (const std::string& note : notes) context.streams.out << TerminalEscaped(note) << '\n';
  return ExitCode::kPass;
}

}  // namespace

void AddImportCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<ImportOptions>();
  CLI::App* command = app.add_subcommand("import", "Put launch record files into the store");
  command->footer(R"(Examples:
  mpigauge import records/ --label nightly-2026-11-20
  mpigauge import osu osu_allreduce.txt osu_latency.txt --ranks 4 --label openmpi-4.1.4
  mpigauge import imb IMB-MPI1.out --label old
  mpigauge import reprompi bcast.txt

The output of OSU, IMB or ReproMPI becomes a run, each file a launch with one value of each series.)");
  command
      ->add_option("paths", options->paths,
                   "Launch records, or folders of them; or osu, imb or reprompi and files with their output")
      ->required();
  command->add_option("--ranks", options->ranks, "The number of ranks, for output that does not contain it (OSU)")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--run", options->run_id, "The id of the run that another tool's output becomes")
      ->type_name("ID");
  command->add_option("--label", options->label, "The name of the library of new runs")->type_name("TEXT");
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge
