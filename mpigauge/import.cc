#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <memory>
#include <set>
#include <span>
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

namespace mpigauge {
namespace {

struct ImportOptions {
  std::vector<std::string> paths;
  std::string label;
  std::string run_id;
  std::string date;        // of the launches, or how it stands in the files' names
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

// "2024-01-02", or a pattern of strptime such as "%Y-%m-%d" that fits a part of the file's name.
std::string DateFrom(const std::string& pattern, const std::string& path) {
  std::tm date{};
  if (pattern.find('%') == std::string::npos) {
    const char* end = strptime(pattern.c_str(), "%Y-%m-%d", &date);
    if (end != nullptr && *end == 'T') end = strptime(end, "T%H:%M:%S", &date);
    if (end == nullptr || (*end != '\0' && std::string_view(end) != "Z")) {
      throw UsageError("--date: '{}' is not a date such as 2024-01-31 or 2024-01-31T12:00:00Z", pattern);
    }
  } else {
    const std::string name = std::filesystem::path(path).filename();
    std::size_t at = 0;
    while (at < name.size() && strptime(name.c_str() + at, pattern.c_str(), &date) == nullptr) {
      date = {};
      ++at;
    }
    if (at == name.size()) throw UsageError("{}: its name has no date like '{}' (--date)", path, pattern);
  }
  if (date.tm_mday == 0) date.tm_mday = 1;  // "%Y-%m"
  return UtcMilliseconds(std::chrono::system_clock::from_time_t(timegm(&date)));
}

struct Dated {
  std::string time;  // UTC
  std::string by;    // where it comes from
};

Dated DateOf(const ForeignOutput& output, const std::string& given, const std::string& path) {
  if (!given.empty()) return {given, "--date"};
  if (output.started_at) return {*output.started_at, "the output"};
  const auto changed = std::chrono::file_clock::to_sys(std::filesystem::last_write_time(path));
  return {UtcMilliseconds(std::chrono::time_point_cast<std::chrono::system_clock::duration>(changed)),
          "the time of the file"};
}

struct Imported {
  std::vector<Run> runs;
  std::vector<LaunchRecord> launches;
  std::vector<std::string> notes;  // on what is missing
};

// Each file is a launch; all of them are one run.
Imported ReadForeign(const ImportOptions& options) {
  const ForeignTool& tool = FindForeignTool(options.paths[0]);
  Imported imported;
  imported.notes.push_back(WhatIsMissing(tool));
  std::vector<std::string> by_files;
  std::string dated_by;
  for (std::size_t i = 1; i < options.paths.size(); ++i) {
    const std::string& path = options.paths[i];
    const std::string text = ReadFile(path);
    const ForeignOutput output = tool.read(text, path);
    const std::string given = options.date.empty() ? "" : DateFrom(options.date, path);
    const Dated dated = DateOf(output, given, path);
    if (dated.by == "the time of the file") by_files.push_back(path);
    if (dated_by.empty()) dated_by = dated.by;
    const ForeignSource source{
        options.run_id, static_cast<std::int64_t>(i) - 1, dated.time, options.ranks, options.label, given};
    imported.launches.push_back(ForeignLaunch(tool, text, output, source, path));
    const LaunchRecord& launch = imported.launches.back();
    if (launch.status == LaunchStatus::kCrashed) {
      imported.notes.push_back(fmt::format("{}: a lost launch: {}", path, launch.status_text));
    }
    for (const SeriesRecord& series : launch.series) {
      if (series.fault) imported.notes.push_back(fmt::format("{}: {}: {}", path, series.name, series.fault->message));
    }
    for (const std::string& what : output.left_out) imported.notes.push_back(path + ": " + what + " was left out");
  }
  const LaunchRecord& first = imported.launches.front();
  for (LaunchRecord& launch : imported.launches) launch.run_id = first.run_id;
  const Json plan = {{"imported", {{"tool", tool.name}, {"dated_by", dated_by}}}};
  imported.runs.push_back(
      {first.run_id, options.label.empty() ? "unknown" : options.label, first.started_at, RunStatus::kComplete, plan});
  if (!by_files.empty()) {
    imported.notes.push_back(fmt::format(
        "the date of {} is the time at which the file was changed, since nothing else says it; give --date if copies "
        "have another one",
        by_files.size() == 1 ? by_files[0] : Counted(by_files.size(), "launch")));
  }
  return imported;
}

Imported ReadRecords(const ImportOptions& options) {
  Imported imported;
  for (const std::string& path : options.paths) {
    auto side = SideFromFiles(path);
    AddNotes({LostNotes(side, "files")}, imported.notes);
    for (auto* some : {&side.launches, &side.lost}) {
      std::move(some->begin(), some->end(), std::back_inserter(imported.launches));
    }
  }
  for (const LaunchRecord& launch : imported.launches) {
    if (options.label.empty()) break;
    imported.runs.push_back({launch.run_id, options.label, launch.started_at, RunStatus::kComplete, Json::object()});
  }
  return imported;
}

// All files are read before the first is stored, and all are stored or none: a damaged one is named while nothing has
// changed.
ExitCode Execute(const ImportOptions& options, CommandContext& context) {
  if (!options.run_id.empty()) CheckId(options.run_id, "--run");
  const bool foreign = IsForeign(options);
  if (!foreign && (options.ranks > 0 || !options.run_id.empty() || !options.date.empty())) {
    throw UsageError("--ranks, --run and --date are for the output of other tools: mpigauge import osu FILE --ranks 4");
  }
  Imported imported = foreign ? ReadForeign(options) : ReadRecords(options);
  const std::size_t all = imported.launches.size();
  Store store = context.OpenStore(Store::Access::kWrite);
  std::set<std::string> runs;
  for (const LaunchRecord& launch : imported.launches) runs.insert(launch.run_id);
  // A file that was copied has another time, and is the same launch.
  if (foreign) std::erase_if(imported.launches, [&](const auto& one) { return store.runs().Knows(one.launch_id); });
  const std::size_t added =
      imported.launches.empty() ? 0 : store.runs().AddAll(imported.runs, std::span(imported.launches));
  for (const std::string& run_id : runs) KeepDerived(store, run_id);
  context.streams.out << fmt::format("{} added, {} there already\n", Counted(added, "launch"), all - added);
  for (const std::string& note : imported.notes) context.streams.out << TerminalEscaped(note) << '\n';
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
  mpigauge import osu allreduce-2024-01-31.txt --ranks 4 --date %Y-%m-%d      the date is in the file's name

The output of OSU, IMB or ReproMPI becomes a run, each file a launch with one value of each series.)");
  command
      ->add_option("paths", options->paths,
                   "Launch records, or folders of them; or osu, imb or reprompi and files with their output")
      ->required();
  command->add_option("--ranks", options->ranks, "The number of ranks, for output that does not contain it (OSU)")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--run", options->run_id, "The id of the run that another tool's output becomes")
      ->type_name("ID");
  command
      ->add_option("--date", options->date,
                   "When the output of another tool was made, or how the names of its files say it (as strptime reads "
                   "it); without it, the date in the output or else the time of the file")
      ->type_name("DATE");
  command->add_option("--label", options->label, "The name of the library of new runs")->type_name("TEXT");
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
