#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ci/launch/plan.h"
#include "ci/pipeline/config.h"
#include "ci/slurm/job_folder.h"
#include "ci/slurm/sbatch.h"
#include "mpigauge/commands.h"

namespace mpigauge {

// --list and --dry-run: what a command would measure. Nothing is measured, and nothing is stored.
struct DryRunOptions {
  bool list = false;
  bool dry_run = false;

  void AddTo(CLI::App& command);
  bool asked() const { return list || dry_run; }
};

// One library of what would be measured.
struct DrySide {
  LaunchPlan plan;
  int launches = 0;  // at first
  std::string more;  // what may follow; empty: nothing
};

// The Slurm job that would make the launches; its libraries are those of the sides, in their order.
struct DryJob {
  JobFolder folder;  // which is not made
  SlurmRequest request;
};

// Prints with --list the series, a line each; with --dry-run how many there are, how many launches, about how long,
// where and by which command lines: in the job, or on this host if there is none. The time follows from the newest
// stored run of as many ranks with the same arguments.
ExitCode PrintDryRun(const DryRunOptions& options, const std::vector<DrySide>& sides, const std::optional<DryJob>& job,
                     const CommandContext& context);

// mpigauge ci --list and --dry-run: what would be measured of the libraries that are new or unfinished. Nothing is
// built, measured or written, and the exit code is no verdict: pass, or not measured where a place has a problem.
ExitCode PrintPipelineDryRun(const DryRunOptions& options, const PipelineConfig& config, const CommandContext& context);

}  // namespace mpigauge
