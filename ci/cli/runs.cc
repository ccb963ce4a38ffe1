#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "ci/cli/commands.h"
#include "harness/base/json.h"
#include "harness/base/table.h"

namespace mpigauge {
namespace {

ExitCode Execute(bool as_json, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kRead);
  Table table({{"run", Table::Align::kLeft},
               {"started", Table::Align::kLeft},
               {"library", Table::Align::kLeft},
               {"status", Table::Align::kLeft},
               {"launches"},
               {"complete"}});
  Json json = Json::array();
  for (const Run& run : store.Runs()) {
    const auto launches = store.Launches(run.run_id, Store::Detail::kSummaries);
    const auto complete = std::count_if(launches.begin(), launches.end(),
                                        [](const LaunchRecord& launch) { return launch.status == "complete"; });
    table.AddRow({run.run_id.substr(0, 8), run.started_at, run.library, run.status, std::to_string(launches.size()),
                  std::to_string(complete)});
    json.push_back({{"run_id", run.run_id},
                    {"started_at", run.started_at},
                    {"library", run.library},
                    {"status", run.status},
                    {"launches", launches.size()},
                    {"complete", complete},
                    {"plan", run.plan}});
  }
  context.streams.out << (as_json ? JsonText(json) : table.Text(false));
  return ExitCode::kPass;
}

}  // namespace

void AddRunsCommand(CLI::App& app, CommandContext& context) {
  auto as_json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("runs", "List the runs in the store, newest first");
  command->add_flag("--json", *as_json, "Print JSON");
  command->callback(
      [as_json, &context] { context.selected = [as_json, &context] { return Execute(*as_json, context); }; });
}

}  // namespace mpigauge
