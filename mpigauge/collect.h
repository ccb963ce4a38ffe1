#pragma once

#include <string>

#include "baselines/verdict/compare_request.h"
#include "ci/gate/impact_request.h"
#include "ci/slurm/job_folder.h"
#include "ci/slurm/slurm.h"
#include "mpigauge/commands.h"
#include "mpigauge/output_options.h"

namespace CLI {
class App;
}  // namespace CLI

namespace mpigauge {

// The steps after a job was submitted: it is waited for, collected, compared.
struct FinishOptions {
  bool wait = false;
  std::string baseline;
  ImpactRequest impact;
  CompareRequest compare;
  OutputOptions output;

  void AddTo(CLI::App& command);
  // Looks at formats, store and baseline before anything costs time. A dry run makes no store. Throws Error.
  void Check(const CommandContext& context, bool dry = false) const;
  // The command that does the same later, as a person would type it, waiting for the job.
  std::string CollectCommand(const JobFolder& folder, const CommandContext& context) const;
};

// Takes the launches of a job into the store and, where there is a baseline, compares. The gate's exit code;
// Error (not measured) where too little was measured for a verdict, or where nobody asked for one and tasks
// did not end well.
ExitCode FinishJob(Slurm& slurm, const JobFolder& folder, const FinishOptions& options, const CommandContext& context);

}  // namespace mpigauge
