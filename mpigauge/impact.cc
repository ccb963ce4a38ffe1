#include "baselines/compare/impact.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "base/error.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/manual/documentation.h"
#include "ci/gate/find_impact.h"
#include "ci/gate/impact_request.h"
#include "ci/impact/suggest_tolerances.h"
#include "mpigauge/commands.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

struct ImpactCommandOptions {
  std::string baseline;
  std::string candidate;
  ImpactRequest impact;
  bool sensitivity = false;
  bool suggest_tolerances = false;
  bool all = false;
  bool json = false;
};

ExitCode CodeOf(const ImpactSection& section) {
  if (section.verdict == Verdict::kFail) return ExitCode::kFail;
  return section.verdict == Verdict::kInconclusive ? ExitCode::kInconclusive : ExitCode::kPass;
}

// Prints the cost of each operation, without a candidate.
ExitCode TellSensitivity(const ImpactCommandOptions& options, const CommandContext& context) {
  const ImpactSettings settings = options.impact.ToSettings();
  const auto applications = ReadApplications(settings.traces, settings.read);
  const Side side = context.FindCompared(options.baseline, LaunchDetail::kObservations);
  const auto list = FindSensitivity(applications, side, settings.costs);
  if (options.suggest_tolerances) {
    ToleranceOptions tolerance;
    tolerance.impact = settings.fail_impact.value_or(tolerance.impact);
    context.streams.out << fmt::format("# An application loses {:g}% where one of these series is slower by so much.\n",
                                       tolerance.impact * 100)
                        << ToleranceToml(SuggestTolerances(list, side.launches[0].series, tolerance));
  } else if (options.json) {
    Json all = Json::array();
    for (const Sensitivity& one : list) all.push_back(ToJson(one));
    context.streams.out << JsonText({{"baseline", side.label}, {"sensitivity", all}});
  } else {
    context.streams.out << SensitivityText(list, options.all, context.streams.out_colors);
  }
  return ExitCode::kPass;
}

ExitCode TellImpact(const ImpactCommandOptions& options, const CommandContext& context) {
  const ImpactSettings settings = options.impact.ToSettings();
  const auto applications = ReadApplications(settings.traces, settings.read);
  const Side baseline = context.FindCompared(options.baseline, LaunchDetail::kObservations);
  const Side candidate = context.FindCompared(options.candidate, LaunchDetail::kObservations);
  const ImpactAnswer answer = FindImpact(applications, baseline, candidate, settings);
  const ImpactSection& section = answer.section;
  if (options.json) {
    Json json = ToJson(section);
    json["timeline"] = answer.timeline ? ToJson(*answer.timeline) : Json(nullptr);
    context.streams.out << JsonText(json);
  } else {
    context.streams.out << fmt::format("baseline {}, candidate {}\n", TerminalEscaped(baseline.label),
                                       TerminalEscaped(candidate.label))
                        << ImpactText(section, context.streams.out_colors);
  }
  return CodeOf(section);
}

ExitCode Execute(const ImpactCommandOptions& options, const CommandContext& context) {
  if (options.impact.traces.empty()) {
    throw UsageError(
        "no application was given: name its traces with --trace FOLDER; mpigauge trace record "
        "-- mpirun -n 2 ./app makes them");
  }
  const bool alone = options.sensitivity || options.suggest_tolerances;
  if (alone == !options.candidate.empty()) {
    throw UsageError(
        "no change was given: --candidate RUN compares two runs, --sensitivity shows the cost of each operation");
  }
  return alone ? TellSensitivity(options, context) : TellImpact(options, context);
}

}  // namespace

void AddImpactCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<ImpactCommandOptions>();
  CLI::App* command = app.add_subcommand("impact", "Tell what a difference between two runs costs applications");
  command->footer(std::string(R"(Examples:
  mpigauge trace record -o traces -- mpirun -n 16 ./solver
  mpigauge impact --trace traces=solver --baseline release --candidate latest
  mpigauge impact --trace traces --baseline release --sensitivity
  mpigauge impact --trace traces --baseline release --suggest-tolerances

The traces are replayed with the costs of messages and collectives that both runs measured.

Exit codes with --fail-impact: 0 no application loses as much, 1 one does, 2 inconclusive.

What is not modelled: )") +
                  NameOfPage("use/impact"));
  command->add_option("--baseline", options->baseline, "A baseline, a run, a file or a folder of launch records")
      ->required();
  command->add_option("--candidate", options->candidate, "Another baseline, run, file or folder of launch records");
  AddSettings(*command, SettingsOf(options->impact));
  {
    const InGroup group(*command, kApplicationsGroup);
    AddRegionOptions(*command, options->impact.program);
  }
  command->add_flag("--sensitivity", options->sensitivity, "Print what 1% slower costs, by operation and size");
  command->add_flag("--suggest-tolerances", options->suggest_tolerances,
                    "Print tolerances for mpigauge.toml: a series costs an application at most --fail-impact (1%)");
  command->add_flag("--all", options->all, "Print every operation and size of --sensitivity");
  AddFormatOption(*command, options->json);
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
