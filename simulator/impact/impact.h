#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mpigauge {

// One operation at sizes that a model does not tell apart.
struct ImpactPart {
  std::string operation;   // "allreduce", "send"
  std::int64_t bytes = 0;  // the largest of the class that the application has
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
  double confidence = 0.95;        // 0: one side has a single launch, and there is no interval
  std::string hangs;               // how it does with the candidate alone; empty: it does not. Then ratio is infinite
  std::string verdict;             // "pass", "fail", "inconclusive"; empty where nothing was asked for
  std::vector<ImpactPart> parts;   // what matters most first
  std::vector<std::string> notes;  // what is not modelled, or was not measured
};

// What one part of an application would cost it, without a candidate.
struct Sensitivity {
  std::string application;
  std::string operation;
  std::int64_t bytes = 0;
  std::string label;
  std::int64_t calls = 0;
  double cost_of_one_percent = 0;  // share of the application's time: 0.0043 is 0.43%
};

// What a gate says of applications.
struct ImpactSection {
  std::vector<ApplicationImpact> applications;  // what lost most first
  std::optional<double> fail_impact;            // share of the time that may be lost
  std::string verdict;                          // over all; empty where nothing was asked for
  std::vector<Sensitivity> sensitivity;
};

}  // namespace mpigauge
