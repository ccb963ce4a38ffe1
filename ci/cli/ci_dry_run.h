#pragma once

#include "ci/cli/dry_run.h"
#include "ci/pipeline/config.h"

namespace mpigauge {

// mpigauge ci --list and --dry-run: what would be measured of the libraries that are new, or not at their end. Nothing
// is built, measured or written, and the exit code is no verdict: pass, or not measured where a place has a problem.
ExitCode PrintPipelineDryRun(const DryRunOptions& options, const PipelineConfig& config, const CommandContext& context);

}  // namespace mpigauge
