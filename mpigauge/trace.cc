#include <fmt/format.h>

#include <CLI/App.hpp>
#include <charconv>
#include <filesystem>
#include <memory>
#include <set>

#include "base/error.h"
#include "base/escape.h"
#include "base/file.h"
#include "base/table.h"
#include "base/units.h"
#include "mpigauge/commands.h"
#include "mpigauge/shared_options.h"
#include "mpigauge/trace_record.h"
#include "simulator/program/expanded_program.h"
#include "simulator/trace/export.h"
#include "simulator/trace/info.h"
#include "simulator/trace/merge.h"
#include "simulator/trace/read_traces.h"
#include "simulator/trace/text.h"
#include "simulator/trace/to_program.h"

namespace mpigauge {
namespace {

struct TraceOptions {
  std::vector<std::string> folders;
  std::string output;
  std::string ranks;
  std::string estimator = "auto";
  std::string smpi;
  std::string goal;
  std::string library;
  std::vector<std::string> command;
  ToProgramOptions program;
  bool incomplete = false;
  bool json = false;
};

// "0,3-5"; all where the text is empty.
class RankSelection {
 public:
  explicit RankSelection(const std::string& text) : all_(text.empty()) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      AddRange(text.substr(begin, end - begin), text);
      begin = end + 1;
    }
  }

  bool Has(int rank) const { return all_ || ranks_.contains(rank); }
  const std::set<int>& ranks() const { return ranks_; }

 private:
  static int Number(const std::string& word, const std::string& text) {
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error == std::errc() && end == word.data() + word.size() && value >= 0) return value;
    throw UsageError("--ranks '{}': write them as 0,3-5", text);
  }
  void AddRange(const std::string& range, const std::string& text) {
    const std::size_t dash = range.find('-');
    const int first = Number(range.substr(0, dash), text);
    const int last = dash == std::string::npos ? first : Number(range.substr(dash + 1), text);
    if (last < first || last - first > 10'000'000) throw UsageError("--ranks '{}': write them as 0,3-5", text);
    for (int rank = first; rank <= last; ++rank) ranks_.insert(rank);
  }

  bool all_;
  std::set<int> ranks_;
};

TraceSet Read(const TraceOptions& options) {
  return ReadTraces(options.folders.at(0), {.incomplete = options.incomplete});
}

// File by file, call by call: traces may be larger than the memory, and some may be missing.
ExitCode Print(const TraceOptions& options, CommandContext& context) {
  const RankSelection selection(options.ranks);
  const auto files = TraceFilesIn(options.folders.at(0));
  for (const int rank : selection.ranks()) {
    if (!files.contains(rank)) throw UsageError("{}: no trace of rank {}", options.folders[0], rank);
  }
  for (const auto& [rank, file] : files) {
    if (!selection.Has(rank)) continue;
    TraceReader reader(file);
    TraceEvent event;
    while (reader.Next(event)) {
      context.streams.out << (options.json ? ToJson(rank, event).dump() : TraceLine(rank, event)) << "\n";
    }
  }
  return ExitCode::kPass;
}

ExitCode Info(const TraceOptions& options, CommandContext& context) {
  const TraceInfo info = InfoOf(Read(options));
  context.streams.out << (options.json ? JsonText(ToJson(info)) : InfoText(info));
  return ExitCode::kPass;
}

MergeEstimator EstimatorOf(const std::string& name) {
  if (name == "auto") return MergeEstimator::kAuto;
  return name == "min" ? MergeEstimator::kMinimum : MergeEstimator::kMedian;
}

Json ToJson(const Merged& merged, const TraceOptions& options) {
  Json traces = Json::array();
  for (std::size_t i = 0; i < options.folders.size(); ++i) {
    traces.push_back({{"trace", options.folders[i]}, {"computed_seconds", merged.computed_seconds[i]}});
  }
  return {{"output", options.output},
          {"estimator", NameOf(merged.estimator)},
          {"reason", merged.reason},
          {"computed_seconds", merged.merged_seconds},
          {"wall_over_cpu", merged.wall_over_cpu},
          {"spread", merged.spread},
          {"traces", traces},
          {"notes", merged.notes}};
}

std::string MergedText(const Merged& merged, const TraceOptions& options) {
  Table table({{"trace", Table::Align::kLeft}, {"computed"}, {"above the merged one"}});
  for (std::size_t i = 0; i < options.folders.size(); ++i) {
    const double seconds = merged.computed_seconds[i];
    table.AddRow({options.folders[i], FormatSeconds(seconds),
                  merged.merged_seconds > 0 ? FormatChange(seconds / merged.merged_seconds) : "-"});
  }
  table.AddRow({options.output, FormatSeconds(merged.merged_seconds), ""});
  std::string text = table.Text(false);
  text += fmt::format("the {} of each burst{}\n", NameOf(merged.estimator),
                      merged.reason.empty() ? "" : ": " + merged.reason);
  text += fmt::format("from the shortest to the longest of a burst: {:.1f}% of its median, on average over the time\n",
                      100 * merged.spread);
  for (const std::string& note : merged.notes) text += "note: " + note + "\n";
  return text;
}

