#include "record/foreign/foreign.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "base/error.h"
#include "record/foreign/columns.h"

namespace mpigauge {
namespace {

// 64 bits of a text (FNV-1a): the same text has the same id on every machine.
std::uint64_t TextHash(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  return hash;
}

SeriesRecord AsSeries(const ForeignTool& tool, const ForeignResult& result, std::int64_t ranks) {
  SeriesRecord series;
  series.case_name = result.case_name;
  series.family = result.family;
  if (result.bytes >= 0) series.parameters.emplace_back("bytes", result.bytes);
  series.parameters.emplace_back("ranks", ranks);
  series.name = SeriesName(series.case_name, series.parameters);
  const std::string settings = result.settings.empty() ? "" : fmt::format(" ({})", fmt::join(result.settings, ", "));
  series.method = {tool.name + settings, result.synchronizer, "its own"};
  series.fault = result.fault;
  if (result.seconds) series.passes = {{{*result.seconds}, {*result.seconds}, 0}};
  Summarize(series);
  return series;
}

// "MPI_INT" is "_int" behind the name of a case.
std::string Suffix(const std::string& datatype) {
  std::string suffix = "_" + (datatype.starts_with("MPI_") ? datatype.substr(4) : datatype);
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](unsigned char letter) { return std::tolower(letter); });
  return suffix;
}

// One case that was measured with several datatypes becomes one case for each of them.
void DivideByDatatype(std::vector<ForeignResult>& results) {
  std::map<std::string, std::set<std::string>> datatypes;
  for (const ForeignResult& one : results) datatypes[one.case_name].insert(one.datatype.value_or(""));
  for (ForeignResult& one : results) {
    if (one.datatype && datatypes.at(one.case_name).size() > 1) one.case_name += Suffix(*one.datatype);
  }
}

// The line in which a launcher says that the program did not end by itself.
std::optional<std::string> CutBy(const std::string& text) {
  for (const TextLine& line : ForeignLines(text)) {
    for (const char* words : {"exited on signal", "terminated by signal", "BAD TERMINATION", "MPI_ABORT was invoked",
                              "MPI_Abort(", "exited on account of", "srun: error:", "DUE TO TIME LIMIT", "oom-kill"}) {
      if (line.text.find(words) != std::string::npos) return line.text;
    }
  }
  return std::nullopt;
}

}  // namespace

const std::vector<ForeignTool>& ForeignTools() {
  static const std::vector<ForeignTool> kTools = {
      {"osu", ReadOsu, "the mean over the iterations"},
      {"imb", ReadImb, "the average of the slowest rank"},
      {"reprompi", ReadReprompi, "the median over the valid repetitions"},
  };
  return kTools;
}

const ForeignTool& FindForeignTool(const std::string& name) {
  for (const ForeignTool& tool : ForeignTools()) {
    if (tool.name == name) return tool;
  }
  throw UsageError("import: '{}' is not a tool whose output can be read; there are osu, imb and reprompi", name);
}

LaunchRecord ForeignLaunch(const ForeignTool& tool, const std::string& text, const ForeignOutput& output,
                           const ForeignSource& source, const std::string& name) {
  const std::optional<std::string> cut = CutBy(text);
  if (output.results.empty() && !cut) {
    throw UsageError("{}: holds no results of {} that have a case here{}", name, tool.name,
                     output.left_out.empty() ? "" : "; left out: " + output.left_out.front());
  }
  LaunchRecord launch;
  const std::string place =
      fmt::format("{}\n{}\n{}\n{}\n", source.launch_index, source.run_id, source.label, source.date);
  launch.launch_id = fmt::format("{:016x}-{}", TextHash(place + text), tool.name);
  launch.run_id = source.run_id.empty() ? launch.launch_id : source.run_id;
  if (cut) {
    launch.status = LaunchStatus::kCrashed;
    launch.status_text = *cut;
  }
  launch.launch_index = source.launch_index;
  launch.started_at = source.started_at;
  std::int64_t most_ranks = output.results.empty() ? source.ranks : 0;
  std::vector<ForeignResult> results = output.results;
  DivideByDatatype(results);
  for (const ForeignResult& result : results) {
    const std::int64_t ranks = result.ranks > 0 ? result.ranks : source.ranks;
    if (ranks < 1) throw UsageError("{}: {} does not print the number of ranks; give it with --ranks", name, tool.name);
    SeriesRecord series = AsSeries(tool, result, ranks);
    const auto same = [&](const SeriesRecord& one) { return one.name == series.name; };
    if (std::any_of(launch.series.begin(), launch.series.end(), same)) {
      throw UsageError("{}: has {} twice; a launch has one value of each series, so split the file", name, series.name);
    }
    launch.series.push_back(std::move(series));
    most_ranks = std::max(most_ranks, ranks);
  }
  launch.environment.key = {{"measured_by", tool.name}, {"ranks", std::to_string(most_ranks)}};
  launch.environment.context = {{"imported", WhatIsMissing(tool)}};
  return launch;
}

std::string WhatIsMissing(const ForeignTool& tool) {
  return fmt::format(
      "{}: one value of each series ({}); observations, environment, library version and correctness of the data are "
      "not known. Such launches are compared with launches of {} alone",
      tool.name, tool.figure, tool.name);
}

}  // namespace mpigauge
