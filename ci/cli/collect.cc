#include <CLI/App.hpp>
#include <memory>

#include "ci/cli/commands.h"
#include "ci/cli/finish_job.h"
#include "ci/slurm/slurm_commands.h"
#include "harness/base/error.h"

namespace mpigauge {
namespace {

struct CollectOptions {
  std::string folder;
  FinishOptions finish;
};

ExitCode Execute(const CollectOptions& options, const CommandContext& context) {
  const JobFolder folder = JobFolder::Open(options.folder);
  options.finish.Check(context);
  if (folder.JobId().empty()) throw UsageError("{}: Slurm never took this job", options.folder);
  return FinishJob(*MakeSlurm(), folder, options.finish, context);
}

}  // namespace

void AddCollectCommand(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<CollectOptions>();
  CLI::App* command = app.add_subcommand("collect", "Take the launches of a submitted job into the store");
  command->footer(R"(Examples:
  mpigauge collect mpigauge-jobs/3f2a77c1        the launches that are finished; call it again for the rest
  mpigauge collect mpigauge-jobs/3f2a77c1 --wait --baseline release)");
  command->add_option("folder", options->folder, "The job's folder, as mpigauge submit printed it")->required();
  options->finish.AddTo(*command);
  command->callback(
      [options, &context] { context.selected = [options, &context] { return Execute(*options, context); }; });
}

}  // namespace mpigauge
