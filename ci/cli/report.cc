#include "dashboards/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "baselines/compare/comparison_json.h"
#include "baselines/format/words.h"
#include "baselines/waivers/apply_waivers.h"
#include "ci/cli/commands.h"
#include "ci/cli/output_options.h"
#include "harness/base/error.h"
#include "harness/base/file.h"

namespace mpigauge {
namespace {

struct ReportOptions {
  std::string gate = "latest";
  std::vector<std::string> compare;  // baseline and candidate
  CompareOptions settings;
  std::string output = "report.html";
};

// What is drawn, and where it is from.
struct Subject {
  Comparison comparison;
  std::string origin;
  std::optional<Calibration> calibration = std::nullopt;
};

std::string GateList(const std::vector<GateResult>& gates) {
  constexpr std::size_t kMost = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMost, gates.size()); ++i) {
    text += fmt::format("\n  {}  {}  {} against {}", gates[i].gate_id, gates[i].decided_at, gates[i].verdict,
                        gates[i].baseline);
  }
  return text;
}

// "latest", or an id or the beginning of one.
GateResult FindGate(Store& store, const std::string& reference) {
  constexpr std::int64_t kAll = 1'000'000;
  const auto gates = store.Gates(reference == "latest" ? 1 : kAll);
  if (gates.empty()) {
    throw UsageError("{}: no gate was decided yet; `mpigauge gate` decides one, or draw two runs: --compare A B",
                     store.name());
  }
  if (reference == "latest") return gates[0];
  std::vector<GateResult> found;
  std::copy_if(gates.begin(), gates.end(), std::back_inserter(found),
               [&](const GateResult& gate) { return gate.gate_id.starts_with(reference); });
  if (found.empty()) {
    throw UsageError("{}: no gate '{}'; the newest are{}", store.name(), reference, GateList(gates));
  }
  if (found.size() > 1)
    throw UsageError("{}: '{}' is the beginning of several gates:{}", store.name(), reference, GateList(found));
  return found[0];
}

Subject FromGate(const std::string& reference, CommandContext& context) {
  Store store = context.OpenStore(Store::Access::kRead);
  const GateResult gate = FindGate(store, reference);
  const std::vector<Calibration> calibrations = store.Calibrations(1);
  return {ComparisonFromJson(gate.comparison, store.name() + ": gate " + gate.gate_id),
          fmt::format("gate {} of {}", gate.gate_id.substr(0, 8), gate.decided_at),
          calibrations.empty() ? std::nullopt : std::optional(calibrations[0])};
}

Subject FromSides(const ReportOptions& options, CommandContext& context) {
  const Side baseline = context.FindCompared(options.compare[0]);
  const Side candidate = context.FindCompared(options.compare[1]);
  Comparison comparison = Compare(baseline, candidate, options.settings.ToSettings());
  ApplyWaivers(comparison, options.settings.ReadWaivers(), Today());
  return {std::move(comparison),
          fmt::format("mpigauge report --compare {} {}", options.compare[0], options.compare[1])};
}

ExitCode Execute(const ReportOptions& options, CommandContext& context) {
  const Subject subject = options.compare.empty() ? FromGate(options.gate, context) : FromSides(options, context);
  WriteFileAtomically(options.output, ReportHtml(subject.comparison, subject.origin, subject.calibration));
  context.streams.out << fmt::format("{}: {}\n", options.output, Headline(subject.comparison));
  return ExitCode::kPass;
}

}  // namespace

void AddReportCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand("report", "Write a gate, or a comparison, as one HTML file with charts");
  command->footer(R"(Examples:
  mpigauge report                              the newest gate, as report.html
  mpigauge report --gate 3f2a -o gate.html     the beginning of a gate's id is enough
  mpigauge report --compare release latest --tolerance 3%

The file needs no other and no network. The exit code is 0 when it was written, whatever the verdict in it.)");
  CLI::Option* gate = command->add_option("--gate", options->gate, "A gate in the store: latest or an id")
                          ->type_name("GATE")
                          ->capture_default_str();
  CLI::Option* compare =
      command
          ->add_option("--compare", options->compare, "Compare now: two baselines, runs, files or folders of records")
          ->expected(2)
          ->type_name("BASELINE CANDIDATE")
          ->excludes(gate);
  options->settings.AddTo(*command);
  for (const char* name : {"--tolerance", "--alpha", "--allow-different", "--waivers"})
    command->get_option(name)->needs(compare);
  command->add_option("-o,--output", options->output, "The file")->type_name("FILE")->capture_default_str();
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge
