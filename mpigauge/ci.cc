#include <fmt/format.h>

#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "base/escape.h"
#include "base/manual/documentation.h"
#include "ci/pipeline/lock.h"
#include "ci/pipeline/pipeline.h"
#include "ci/pipeline/status.h"
#include "mpigauge/commands.h"
#include "mpigauge/dry_run.h"
#include "mpigauge/shared_options.h"

namespace mpigauge {
namespace {

struct CiOptions {
  std::string config = "mpigauge.toml";
  bool wait = false;
  bool again = false;
  bool quiet = false;
  bool json = false;
  bool all = false;
  std::string id;
  DryRunOptions dry;
};

// The verdict of the newest library, if nothing was new.
ExitCode VerdictOfNewest(const PipelineAnswer& answer) {
  PipelineAnswer newest = answer;
  if (newest.worked_on.empty() && !newest.known.empty()) newest.worked_on = {newest.known.back()};
  return ExitCodeOf(newest);
}

PipelineConfig ConfigOf(const CiOptions& options, const CommandContext& context) {
  context.RefuseStore(options.config);
  return ReadPipelineConfig(options.config);
}

ExitCode Execute(const CiOptions& options, CommandContext& context) {
  if (!options.quiet) context.WarnOfLibraries(options.config);
  const PipelineConfig config = ConfigOf(options, context);
  if (options.dry.asked()) return PrintPipelineDryRun(options.dry, config, context);
  std::ostream silent(nullptr);
  const PipelineAnswer answer =
      RunPipeline(config, {options.quiet ? silent : context.streams.err, context.streams.err_terminal, options.wait});
  if (options.json) {
    Json json = {{"worked_on", Json::array()}, {"known", Json::array()}, {"problems", answer.problems}};
    for (const Update& update : answer.worked_on) json["worked_on"].push_back(ToJson(update));
    for (const Update& update : answer.known) json["known"].push_back(ToJson(update));
    context.streams.out << JsonText(json);
  } else {
    context.streams.out << NewsText(answer, context.streams.out_colors) << (options.quiet ? "" : KnownText(answer));
  }
  for (const std::string& problem : answer.problems)
    context.streams.err << "mpigauge: " << ErrorEscaped(problem) << "\n";
  if (answer.stopped) context.streams.err << "mpigauge: stopped; the same command resumes\n";
  return options.again ? VerdictOfNewest(answer) : ExitCodeOf(answer);
}

ExitCode ShowStatus(const CiOptions& options, CommandContext& context) {
  const PipelineStatus status = StatusOf(ConfigOf(options, context));
  context.streams.out << (options.json ? JsonText(ToJson(status))
                                       : StatusText(status, context.streams.out_colors, options.all));
  return ExitCode::kPass;
}

// Is silent for cron, which starts the next one while a long one works.
ExitCode ExecuteQuietly(const CiOptions& options, CommandContext& context) {
  try {
    return Execute(options, context);
  } catch (const PipelineBusy&) {
    return ExitCode::kPass;
  }
}

using Change = Update (*)(const PipelineConfig&, const std::string&);

void AddChange(CLI::App& ci, const std::string& name, const std::string& text, const std::string& done, Change change,
               const std::shared_ptr<CiOptions>& options, CommandContext& context) {
  CLI::App* command = ci.add_subcommand(name, text);
  command->add_option("update", options->id, "The beginning of the update's id, as mpigauge ci status prints it")
      ->required();
  OnChoice(*command, context, [=, &context] {
    const Update update = change(ConfigOf(*options, context), options->id);
    context.streams.out << fmt::format("{}: {}\n", update.Id(), done);
    return ExitCode::kPass;
  });
}

}  // namespace

void AddCiCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<CiOptions>();
  CLI::App* ci = app.add_subcommand("ci", "Measure, judge and report libraries that are new");
  ci->footer(R"(Examples:
  mpigauge ci init                                write mpigauge.toml for this machine
  mpigauge ci                                     judge what is new
  mpigauge ci --config perf/mpigauge.toml --wait
  mpigauge ci --dry-run                           what would be measured
  mpigauge ci --quiet                             for a crontab
  mpigauge ci status                              the state of each library
  mpigauge ci retry openmpi-3f2a                  try again what was given up
  mpigauge watch                                  the same every five minutes, as a daemon

It can be killed at any moment; the next call resumes. A library that was judged is not measured again: if nothing is
new, the exit code is 0, or with --last-verdict that of the newest library that is there.)");
  ci->fallthrough();
  ci->add_option("--config", options->config, "The pipeline's configuration (" + NameOfPage("use/pipelines") + ")")
      ->type_name("FILE")
      ->capture_default_str();
  ci->add_flag("--wait", options->wait, "If another process works on this pipeline, wait for it");
  ci->add_flag("--last-verdict", options->again, "If nothing is new, exit with the newest library's verdict");
  ci->add_flag("--quiet", options->quiet,
               "For cron: print nothing if nothing is new, or if another process is at work");
  options->dry.AddTo(*ci);
  AddFormatOption(*ci, options->json);
  ci->require_subcommand(0, 1);
  OnChoice(*ci, context, [options, &context] {
    return options->quiet ? ExecuteQuietly(*options, context) : Execute(*options, context);
  });
  AddInitCommand(*ci, context);
  CLI::App* status = ci->add_subcommand("status", "List the updates that were found, and the state of each");
  status->add_flag("--all", options->all, "List more than the newest twenty");
  OnChoice(*status, context, [options, &context] { return ShowStatus(*options, context); });
  AddChange(*ci, "retry", "Try an update again that was given up", "is tried again by the next mpigauge ci",
            RetryUpdate, options, context);
  AddChange(*ci, "forget", "Forget an update: it is measured anew when it is found again", "forgotten", ForgetUpdate,
            options, context);
}

}  // namespace mpigauge
