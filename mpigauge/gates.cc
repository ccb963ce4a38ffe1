#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>

#include "base/error.h"
#include "base/json.h"
#include "base/table.h"
#include "base/units.h"
#include "baselines/compare/comparison_json.h"
#include "dashboards/data/gate_steps.h"
#include "dashboards/data/gate_view.h"
#include "dashboards/data/lists.h"
#include "mpigauge/commands.h"
#include "mpigauge/history_source.h"
#include "mpigauge/output_options.h"

namespace mpigauge {
namespace {

struct GatesOptions {
  std::string gate;
  std::string series;  // a regular expression
  bool forget = false;
  OutputOptions output;
};

constexpr std::int64_t kMostGates = 1000;

void CheckListFormat(const std::string& format) {
  if (format == "table" || format == "json") return;
  throw UsageError("--format {}: the list of gates is a table or json; a single gate has other formats", format);
}

ExitCode ShowSteps(Store& store, const GatesOptions& options, CommandContext& context) {
  CheckListFormat(options.output.format);
  const auto steps = GateSteps(store.gates().Newest(kMostGates), Matching(options.series, "--series"));
  if (steps.empty()) throw UsageError("--series '{}': no gate has a time of such a series", options.series);
  context.streams.out << (options.output.format == "json" ? JsonText(ToJson(steps))
                                                          : GateStepsText(steps, context.streams.out_colors));
  return ExitCode::kPass;
}

ExitCode ListGates(Store& store, const std::string& format, CommandContext& context) {
  CheckListFormat(format);
  const Json gates = GatesJson(store, kMostGates);
  if (format == "json") {
    context.streams.out << JsonText(gates);
    return ExitCode::kPass;
  }
  Table table({{"gate", Table::Align::kLeft},
               {"decided", Table::Align::kLeft},
               {"verdict", Table::Align::kLeft},
               {"baseline", Table::Align::kLeft},
               {"candidate", Table::Align::kLeft}});
  for (const Json& gate : gates) {
    const int waived = gate.at("waived");
    const std::string by_waiver = waived == 0 ? "" : fmt::format(" ({} waived)", waived);
    const std::string put_aside = gate.at("forgotten_at").get<std::string>().empty() ? "" : " (forgotten)";
    table.AddRow({gate.at("gate_id").get<std::string>().substr(0, 8), gate.at("decided_at"),
                  gate.at("verdict").get<std::string>() + by_waiver + put_aside, gate.at("baseline"),
                  gate.at("candidate")});
  }
  context.streams.out << table.Text(false);
  return ExitCode::kPass;
}

ExitCode Forget(const std::string& name, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kWrite);
  const GateResult gate = FindGate(store, name);
  store.gates().Forget(gate.gate_id, UtcNow());
  context.streams.out << fmt::format("gate {} ({}) is forgotten: metrics and alerts leave it out\n", gate.gate_id,
                                     gate.verdict);
  return ExitCode::kPass;
}

ExitCode Execute(const GatesOptions& options, CommandContext& context) {
  options.output.Check();
  if (options.forget) return Forget(options.gate, context);
  Store store = context.OpenStore(Store::Access::kRead);
  if (!options.series.empty()) return ShowSteps(store, options, context);
  if (options.gate.empty()) return ListGates(store, options.output.format, context);
  const GateResult gate = FindGate(store, options.gate);
  const Comparison comparison = ComparisonFromJson(gate.comparison, store.name() + ": gate " + gate.gate_id);
  options.output.Print(comparison, context.streams);
  return ExitCode::kPass;
}

}  // namespace

void AddGatesCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<GatesOptions>();
  CLI::App* command = app.add_subcommand("gates", "List the gates, newest first; or print one of them");
  command->footer(R"(Examples:
  mpigauge gates --format json
  mpigauge gates 3f2a                       the beginning of a gate's id is enough
  mpigauge gates latest --format json
  mpigauge gates 3f2a --forget              takes it out of metrics and alerts
  mpigauge gates --series '^bcast/bytes:8/'  what each update did to a series

The exit code is 0, whatever the verdict.)");
  CLI::Option* gate = command->add_option("gate", options->gate, "Print the comparison of this gate: latest or an id")
                          ->type_name("GATE");
  command
      ->add_option("--series", options->series,
                   "Print what each gate says of the series that match, oldest first, and all of them together")
      ->type_name("REGEX")
      ->excludes(gate);
  command
      ->add_flag(
          "--forget", options->forget,
          "Take this gate out of metrics and alerts, whatever its verdict. It stays in the store and in the list")
      ->needs(gate);
  options->output.AddTo(*command);
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
