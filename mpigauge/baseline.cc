#include <fmt/format.h>

#include <CLI/App.hpp>
#include <chrono>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/table.h"
#include "base/units.h"
#include "baselines/named/named.h"
#include "dashboards/data/lists.h"
#include "mpigauge/baseline_show.h"
#include "mpigauge/commands.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

struct BaselineOptions {
  std::string name;
  std::vector<std::string> runs;
  std::string run;
  std::string note;
  std::int64_t keep = 0;
  bool json = false;
  bool all = false;
};

std::vector<std::string> RunIds(Store& store, const std::vector<std::string>& references) {
  std::vector<std::string> ids;
  for (const std::string& reference : references) ids.push_back(store.runs().Find(reference).run_id);
  return ids;
}

// Prints the baseline, and the faults of the runs that it was made of.
ExitCode Print(Store& store, const Baseline& baseline, const std::vector<std::string>& run_ids,
               CommandContext& context) {
  context.streams.out << TerminalEscaped(BaselineTitle(baseline)) << "\n" << FaultNotes(store, run_ids);
  return ExitCode::kPass;
}

ExitCode Set(const BaselineOptions& options, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kWrite);
  const std::vector<std::string> run_ids = RunIds(store, options.runs);
  return Print(store, Pin(store, options.name, run_ids, options.note), run_ids, context);
}

ExitCode RollOn(const BaselineOptions& options, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kWrite);
  const std::vector<std::string> run_ids = RunIds(store, options.runs);
  return Print(store, Roll(store, options.name, options.keep, run_ids, options.note), run_ids, context);
}

ExitCode PromoteRun(const BaselineOptions& options, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kWrite);
  const std::string run_id = store.runs().Find(options.run).run_id;
  const Promotion promotion = Promote(store, options.name, run_id);
  if (!promotion.added) context.streams.out << "the baseline has this run already: ";
  return Print(store, promotion.baseline, {run_id}, context);
}

// The copy of the library that a gate would start.
std::optional<KeptLibrary> KeptOf(Store& store, const Baseline& baseline, const KeptLibraries& libraries) {
  try {
    return libraries.Find(IdentityOf(store, baseline));
  } catch (const Error&) {
    return std::nullopt;  // a gate that needs it says why it is none
  }
}

// The cell of a baseline, and what is true of all that have no copy.
std::string KeptText(const std::optional<KeptLibrary>& kept, const KeptLibraries& libraries,
                     std::chrono::system_clock::time_point now) {
  if (kept) return AgeAndSize(*kept, now);
  return libraries.folder().empty() ? "not known" : "not there";
}

std::string WhereText(const KeptLibraries& libraries) {
  if (libraries.folder().empty()) {
    return "library: a database has no folder beside it; --libraries FOLDER names the one where copies are kept\n";
  }
  return fmt::format("library: the copy in {}; of a pipeline with libraries_folder give that one: --libraries FOLDER\n",
                     libraries.folder().string());
}

Json KeptJson(const std::optional<KeptLibrary>& kept) {
  if (!kept) return nullptr;
  Json json = ToJson(*kept);
  json["folder"] = kept->folder;
  return json;
}

ExitCode List(const BaselineOptions& options, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kRead);
  Table table({{"baseline", Table::Align::kLeft},
               {"version"},
               {"created", Table::Align::kLeft},
               {"kind", Table::Align::kLeft},
               {"runs"},
               {"library", Table::Align::kLeft},
               {"note", Table::Align::kLeft}});
  const KeptLibraries libraries = context.Libraries();
  const auto now = std::chrono::system_clock::now();
  Json json = Json::array();
  for (const Baseline& baseline : store.baselines().All()) {
    const auto kept = KeptOf(store, baseline, libraries);
    table.AddRow({baseline.name, std::to_string(baseline.version), baseline.created_at, BaselineKind(baseline),
                  std::to_string(baseline.run_ids.size()), KeptText(kept, libraries, now), baseline.note});
    json.push_back(ToJson(baseline));
    json.back()["kept_library"] = KeptJson(kept);
    json.back()["libraries_folder"] = libraries.folder().empty() ? Json(nullptr) : Json(libraries.folder().string());
  }
  context.streams.out << (options.json ? JsonText(json) : table.Text(false) + WhereText(libraries));
  return ExitCode::kPass;
}

