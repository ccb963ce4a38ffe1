#include "ci/slurm/task.h"

#include <CLI/App.hpp>
#include <memory>

#include "mpigauge/commands.h"

namespace mpigauge {

void AddTaskCommand(CLI::App& app, CommandContext& context) {
  auto folder = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("task", "The part of a submitted job that runs on the compute nodes");
  command->group("");  // not in the help: the job script starts it
  command->add_option("folder", *folder, "The job's folder")->required();
  command->callback([folder, &context] {
    context.selected = [folder, &context] {
      const JobFolder job = JobFolder::Open(*folder);
      return RunTask(job, PlaceFromEnvironment(), context.streams.err) ? ExitCode::kPass : ExitCode::kNotMeasured;
    };
  });
}

}  // namespace mpigauge
