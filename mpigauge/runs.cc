#include <CLI/App.hpp>
#include <map>
#include <memory>

#include "base/json.h"
#include "base/table.h"
#include "dashboards/data/lists.h"
#include "mpigauge/commands.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

ExitCode Execute(bool as_json, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kRead);
  Json runs = RunsJson(store);
  if (as_json) {
    std::map<std::string, Json> plans;
    for (Run& run : store.runs().All()) plans[run.run_id] = std::move(run.plan);
    for (Json& run : runs) run["plan"] = plans[run.at("run_id")];
    context.streams.out << JsonText(runs);
    return ExitCode::kPass;
  }
  Table table({{"run", Table::Align::kLeft},
               {"started", Table::Align::kLeft},
               {"library", Table::Align::kLeft},
               {"status", Table::Align::kLeft},
               {"launches"},
               {"complete"}});
  for (const Json& run : runs) {
    table.AddRow({run.at("run_id").get<std::string>().substr(0, 8), run.at("started_at"), run.at("library"),
                  run.at("status"), run.at("launches").dump(), run.at("complete").dump()});
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
