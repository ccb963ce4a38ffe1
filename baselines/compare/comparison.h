#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "baselines/compare/application_timeline.h"
#include "baselines/compare/gate_decision.h"
#include "baselines/compare/impact.h"
#include "baselines/compare/opinion.h"
#include "baselines/compare/same_state.h"
#include "record/record.h"

namespace mpigauge {

// Why a series has no times that could be compared.
enum class Broken {
  kNo,           // it has
  kWrongData,    // the candidate's data were wrong
  kDoesNotWork,  // it works in the baseline, and in no launch of the candidate
  kNotMeasured,  // the candidate was asked for it, and has no time
  kNoTimes,      // significantly fewer launches of the candidate than of the baseline have a time
};

// How series were tested.
enum class TestMethod {
  kRankSum,
  kSignedRank,
  kWelch,
  kModeratedT,
  kBootstrap,
  kGroupSequential,          // a gate, side by side
  kRuns,                     // a gate, by the runs of a stored baseline alone
  kRunsThenGroupSequential,  // a gate, by both
};

// The correction of p values over the suite.
enum class Correction {
  kHolm,               // the chance of any false finding is at most alpha
  kBenjaminiHochberg,  // of the findings the share alpha is false on average
};

// The comparison of a series by another figure than medians. It is reported, and never decides.
struct OtherFigure {
  double ratio = 1;  // Hodges-Lehmann
  double low = 0;    // its confidence interval
  double high = 0;
  double level = 0;
  double p_slower = 1;    // exact rank sum, one-sided
  double p_adjusted = 1;  // by Holm over the series
};

// The figure that decided a series.
enum class DecidedBy {
  kMedian,  // and whatever is no figure: errors, wrong data, counts
  kFloor,   // it passes by its fastest observations alone: medians differ too much from launch to launch to tell
  kTail,    // its median passes, and too many of its observations or of its launches take far longer
  kMean,    // its median passes, and its calls cost far more in the mean
};

// A figure of what the median does not see: its reason is told in words beside the numbers of the median.
inline bool IsBesideMedian(DecidedBy one) { return one == DecidedBy::kTail || one == DecidedBy::kMean; }

// The share of observations or of launches that take far longer than usual. See other_figures.h.
struct TailFigure {
  bool known = false;                                         // it was looked at
  double seconds = std::numeric_limits<double>::quiet_NaN();  // what takes longer than this is counted
  double baseline_share = 0;
  double candidate_share = 0;
  double most_of_runs = 0;  // the largest share that a run of the baseline has
  double p = 1;             // over launches, exact, one-sided
  double p_adjusted = 1;    // by Holm over both figures and the means of all series
};

// The mean over all calls of a launch: what an application pays. See launch_means.h.
struct MeanFigure {
  bool known = false;                                                  // it was looked at
  double baseline_seconds = std::numeric_limits<double>::quiet_NaN();  // the mean of the launches' means
  double candidate_seconds = std::numeric_limits<double>::quiet_NaN();
  double most_of_runs = std::numeric_limits<double>::quiet_NaN();  // the largest such mean of a run of the baseline
  double ratio = 1;       // of the launches' means, Hodges-Lehmann, or as the method has it
  double tolerance = 0;   // beyond the change of the median
  double p = 1;           // slower by more than that, over launches, one-sided
  double p_adjusted = 1;  // by Holm over the means and tails of all series
};

// Launches that tried a series and have no time of it: it gave an error, ranks never started together, or the times are
// nothing. Where clocks were apart the times are wrong, and the launch did not try it.
struct MissingTimes {
  std::vector<std::size_t> baseline;  // places of the launches in their side
  std::vector<std::size_t> candidate;
  std::int64_t baseline_launches = 0;  // that tried it
  std::int64_t candidate_launches = 0;
  std::string why;  // of the candidate: "no-valid-observation: ..."; empty where it has all times

  // The p of "more launches of the candidate lack it", by Fisher's exact test.
  double P() const;
};

// The comparison of one series: Compare() fills in the numbers; opinions and what is concluded from them come from
// baselines/verdict. Ratios are candidate over baseline: 1.05 is 5% slower.
struct SeriesComparison {
  std::string name;
  std::string case_name;
  std::string family;
  Parameters parameters;

  std::vector<double> baseline_seconds;  // one median per launch
  std::vector<double> candidate_seconds;

