#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/json.h"
#include "ci/pipeline/pipeline.h"
#include "ci/pipeline/update.h"

namespace mpigauge {

// Where the updates of a pipeline are.
struct PipelineStatus {
  std::vector<Update> updates;                           // oldest first
  std::map<std::string, std::vector<std::string>> jobs;  // of those that are measured in Slurm jobs, by id: JobTexts
  std::string working;                                   // "process 1234 on login1"; empty: nobody
};

PipelineStatus StatusOf(const PipelineConfig& config);

// A table, and below it what each update waits for. `all` shows more than the newest twenty.
std::string StatusText(const PipelineStatus& status, bool colors, bool all);
Json ToJson(const PipelineStatus& status);

// The news of a look: findings of gates that failed, a line for each verdict, and a line for what was done about it.
std::string NewsText(const PipelineAnswer& answer, bool colors);
// The updates that were done before, and those that are left for the next time.
std::string KnownText(const PipelineAnswer& answer);

}  // namespace mpigauge
