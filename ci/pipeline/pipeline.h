#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "base/error.h"
#include "baselines/compare/comparison.h"
#include "ci/pipeline/config.h"
#include "ci/pipeline/update.h"

namespace mpigauge {

struct PipelineOptions {
  std::ostream& progress;
  bool terminal = false;
  bool wait = false;                        // for another process that works on the same pipeline
  std::string mpigauge = "/proc/self/exe";  // the program that looks at libraries
};

// The results of one look at the sources.
struct PipelineAnswer {
  std::vector<Update> worked_on;      // updates that were new or not at their end; as they are now
  std::vector<Update> known;          // libraries that are there and were done before
  std::vector<Comparison> findings;   // of those that failed or are inconclusive, what the gate found
  std::vector<std::string> later;     // libraries that may not be whole yet
  std::vector<std::string> problems;  // places without a library, steps that failed
  bool stopped = false;               // somebody stopped it; it goes on at the next call
};

// Looks for libraries that were not judged and takes each through all its steps, the oldest first [CI5]; goes on with
// what an earlier process began, wherever that was killed. A step that fails is tried again at the next call; where one
// fails three times, the update is given up (what is about the verdict) or goes on without it (metrics, reports).
// Throws Error where the configuration, the state or the store cannot be used, or another process works on it.
PipelineAnswer RunPipeline(const PipelineConfig& config, const PipelineOptions& options);

// The updates that RunPipeline would work on, the oldest first, and those that it would leave alone. A new update gets
// the shapes that would be measured, or none if its benchmark program must be built first. Nothing is built, fetched,
// measured or written. Throws Error where the configuration, the state or the store cannot be used.
PipelineAnswer PlanPipeline(const PipelineConfig& config, const std::string& mpigauge = "/proc/self/exe");

// The worst verdict of the updates that were worked on: fail, then not measured, then inconclusive, then pass.
ExitCode ExitCodeOf(const PipelineAnswer& answer);

// An update that was given up is tried again at the next call. Throws Error (usage) where there is none of that id, or
// of several the beginning is the same.
Update RetryUpdate(const PipelineConfig& config, const std::string& id);

// An update as if it had never been found: its state and the files of its launches are removed; the store keeps what it
// has. The same errors.
Update ForgetUpdate(const PipelineConfig& config, const std::string& id);

}  // namespace mpigauge