  double baseline_median = 0;  // of the launch medians
  double candidate_median = 0;
  double ratio = 1;  // Hodges-Lehmann, or as the method has it
  double low = 0;    // its confidence interval
  double high = 0;
  double level = 0;       // the confidence that the interval has
  double p_slower = 1;    // by the method, one-sided
  double p_adjusted = 1;  // the same, corrected over the suite
  double p_faster_adjusted = 1;
  OtherFigure floor;         // of the launches' minima: a longer path in the library shows here first. Of launches that
                             // took turns the fastest observation of each visit, which may pass the series (kFloor)
  OtherFigure tail;          // of their 99th percentiles: rare waits show here alone
  TailFigure stretched;      // observations, beside the usual range of a launch
  TailFigure slow_launches;  // launches, by their medians
  MeanFigure mean;           // of all calls
  double slowest_times = 1;  // the slowest launch of the candidate over the slowest of the baseline
  // The ratio before adjusting for the controls; NaN if that was not asked for.
  double raw_ratio = std::numeric_limits<double>::quiet_NaN();
  double local_ratio = 1;  // of the medians of local times: a cross-check, never the verdict
  double tolerance = 0;
  // The part of an operation's time that the timer of the coarser side cannot resolve: a tick over the operations of an
  // observation.
  double resolution_seconds = 0;
  // The smallest ratio that launches varying like these show as significant with a probability of 80%; infinite where
  // so few launches cannot, NaN where it is not known. See method.h.
  double detectable_ratio = std::numeric_limits<double>::quiet_NaN();
  SameState same_state = {};  // where stored runs screened it

  Broken broken = Broken::kNo;  // where it is not, there are no ratios, medians and p values: they are NaN
  std::string why_broken = {};
  // Errors in launches of the candidate, and in the baseline where it had some, too: "error in 3 of 10 launches: ...".
  // Of the baseline alone: "in the baseline error in 3 of 10 launches: ...". No series passes with it. Empty: nothing.
  std::string faults = {};
  bool faults_of_baseline_alone = false;  // fresh launches of both sides make up for these
  MissingTimes missing = {};
  std::string unchecked = {};  // data that the baseline checked and the candidate did not; no series passes with it
  // The candidate is faster by more than half, and its data were not checked after each operation: why not. Then it
  // does not count as `improved`. Empty: they were, or there is nothing to check. See beside_times.h.
  std::string not_checked_whole = {};
  std::string slow_first_call = {};  // of a process, by far; the series fails. Empty: it is not. See beside_times.h.

  // Different selections of the library for this series: "coll_tuned_allreduce_algorithm 0 (ignore) -> 3 (ring)".
  std::vector<std::string> suspects = {};

  std::vector<Opinion> opinions = {};  // what its verdict follows from; not of a comparison that was read
  std::string waived;  // what was accepted, until when, by whom and why; empty: nothing had to be. See waivers.h.
  std::string why_not_waived = {};  // why a waiver that is meant for it does not help it

  // Concluded from these; see baselines/verdict/conclusion.h.
  Verdict verdict = Verdict::kInconclusive;
  DecidedBy decided_by = DecidedBy::kMedian;
  std::string reason;     // of a fail or an inconclusive, in words; stays where that is waived
  bool improved = false;  // significantly faster by more than the tolerance

