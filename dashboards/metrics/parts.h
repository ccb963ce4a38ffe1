#pragma once

#include <string>
#include <vector>

#include "baselines/compare/comparison.h"
#include "baselines/store/store.h"
#include "dashboards/metrics/catalogue.h"

// The parts of what is exported: baselines, calibrations, changes and runs; those of a gate are in gates.cc.

namespace mpigauge {

// Dashboards and rules live on these numbers: never change them.
inline double VerdictCode(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass: return 0;
    case Verdict::kFail: return 1;
    case Verdict::kInconclusive: break;
  }
  return 2;
}

// The facts about a gate (gates.cc). `inconclusive`: how many gates of this baseline in a row, up to this one.
// `library` is how people call the candidate.
struct GateFacts {
  std::string library;
  double inconclusive = 0;
};
void AddGate(const GateResult& gate, const GateFacts& facts, const std::string& store_name, Families& families);

// The newest gate of each of the kMostBaselines names that were judged last; none of a name whose newest gate was
// forgotten, by somebody or with its baseline.
inline constexpr std::size_t kMostBaselines = 100;
void AddNewestGates(Store& store, const std::vector<Run>& runs, Families& families);

// A run and its launches (parts.cc).
inline constexpr std::size_t kMostNodes = 100;
void AddRun(Store& store, const Run& run, Families& families);

void AddBaselines(Store& store, Families& families);                      // parts.cc
void AddCalibration(const Calibration& calibration, Families& families);  // parts.cc
void AddNewestCalibration(Store& store, Families& families);              // parts.cc

// A change that the history shows (parts.cc).
struct Change {
  std::vector<std::string> labels;  // case, kind, cause, library
  double unix_time = 0;             // when the first run on the new level was started
  double ratio = 1;
};
void AddChange(const Change& change, Families& families);

// The newest kMostChangePoints, newest first. Takes minutes where thousands of series have thousands of runs.
inline constexpr std::size_t kMostChangePoints = 100;
std::vector<Change> NewestChanges(Store& store);
void AddChanges(const std::vector<Change>& changes, Families& families);  // the newest of those with equal labels

}  // namespace mpigauge