ExitCode Show(const BaselineOptions& options, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kRead);
  const auto baseline = store.baselines().Find(options.name);
  if (!baseline) {
    throw UsageError("{}: no baseline '{}'; {}", store.name(), options.name, BaselinesText(store));
  }
  const BaselineReport report = ReportBaseline(store, *baseline);
  context.streams.out << (options.json ? JsonText(ToJson(report)) : BaselineText(report, options.all));
  return ExitCode::kPass;
}

// Its gates are forgotten first: nobody could do it by the name of a baseline that is gone.
ExitCode Remove(const BaselineOptions& options, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kWrite);
  if (store.baselines().Find(options.name)) {
    for (const GateResult& gate : store.gates().Summaries()) {
      if (gate.baseline == options.name && gate.forgotten_at.empty()) store.gates().Forget(gate.gate_id, UtcNow());
    }
  }
  store.baselines().Remove(options.name);
  context.streams.out << "baseline " << options.name
                      << " removed; its runs are kept, its gates are forgotten: metrics and alerts leave them out\n";
  return ExitCode::kPass;
}

}  // namespace

void AddBaselineCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<BaselineOptions>();
  CLI::App* command = app.add_subcommand("baseline", "Name the runs that others are compared with");
  command->require_subcommand(1);
  command->footer(R"(Examples:
  mpigauge baseline set release latest --note "as shipped"
  mpigauge baseline set release 3f2a 77c1      two runs; the old version stays
  mpigauge baseline roll nightly latest        keeps the newest 30 runs
  mpigauge baseline promote nightly latest     adds a run that was accepted
  mpigauge baseline show release               its runs, and how much they vary)");
  const auto add = [&](const char* name, const char* text,
                       ExitCode (*action)(const BaselineOptions&, CommandContext&)) {
    CLI::App* one = command->add_subcommand(name, text);
    OnChoice(*one, context, [options, &context, action] { return action(*options, context); });
    return one;
  };
  const std::string runs_text = "Runs: ids, latest, latest~N";
  CLI::App* set = add("set", "Pin a baseline to these runs: a new version; runs of other environments stay", Set);
  set->add_option("name", options->name, "The baseline")->required();
  set->add_option("runs", options->runs, runs_text)->required();
  set->add_option("--note", options->note, "A note on the baseline");
  CLI::App* roll = add("roll", "Make a rolling baseline: what it holds and these runs, the newest of them", RollOn);
  roll->add_option("name", options->name, "The baseline")->required();
  roll->add_option("runs", options->runs, runs_text);
  roll->add_option("--keep", options->keep,
                   "The number of runs to keep for each environment; by default as before, or 30")
      ->check(CLI::Range(1, 10000));
  roll->add_option("--note", options->note, "A note on the baseline");
  CLI::App* promote = add("promote", "Add an accepted run to a rolling baseline", PromoteRun);
  promote->add_option("name", options->name, "The baseline")->required();
  promote->add_option("run", options->run, "A run: its id, latest, latest~N")->required();
  CLI::App* list = add("list", "All baselines", List);
  AddFormatOption(*list, options->json);
  CLI::App* show = add("show", "One baseline: runs, environments, and how much the series vary", Show);
  show->add_option("name", options->name, "The baseline")->required();
  show->add_flag("--all", options->all, "Every series");
  AddFormatOption(*show, options->json);
  CLI::App* remove = add("remove", "Forget a baseline; its runs stay", Remove);
  remove->add_option("name", options->name, "The baseline")->required();
}

}  // namespace mpigauge