  bool HasTimes() const { return broken == Broken::kNo; }
  // A tick as a ratio: times that differ by no more may be equal. 1: not known.
  double TickRatio() const;
};

// Series that were tested together by a gate, so that a slowdown is found that moves all of them a little.
struct FamilyComparison {
  std::string name;                  // "allreduce over bytes, ranks:2"
  std::vector<std::string> members;  // names of series
  double ratio = 1;                  // of most of them: trimmed mean, then Hodges-Lehmann
  double tolerance = 0;
  double p_slower = 1;
  Verdict verdict = Verdict::kInconclusive;  // concluded, as of a series
  std::string reason;                        // of a fail or an inconclusive, in words; stays where that is waived
  std::string waived;                        // as of a series
  std::vector<Opinion> opinions = {};        // as of a series
};

// How the work without MPI moved, all controls together, launch by launch. Ratios as above.
struct ControlMovement {
  int controls = 0;  // how many were measured on both sides; 0: nothing is known
  double ratio = 1;
  double low = 0;  // 95% interval, or what so few launches allow
  double high = 0;
  double p = 1;        // two-sided, rank sum over launches
  bool moved = false;  // significantly: the machine changed
  bool apart = false;  // surely by more than kClocksApart in launches that took turns: the clock or the program did
};

struct Difference {
  std::string field;
  std::string baseline;
  std::string candidate;
};

// The library's selection on either side, by the name of its control variable or as selection.h calls it.
struct SelectionChange {
  std::string name;
  std::string baseline;  // "(none)" where a side does not have it
  std::string candidate;
  std::string concerns;  // "allreduce", "4096 to 8192 bytes", ...; empty: no series in particular
};

// A counter of a case over the launches of both sides. Equal counters are not listed.
struct CountedDifference {
  std::string series;
  std::string counter;  // "resident_bytes"
  double baseline_low = 0;
  double baseline_high = 0;
  double candidate_low = 0;
  double candidate_high = 0;
  // Each side has several launches, and they agree among themselves: the difference is a fact, no estimate.
  bool exact = false;
};

// The launches of one side that crashed, hung or never began to measure.
struct Losses {
  int lost = 0;
  int launches = 0;                     // all that began; 0: not known
  std::vector<std::string> texts = {};  // "launch 3 of the candidate: crashed: ...", of each that was lost
};

// Their sides are compared by the other launches, and the candidate does not pass whatever those say.
struct LaunchLosses {
  std::string text;  // how many on either side; empty: the candidate lost none
  Verdict verdict = Verdict::kPass;
  Losses baseline = {};
  Losses candidate = {};
};

// The comparison of two sets of launches. Compare() fills in the numbers. baselines/verdict makes one of it that has
// verdicts, reasons and families, which are inconclusive and empty until then.
struct Comparison {
  std::string baseline;  // as people call it
  std::string candidate;
  double alpha = 0;          // the chance of any false fail in the whole suite
  double confidence = 0.95;  // that an interval must have to prove anything
  TestMethod method = TestMethod::kRankSum;
  Correction correction = Correction::kHolm;

  std::vector<SeriesComparison> series;         // what got slower first
  std::vector<FamilyComparison> families;       // of a gate; what got slower first
  std::vector<SeriesComparison> controls;       // work without MPI; not part of the gate
  std::vector<Difference> allowed_differences;  // of the key; they were allowed
  std::vector<Difference> context_differences;  // suspects
  std::vector<std::string> not_compared;        // series of one side only, or measured in another way; why

  std::vector<SelectionChange> selection_changes;      // suspects; those about series first
  std::vector<CountedDifference> counted_differences;  // exact ones first
  ControlMovement control_movement;
  bool adjusted_for_controls = false;
  // Reasons to believe no time of it, each a sentence: clocks that are not the same on both sides, or disagree in a
  // launch (clocks.h). With any of them nothing passes.
  std::vector<std::string> clock_doubts = {};
  // Work without MPI of which significantly fewer launches of the candidate have a time: the machine may be the cause
  // where the library's operations have none, either. Empty: none.
  std::string control_without_times = {};

  Verdict verdict = Verdict::kInconclusive;
  LaunchLosses losses = {};                                    // of the candidate
  std::vector<std::string> notes;                              // doubts that travel with the result
  std::optional<ImpactSection> impact = std::nullopt;          // what it costs applications, where that was asked for
  bool lacks_impact = false;                                   // that cost was to count, and is not known
  std::optional<ApplicationTimeline> timeline = std::nullopt;  // of the one that loses most, for the report
  std::optional<GateDecision> decision = std::nullopt;         // of a gate: stages, looks, error rates that were spent

  std::size_t Count(Verdict wanted) const;
  std::size_t CountWaived() const;
};

// The names of all series in it.
std::set<std::string> SeriesOf(const Comparison& comparison);

// One text each, as JSON and people have it. The readers throw Error (usage) for an unknown text.
std::string BrokenName(Broken broken);  // "", "wrong data", "broken", "not measured", "no times"
Broken BrokenFromName(std::string_view name);
std::string DecidedByName(DecidedBy decided_by);  // "median", "floor", "tail", "mean"
DecidedBy DecidedByFromName(std::string_view name);
std::string MethodName(TestMethod method);  // "rank-sum", "group-sequential rank-sum", ...
TestMethod MethodFromName(std::string_view name);
std::string CorrectionName(Correction correction);   // "holm", "bh"
std::string CorrectionTitle(Correction correction);  // "Holm", "Benjamini-Hochberg"
Correction CorrectionFromName(std::string_view name);

}  // namespace mpigauge
