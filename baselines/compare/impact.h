#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "baselines/compare/opinion.h"

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

// The cost of a change for one application. Ratios are candidate over baseline.
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
  std::optional<Verdict> verdict;  // none where nothing was asked for
  std::vector<ImpactPart> parts;   // what matters most first
  std::vector<std::string> notes;  // what is not modelled, or was not measured
};

// The cost for an application if one of its parts were slower, without a candidate.
struct Sensitivity {
  std::string application;
  std::string operation;
  std::int64_t bytes = 0;
  std::string label;
  std::int64_t calls = 0;
  double cost_of_one_percent = 0;  // share of the application's time: 0.0043 is 0.43%
};

// The applications of a gate.
struct ImpactSection {
  std::vector<ApplicationImpact> applications;  // what lost most first
  std::optional<double> fail_impact;            // share of the time that may be lost
  std::optional<Verdict> verdict;               // over all; none where nothing was asked for
  std::vector<Sensitivity> sensitivity;
};

// Keys are the names of the members; a ratio that is infinite is null, and so is an empty list of sensitivities.
Json ToJson(const Sensitivity& sensitivity);
Json ToJson(const ImpactSection& section);

// Throws Error (usage) naming `what`.
ImpactSection ImpactSectionFromJson(const Json& json, std::string_view what);

// "solver: +1.3% [0.9, 1.7], of which allreduce 64 KiB 1.1": the whole answer in one line. Without an interval:
// "solver: +1.3% [one launch: no interval]".
std::string ImpactSentence(const ApplicationImpact& impact);

// A line for each application, its parts as a table, and below what is not modelled.
std::string ImpactText(const ImpactSection& section, bool colors);

// The notes of all applications, each note once.
std::vector<std::string> ImpactNotes(const ImpactSection& section);

// The cost of one percent as text; the first lines of each application, or all.
std::string SensitivityText(const std::vector<Sensitivity>& list, bool all, bool colors);

// "FAIL: solver takes 3.1% longer than before, which is more than 2%"; empty where nothing was asked for.
std::string ImpactHeadline(const ImpactSection& section);

}  // namespace mpigauge