ExitCode MergeTraces(const TraceOptions& options, CommandContext& context) {
  std::vector<TraceSet> all;
  for (const std::string& folder : options.folders) all.push_back(ReadTraces(folder));
  const Merged merged = Merge(all, EstimatorOf(options.estimator));
  WriteTraces(merged.traces, options.output);
  context.streams.out << (options.json ? JsonText(ToJson(merged, options)) : MergedText(merged, options));
  return ExitCode::kPass;
}

void ExportSmpi(const Program& program, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const auto traces = SmpiTraces(program);
  std::string list;
  for (std::size_t rank = 0; rank < traces.size(); ++rank) {
    const auto file = std::filesystem::absolute(folder) / fmt::format("rank-{:05}.ti", rank);
    WriteFileAtomically(file, traces[rank]);
    list += file.string() + "\n";
  }
  WriteFileAtomically(folder / "traces.txt", list);
}

ExitCode Export(const TraceOptions& options, CommandContext& context) {
  if (options.smpi.empty() && options.goal.empty())
    throw UsageError("no output was given: --smpi FOLDER or --goal FILE");
  const TracedProgram traced = ToProgram(Read(options), options.program);
  const ExpandedProgram program(*traced.program, *traced.communicators);
  if (!options.smpi.empty()) ExportSmpi(program, options.smpi);
  if (!options.goal.empty()) WriteFileAtomically(options.goal, GoalText(program));
  for (const std::string& note : traced.notes) context.streams.err << "note: " << ErrorEscaped(note) << "\n";
  return ExitCode::kPass;
}

ExitCode Record(const TraceOptions& options, CommandContext& /*context*/) {
  return RecordTrace({options.command, options.output, options.library});
}

constexpr const char* kFooter = R"(Examples:
  mpigauge trace record -o t1 -- mpirun -n 16 --oversubscribe ./solver
  mpigauge trace info t1
  mpigauge trace print t1 --ranks 0,3-5
  mpigauge trace merge t1 t2 t3 -o solver.trace
  mpigauge trace export solver.trace --smpi solver.ti)";

}  // namespace

void AddRegionOptions(CLI::App& command, ToProgramOptions& options) {
  CLI::Option* to =
      command.add_option("--to-barrier", options.to_barrier, "Only what comes before this barrier of MPI_COMM_WORLD")
          ->type_name("NUMBER");
  command
      .add_option("--from-barrier", options.from_barrier, "Only what comes after this barrier; they are counted from 1")
      ->type_name("NUMBER")
      ->needs(to);
}

void AddTraceCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<TraceOptions>();
  CLI::App* command = app.add_subcommand("trace", "Record, print and merge what a program does with MPI");
  command->require_subcommand(1);
  command->footer(kFooter);
  const auto add = [&](const char* name, const char* text, ExitCode (*action)(const TraceOptions&, CommandContext&)) {
    CLI::App* one = command->add_subcommand(name, text);
    OnChoice(*one, context, [options, &context, action] { return action(*options, context); });
    return one;
  };
  const auto folder = [&](CLI::App* one) {
    one->add_option("trace", options->folders, "The folder of a trace")->required()->expected(1);
  };
  CLI::App* record = add("record", "Run a program and write its trace", Record);
  record->add_option("-o,--output", options->output, "The trace's folder; default mpigauge-trace-<run>")
      ->type_name("FOLDER");
  record
      ->add_option("--library", options->library,
                   "The libmpigauge_trace.so of the program's MPI; by default the one beside mpigauge")
      ->type_name("FILE");
  record->add_option("command", options->command, "The command that starts the program, behind --")
      ->required()
      ->type_name("WORD");
  CLI::App* info = add("info", "Print what a trace holds, and the part of it that is not simulated", Info);
  folder(info);
  info->add_flag("--incomplete", options->incomplete, "Accept the trace of a program that was killed");
  AddFormatOption(*info, options->json);
  CLI::App* print =
      add("print", "All calls, one a line: rank, call, CPU seconds before it, and what it is about", Print);
  folder(print);
  print->add_option("--ranks", options->ranks, "Only these ranks, such as 0,3-5")->type_name("RANKS");
  AddFormatOption(*print, options->json);
  CLI::App* merge = add("merge", "Several traces of one program become one, burst by burst", MergeTraces);
  merge->add_option("traces", options->folders, "The folders of the traces")->required()->expected(1, 10'000);
  merge->add_option("-o,--output", options->output, "The new trace's folder")->required()->type_name("FOLDER");
  merge->add_option("--estimator", options->estimator, "min (of a loaded machine), median (of a quiet one), or auto")
      ->check(CLI::IsMember({"min", "median", "auto"}))
      ->capture_default_str();
  AddFormatOption(*merge, options->json);
  CLI::App* exported = add("export", "The trace for other simulators", Export);
  folder(exported);
  exported->add_option("--smpi", options->smpi, "Time-independent traces of SimGrid; hosts must have 1 Gf")
      ->type_name("FOLDER");
  exported->add_option("--goal", options->goal, "LogGOPSim's language")->type_name("FILE");
  AddRegionOptions(*exported, options->program);
}

}  // namespace mpigauge
