#include <CLI/App.hpp>
#include <memory>

#include "baselines/compare/comparison_json.h"
#include "ci/cli/commands.h"
#include "ci/cli/output_options.h"
#include "dashboards/data/gate_view.h"
#include "dashboards/data/lists.h"
#include "harness/base/json.h"
#include "harness/base/table.h"

namespace mpigauge {
namespace {

struct GatesOptions {
  std::string gate;
  bool json = false;
  OutputOptions output;
};

constexpr std::int64_t kMostGates = 1000;

ExitCode List(Store& store, bool as_json, CommandContext& context) {
  const Json gates = GatesJson(store, kMostGates);
  if (as_json) {
    context.streams.out << JsonText(gates);
    return ExitCode::kPass;
  }
  Table table({{"gate", Table::Align::kLeft},
               {"decided", Table::Align::kLeft},
               {"verdict", Table::Align::kLeft},
               {"baseline", Table::Align::kLeft},
               {"candidate", Table::Align::kLeft}});
  for (const Json& gate : gates) {
    table.AddRow({gate.at("gate_id").get<std::string>().substr(0, 8), gate.at("decided_at"), gate.at("verdict"),
                  gate.at("baseline"), gate.at("candidate")});
  }
  context.streams.out << table.Text(false);
  return ExitCode::kPass;
}

ExitCode Execute(GatesOptions options, CommandContext& context) {
  if (options.json) options.output.format = "json";
  options.output.Check();
  Store store = context.OpenStore(Store::Access::kRead);
  if (options.gate.empty()) return List(store, options.json, context);
  const GateResult gate = FindGate(store, options.gate);
  const Comparison comparison = ComparisonFromJson(gate.comparison, store.name() + ": gate " + gate.gate_id);
  options.output.Print(comparison, context.streams);
  return ExitCode::kPass;
}

}  // namespace

void AddGatesCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<GatesOptions>();
  CLI::App* command =
      app.add_subcommand("gates", "List the gates that were decided, newest first; or what one of them said");
  command->footer(R"(Examples:
  mpigauge gates --json
  mpigauge gates 3f2a                       the beginning of a gate's id is enough
  mpigauge gates latest --json

The exit code is 0, whatever the verdict.)");
  command->add_option("gate", options->gate, "Print this gate's comparison: latest or an id")->type_name("GATE");
  command->add_flag("--json", options->json, "Print JSON");
  options->output.AddTo(*command);
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge
