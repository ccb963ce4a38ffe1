#include <CLI/App.hpp>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "base/json.h"
#include "base/table.h"
#include "baselines/history/beside_candidates.h"
#include "dashboards/data/lists.h"
#include "mpigauge/commands.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

// The series that a run measures: its suite, its filter, or both. Nothing for an imported run.
std::string SuiteOf(const Run& run) {
  if (!HasPlan(run)) return "";
  std::string suite;
  std::string filter;
  for (const Json& word : run.plan.value("bench_arguments", Json::array())) {
    const std::string argument = word.get<std::string>();
    if (argument.starts_with("--suite=")) suite = argument.substr(argument.find('=') + 1);
    if (argument.starts_with("--benchmark_filter=")) filter = argument.substr(argument.find('=') + 1);
  }
  if (suite == "default" || (suite.empty() && filter.empty())) suite = "smoke";
  return suite + (suite.empty() || filter.empty() ? "" : ", ") + filter;
}

constexpr std::size_t kMostOfSuite = 40;  // characters; a gate may name each series

std::string Clipped(const std::string& text) {
  return text.size() <= kMostOfSuite ? text : text.substr(0, kMostOfSuite - 3) + "...";
}

// "in turns", "alone", or of imported runs "by imb, dated by the output".
std::string HowMeasured(const Run& run, bool in_turns) {
  if (HasPlan(run) || !run.plan.contains("imported")) return in_turns ? "in turns" : "alone";
  const Json& imported = run.plan.at("imported");
  return "by " + imported.value("tool", "") + ", dated by " + imported.value("dated_by", "");
}

// Adds how each run was measured: its suite, whether its launches took turns, and the gate that it belongs to.
void AddMeasuring(Store& store, Json& runs, bool with_plan) {
  std::map<std::string, Run> known;
  for (Run& run : store.runs().All()) known[run.run_id] = std::move(run);
  const std::set<std::string> in_turns = store.runs().RunsInTurns();
  const std::map<std::string, std::string> gates = GatesOfRuns(store);
  for (Json& json : runs) {
    const std::string id = json.at("run_id");
    const auto gate = gates.find(id);
    json["suite"] = SuiteOf(known[id]);
    json["in_turns"] = in_turns.contains(id);
    json["measured"] = HowMeasured(known[id], in_turns.contains(id));
    json["gate_id"] = gate == gates.end() ? "" : gate->second;
    if (with_plan) json["plan"] = known[id].plan;
  }
}

ExitCode Execute(bool as_json, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kRead);
  Json runs = RunsJson(store);
  AddMeasuring(store, runs, as_json);
  if (as_json) {
    context.streams.out << JsonText(runs);
    return ExitCode::kPass;
  }
  Table table({{"run", Table::Align::kLeft},
               {"started", Table::Align::kLeft},
               {"library", Table::Align::kLeft},
               {"status", Table::Align::kLeft},
               {"launches"},
               {"complete"},
               {"measured", Table::Align::kLeft},
               {"gate", Table::Align::kLeft},
               {"series", Table::Align::kLeft}});
  for (const Json& run : runs) {
    table.AddRow({run.at("run_id").get<std::string>().substr(0, 8), run.at("started_at"), run.at("library"),
                  run.at("status"), run.at("launches").dump(), run.at("complete").dump(), run.at("measured"),
                  run.at("gate_id").get<std::string>().substr(0, 8), Clipped(run.at("suite"))});
  }
  context.streams.out << table.Text(false);
  return ExitCode::kPass;
}

}  // namespace

void AddRunsCommand(CLI::App& app, CommandContext& context) {
  auto as_json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("runs", "List the runs in the store, newest first");
  command->footer(R"(Examples:
  mpigauge runs
  mpigauge runs --format json                            with the plan of each: what was measured, and how)");
  AddFormatOption(*command, *as_json);
  OnChoice(*command, context, [as_json, &context] { return Execute(*as_json, context); });
}

}  // namespace mpigauge
