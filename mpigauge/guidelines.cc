#include "baselines/guidelines/guidelines.h"

#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "baselines/guidelines/guideline_changes.h"
#include "baselines/verdict/compare_request.h"
#include "mpigauge/commands.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

struct GuidelinesOptions {
  std::string run = "latest";
  std::string since;
  CompareRequest compare;
  bool as_json = false;
  bool all = false;
};

ExitCode ShowChanges(const GuidelinesOptions& options, CommandContext& context) {
  const GuidelineChanges changes = CompareGuidelines(context.FindCompared(options.since),
                                                     context.FindCompared(options.run), options.compare.ToSettings());
  context.streams.out << (options.as_json ? JsonText(ToJson(changes))
                                          : GuidelineChangesText(changes, context.streams.out_colors, options.all));
  if (changes.Came() > 0) return ExitCode::kFail;
  return changes.before.decidable && changes.after.decidable ? ExitCode::kPass : ExitCode::kInconclusive;
}

ExitCode Execute(const GuidelinesOptions& options, CommandContext& context) {
  if (!options.since.empty()) return ShowChanges(options, context);
  const GuidelineReport report = CheckGuidelines(context.FindCompared(options.run), options.compare.ToSettings());
  context.streams.out << (options.as_json ? JsonText(ToJson(report))
                                          : GuidelinesText(report, context.streams.out_colors, options.all));
  if (report.Broken() > 0) return ExitCode::kFail;
  return report.decidable ? ExitCode::kPass : ExitCode::kInconclusive;
}

}  // namespace

void AddGuidelinesCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<GuidelinesOptions>();
  CLI::App* command = app.add_subcommand("guidelines", "Is an operation slower than others that do the same?");
  command->footer(R"(Examples:
  mpigauge run --suite standard
  mpigauge guidelines
  mpigauge guidelines release --tolerance 10% --all
  mpigauge guidelines latest --since release
Exit codes: 0 all hold, 1 one is broken, 2 too few launches to prove one broken;
with --since: 0 none came, 1 one came, 2 too few launches.)");
  command->add_option("run", options->run, "A run, a baseline, a file or a folder")->capture_default_str();
  command->add_option("--since", options->since, "An older run: print which broken guidelines came or went since then");
  AddSettings(*command, LimitSettings(options->compare));
  AddFormatOption(*command, options->as_json);
  command->add_flag("--all", options->all, "Also print the claims that hold, and changes that may be noise");
  OnChoice(*command, context, [options, &context] { return Execute(*options, context); });
}

}  // namespace mpigauge
