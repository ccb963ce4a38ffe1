#pragma once

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/uuid.h"
#include "baselines/compare/compare.h"
#include "baselines/store/store.h"
#include "baselines/verdict/suite_decision.h"
#include "ci/gate/library_access.h"
#include "ci/launch/launches.h"
#include "ci/launch/plan.h"

namespace mpigauge {

// Both sides of a stored gate as they were read: with the classes of their observations (LaunchDetail::kClasses).
struct ReadSides {
  Side baseline;
  Side candidate;
};

// A gate's answer [CI3] and what it cost.
struct GateAnswer {
  Comparison comparison;
  std::string candidate_run_id;
  std::string baseline_run_id;        // where it was measured by itself, side by side
  std::string settled_run_id;         // of the candidate, where that was screened first and then settled side by side
  std::vector<std::string> problems;  // of launches that did not end well; in the comparison's notes, too
  // The run of the version before, where a pipeline compares with that and not with the runs of the baseline.
  std::string previous_run_id = {};
  // The sides of a gate against a stored baseline, where the options keep them. Side by side there are none: times of
  // launches that took turns are not as they were read.
  std::optional<ReadSides> read = {};
};

struct GateOptions {
  CompareSettings compare;           // its tolerance, alpha and allowed fields; the methods are the decision's
  SuiteSettings decision;            // its alpha is that of `compare`
  int launches = 10;                 // of the candidate's run that a stored baseline screens
  MakeLaunches make_launches;        // where they are made
  std::ostream* progress = nullptr;  // nullptr: silent
  Launches::Deadline deadline;       // no launch that is not expected to end before it; what runs then is ended
  // Null: a stored identity is not compared, copies are not looked for, and nobody is told before the launches that
  // they are too few to fail anything.
  std::shared_ptr<const LibraryAccess> libraries;
  // Whether a pattern of the tolerance that matches no series is an error, known after the first look side by side.
  bool patterns_must_match = true;
  // True if a gate against a stored baseline compares the environments as soon as the first launch of the candidate is
  // made, and not when all are. In Slurm that would be a job of its own.
  bool first_launch_alone = false;
  // Series that a stored baseline lacks are not measured. A candidate that is to join the baseline brings them along.
  bool only_common_series = false;
  bool settle = true;       // what the stored baseline cannot pass is settled side by side
  bool keep_sides = false;  // for those who ask more of them: GateAnswer::read
};

// How launches that were made side by side are compared: by intervals that stay right however often one looks
// (Bonferroni over the looks), with differences between the plans that are what the caller asked for.
CompareSettings SideBySideSettings(const LaunchPlan& baseline, const LaunchPlan& candidate, const GateOptions& options);

// Launches both libraries in one campaign, interleaved, so that drift of the machine cancels. The caller's choices for
// the two sides (MPI, preload, environment) are under test, so differences that follow from them are allowed. Series
// that are open after a look get more launches, until all are decided, or launches or time are spent (SuiteDecision).
GateAnswer GateSideBySide(Store& store, const LaunchPlan& baseline, const LaunchPlan& candidate,
                          const GateOptions& options);

// Measures the candidate and screens it with the runs of a stored baseline. Series that they cannot pass are settled
// side by side against the baseline's own library where that can still be started here: those series get their verdict
// from the fresh launches alone. Where the baseline has fewer runs than a screen needs, everything is. Where the
// library cannot be started, or is no longer the one that was measured (its identity), a copy of it that was kept takes
// its place. If no copy works, the runs alone decide, as in GateStoredRun.
GateAnswer GateAgainstStored(Store& store, const std::string& baseline, const LaunchPlan& candidate,
                             const GateOptions& options);

// Compares a run that was measured before with a stored baseline. Nothing is measured. The baseline's runs decide
// (SuiteDecision::DecideByRuns); where they are too few to know how runs differ, the launches are compared as if they
// were of one allocation, and a note says so.
GateAnswer GateStoredRun(Store& store, const std::string& baseline, const std::string& run, const GateOptions& options);

// Puts a gate's answer into the store; under the same id once. With the comparison goes whose launches are behind it:
// "runs": {"baseline": [...], "candidate": [...]} beside those of a stored baseline; with "previous": RUN beside that
// run, and not beside those of the baseline.
void KeepGate(Store& store, const GateAnswer& answer, const std::string& baseline,
              const std::string& gate_id = NewUuid());

}  // namespace mpigauge
