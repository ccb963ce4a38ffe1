#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace mpigauge {

// How far a run is. kInterrupted: somebody stopped it, or not all tasks of its job ended well. kFailed: no launch did.
enum class RunStatus { kRunning, kComplete, kInterrupted, kFailed };

// "running", "complete", "interrupted", "failed"; the reader throws Error (usage) for an unknown text.
std::string RunStatusName(RunStatus status);
RunStatus ParseRunStatus(std::string_view text);

// Launches of one library in one allocation, with one environment.
struct Run {
  std::string run_id;      // a UUID
  std::string library;     // how people call the library under test
  std::string started_at;  // UTC
  RunStatus status = RunStatus::kRunning;
  // How it was started, so that the same can be started again. Of imported files it is empty, or says where they come
  // from: {"imported": {"tool": "imb", "dated_by": "the output"}}.
  Json plan;
  // The process that measures it (owner.h). When that is gone, the run is interrupted; empty: others go on with it.
  std::string owner = {};
};

// Whether it is known how the run was started.
inline bool HasPlan(const Run& run) { return !run.plan.empty() && !run.plan.contains("imported"); }

// Whether a reference means one of the newest runs, whatever else is called so: "latest" or "latest~2".
bool MeansNewest(std::string_view reference);

// Returns the hash of the files that the library of a run consisted of, or an empty text where its plan has none.
// Throws Error (usage) for a plan that is damaged.
std::string LibraryIdentityOf(const Run& run);

// A named, versioned set of runs that candidates are compared with. A new version never changes an old one.
struct Baseline {
  std::string name;
  int version = 0;
  std::string created_at;
  std::string note;
  std::vector<std::string> run_ids;  // oldest first
  std::int64_t keep = 0;             // rolling: of each environment the newest so many runs; 0: pinned
};

// How often gates err, as it was measured on a machine.
struct Calibration {
  std::string calibration_id;
  std::string made_at;
  Json content;
};

// A gate that was decided: what history, metrics and the report look back at.
struct GateResult {
  std::string gate_id;
  std::string decided_at;
  std::string candidate_run_id;
  std::string baseline;  // as it was named
  std::string verdict;   // "pass", "fail", "inconclusive"
  Json comparison;
  std::string forgotten_at = {};  // UTC; since then its failure does not stand any more; empty: it does
};

}  // namespace mpigauge
