#include <memory>

#include "ci/cli/commands.h"
#include "harness/base/json.h"
#include "harness/base/table.h"

namespace mpigauge {
namespace {

ExitCode Execute(bool as_json, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kRead);
  Table table({{"gate", Table::Align::kLeft},
               {"decided", Table::Align::kLeft},
               {"verdict", Table::Align::kLeft},
               {"baseline", Table::Align::kLeft},
               {"candidate", Table::Align::kLeft}});
  Json json = Json::array();
  for (const GateResult& gate : store.Gates(1000)) {
    const std::string candidate = gate.comparison.value("candidate", "");
    table.AddRow({gate.gate_id.substr(0, 8), gate.decided_at, gate.verdict, gate.baseline, candidate});
    json.push_back({{"gate_id", gate.gate_id},
                    {"decided_at", gate.decided_at},
                    {"verdict", gate.verdict},
                    {"baseline", gate.baseline},
                    {"candidate", candidate},
                    {"candidate_run_id", gate.candidate_run_id}});
  }
  context.streams.out << (as_json ? JsonText(json) : table.Text(false));
  return ExitCode::kPass;
}

}  // namespace

void AddGatesCommand(CLI::App& app, CommandContext& context) {
  auto as_json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("gates", "List the gates that were decided, newest first");
  command->footer("Example:\n  mpigauge gates --json");
  command->add_flag("--json", *as_json, "Print JSON");
  command->callback(
      [as_json, &context] { context.selected = [as_json, &context] { return Execute(*as_json, context); }; });
}

}  // namespace mpigauge
