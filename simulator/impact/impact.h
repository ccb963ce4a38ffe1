#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mpigauge {

// One operation at sizes that a model does not tell apart.
struct ImpactPart {
  std::string operation;   // "allreduce", "send"
  std::int64_t bytes = 0;  // the class's largest size
  std::string label;       // "allreduce 64 KiB"
  std::int64_t calls = 0;  // of all ranks
  double ratio = 1;        // the application's time with this part alone taken from the candidate
  double low = 1;
  double high = 1;
};

// What a change costs one application. Ratios are candidate over baseline.
struct ApplicationImpact {
  std::string application;  // how people call it
  std::string trace;        // where it was read from
  int ranks = 0;
  double baseline_seconds = 0;  // as replayed
  double candidate_seconds = 0;
  double ratio = 1;
  double low = 1;  // confidence interval over resampled launches
  double high = 1;
  double confidence = 0.95;
  std::vector<ImpactPart> parts;   // what matters most first
  std::vector<std::string> notes;  // what is not modelled, or was not measured
};

}  // namespace mpigauge
