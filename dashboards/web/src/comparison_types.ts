// Generated from baselines/compare/comparison_json.cc by comparison_types_test.cc.

// How the work without MPI moved, all controls together.
export interface ControlMovement {
  controls: number; // how many; 0: nothing is known
  moved: boolean;
  apart: boolean; // in launches that took turns
  ratio: number | null; low: number | null; high: number | null; p: number | null;
}

// The launches of one side that were lost.
export interface Losses {
  lost: number;
  launches: number; // all that began
  texts: string[];
}

// The launches that crashed, hung or never began to measure.
export interface LaunchLosses {
  text: string; verdict: 'pass' | 'inconclusive' | 'fail'; baseline: Losses; candidate: Losses;
}

// The most memory that a rank had resident.
export interface MemoryFigure {
  baseline_bytes: number; // the median over the launches
  candidate_bytes: number;
  most_of_runs: number; // of the baseline, in bytes
  tolerance: number; // a share of the baseline's
  p: number; // larger by more than that
}

// A figure of launches other than their medians: told, never the verdict.
export interface OtherFigure {
  ratio: number | null; low: number | null; high: number | null; level: number | null; p_slower: number | null;
  p_adjusted: number | null;
}

// The share of observations or launches that take far longer than usual.
export interface TailFigure {
  seconds: number | null; // what takes longer than this is counted
  baseline_share: number; candidate_share: number; most_of_runs: number; p: number; p_adjusted: number;
}

// The mean over all calls of a launch, or their processor time, over the launches.
export interface MeanFigure {
  baseline_seconds: number | null; // the mean of the launches' means
  candidate_seconds: number | null;
  most_of_runs: number | null; // of the baseline, in seconds
  ratio: number | null; // of the launches' means
  tolerance: number; // beyond the change of the median
  p: number; // slower by more than that
  p_adjusted: number;
}

// How far stored runs and the new one met the machine in the same state.
export interface SameState {
  comparable: number; explained: number | null; taken_out: boolean; most_changed: string; times: number;
}

// The comparison of one series.
export interface Series {
  name: string; case: string; family: string; parameters: Record<string, number>;
  verdict: 'pass' | 'inconclusive' | 'fail'; decided_by: 'median' | 'floor' | 'tail' | 'mean' | 'processor';
  reason: string; broken: '' | 'wrong data' | 'broken' | 'not measured' | 'no times'; faults: string;
  suspects: string[]; // what the library selected otherwise
  improved: boolean;
  waived: string; // by what
  ratio: number | null; low: number | null; high: number | null; level: number | null; p_slower: number | null;
  p_adjusted: number | null; tolerance: number | null; resolution_seconds: number; detectable_ratio: number | null;
  floor: OtherFigure; // of the launches' minima
  tail: OtherFigure; // of their 99th percentiles
  stretched: TailFigure | null; // observations; null where only figures were read
  slow_launches: TailFigure | null;
  mean: MeanFigure | null; // null where not all launches have one
  processor?: MeanFigure | null; // time of a call
  slowest_times: number; local_ratio: number | null; same_state: SameState | null;
  baseline_median_seconds: number | null; candidate_median_seconds: number | null;
  baseline_launches_seconds: number[]; // one median per launch
  candidate_launches_seconds: number[];
}

// Series that a gate tested together.
export interface Family {
  name: string; members: string[]; ratio: number | null; tolerance: number | null; p_slower: number;
  verdict: 'pass' | 'inconclusive' | 'fail'; reason: string; waived: string;
}

// A field of the environment that differs.
export interface Difference {
  field: string; baseline: string; candidate: string;
}

// A selection of the library that differs.
export interface SelectionChange {
  name: string; baseline: string; candidate: string; concerns: string;
}

// A counter that differs.
export interface CountedDifference {
  series: string; counter: string; exact: boolean;
  baseline: [number, number]; // the least and the most of the launches
  candidate: [number, number];
}

// A new run against stored runs.
export interface GateScreen {
  passed: boolean;
  runs: number; // stored runs that count
  ratio: number | null; deviation: number | null; reason: string; same_state: SameState | null; upper: number | null;
}

// A look at launches side by side.
export interface GateLook {
  baseline_launches: number; candidate_launches: number; ratio: number | null; p_slower: number | null;
  fail_level: number | null; fail_spent: number | null; p_within: number | null; pass_level: number | null;
  pass_spent: number | null; floor_ratio: number | null; p_floor_within: number | null; floor_level: number | null;
  by_floor: boolean; decision: 'open' | 'pass' | 'fail' | 'inconclusive';
}

// A series or a family with the stages of its decision.
export interface GateHypothesis {
  name: string; tolerance: number | null; decision: 'open' | 'pass' | 'fail' | 'inconclusive';
  screen: GateScreen | null; looks: GateLook[];
  members?: string[] | null; // of a family
}

// How a gate came to its decision.
export interface GateDecision {
  outcome_of_medians: 'open' | 'pass' | 'fail' | 'inconclusive'; alpha: number; screen_miss: number;
  sequential_miss: number; floor_miss: number;
  planned_looks: number[]; // launches a side
  series: GateHypothesis[]; families: GateHypothesis[];
}

// The part of an operation in the cost.
export interface ImpactPart {
  operation: string; bytes: number;
  label: string; // allreduce 64 KiB
  calls: number;
  ratio: number | null; // of the application, with this part alone of the candidate
  low: number | null; high: number | null;
}

// The cost of the change for an application; ratios are of its times.
export interface ApplicationImpact {
  application: string; trace: string; ranks: number; baseline_seconds: number; candidate_seconds: number;
  ratio: number | null; low: number | null; high: number | null; confidence: number;
  hangs: string | null; // how it does with the candidate alone
  verdict: 'pass' | 'inconclusive' | 'fail' | null;
  parts: ImpactPart[]; // what matters most first
  notes: string[];
}

// The cost for an application if one of its parts were slower.
export interface Sensitivity {
  application: string; operation: string; bytes: number; label: string; calls: number;
  cost_of_one_percent: number; // 0.0043: 1% slower costs it 0.43%
}

// The cost of the change for applications.
export interface Impact {
  applications: ApplicationImpact[]; fail_impact: number | null; verdict: 'pass' | 'inconclusive' | 'fail' | null;
  sensitivity: Sensitivity[] | null;
}

// The spans of one rank.
export interface TimelineRow {
  rank: number;
  spans: [number, number, 'compute' | 'overhead' | 'blocked'][]; // begin, end, state
}

// A program replayed on one side's network.
export interface TimelineSide {
  parallel_seconds: number; rows: TimelineRow[];
  critical_path: [number, number, number][]; // rank, begin, end
}

// An application replayed on both sides' networks.
export interface Timeline {
  application: string; ranks: number;
  parallel_seconds: number; // of the longer side
  baseline: TimelineSide; candidate: TimelineSide | null;
}

// The comparison of two sides.
export interface Comparison {
  verdict: 'pass' | 'inconclusive' | 'fail'; baseline: string; candidate: string; alpha: number;
  method: 'rank-sum' | 'group-sequential rank-sum' | 'prediction interval over runs' | 'prediction interval over runs, then group-sequential rank-sum';
  control_movement: ControlMovement; losses: LaunchLosses;
  clock_doubts: string[]; // with any of them nothing passes
  memory?: MemoryFigure | null; notes: string[];
  series: Series[]; // what got slower first
  families: Family[]; controls: Series[]; allowed_differences: Difference[]; context_differences: Difference[];
  selection_changes: SelectionChange[]; counted_differences: CountedDifference[]; not_compared: string[];
  decision: GateDecision | null; // of a gate, else null
  impact?: Impact | null; // where there were traces
  timeline?: Timeline | null; // of the application that loses most
}
