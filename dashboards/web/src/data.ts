// The data of the page, embedded in the file or loaded from its own server. Times are seconds, ratios are candidate
// over baseline, and a value that does not exist is null.

import type { Comparison, Impact, Series, Timeline, TimelineRow } from './comparison_types';

export type * from './comparison_types';
export type Verdict = Comparison['verdict'];

// Series that differ in nothing but their message size: a row of the heat map, a chart over the sizes.
export interface Group {
  label: string;
  series: number[]; // places in Comparison.series, by size
}

export interface Finding {
  kind: 'fail' | 'inconclusive' | 'waived' | 'faster' | 'impact';
  text: string;
}

export interface SeriesHistory {
  run: number[]; // places in History.runs
  median_seconds: number[];
  low_seconds?: number[]; // smallest and largest launch median
  high_seconds?: number[];
  launches?: number[]; // how many; absent where only medians are kept
}

export interface Change {
  case: string;
  series: string[]; // names
  run: number; // the first run on the new level; a place in History.runs, as the next
  run_before: number;
  ratio: number;
  kind: 'step' | 'drift';
  cause: string; // "library", "machine", ...
  sizes: string;
  p_value: number;
  environment: string[];
}

export interface History {
  runs: { run_id: string; library: string; started_at: string }[]; // oldest first
  series: Record<string, SeriesHistory>;
  changes: Change[];
  baseline_runs: number[];
  fewest_runs: number; // a series with fewer runs shows no change
}

// Quantiles of a launch's observations, in seconds.
export interface Observations {
  probabilities: number[];
  series: Record<string, { baseline: number[][]; candidate: number[][] }>;
}

export interface Share {
  count: number;
  of: number;
  share: number;
  low: number;
  high: number;
}

export interface Calibration {
  made_at: string;
  function: string;
  alpha: number;
  equal_gates: number;
  slowed_gates: number;
  promise: string;
  rules: {
    rule: string;
    false_series: Share;
    false_gates: Share;
    mean_launches_of_equal_series: number;
    slowdowns: { slowdown: number; found: Share }[];
  }[];
}

export type Activity = TimelineRow['spans'][number][2];

export interface FittedValue {
  value: number | null;
  low: number | null;
  high: number | null;
}

export interface FittedModel {
  kind: string;
  predicted_seconds: number[]; // at the sizes of the fit
  relative_rms: number;
  parameters: Record<string, FittedValue>; // by names that end in their unit
}

export interface NetworkFit {
  distance: string;
  confidence: number;
  launches: number;
  bytes: number[];
  measured_seconds: number[];
  models: FittedModel[];
  switches: { last_bytes_before: number; first_bytes_after: number; jump_seconds: number }[];
  eager_limit_bytes: number | null;
}

export interface NetworkDistance {
  distance: string;
  baseline: NetworkFit | null;
  candidate: NetworkFit | null;
}

export interface Report {
  kind: 'comparison';
  headline: string;
  subject: string;
  origin: string;
  findings: Finding[];
  comparison: Comparison;
  groups: Group[];
  calibration: Calibration | null;
  environment: { baseline: Record<string, string>; candidate: Record<string, string> } | null;
  history: History | null;
  observations: Observations | null;
  impact?: Impact | null;
  timeline?: Timeline | null;
  network?: NetworkDistance[] | null;
  commands: Record<string, string>; // section -> what prints the same numbers
}

export type PageData = Report | { kind: 'web' };

export const embeddedData = (): PageData => JSON.parse(document.getElementById('data')!.textContent!) as PageData;

// A series that gave wrong data, or nothing, has no times; what its record says of them are defaults.
export function withoutDefaults(report: Report): Report {
  const series = report.comparison.series.map((one) =>
    one.ratio === null
      ? { ...one, baseline_median_seconds: null, candidate_median_seconds: null, p_adjusted: null }
      : one,
  );
  return { ...report, comparison: { ...report.comparison, series } };
}

// The message size in bytes; undefined where the series has none.
export const bytesOf = (series: Series): number | undefined => series.parameters['bytes'];

// The word that people read: a pass that is significantly faster, or waived, says so.
export const verdictWord = (series: Series): string =>
  series.waived ? 'waived' : series.improved ? 'faster' : series.verdict;

// The median passed, and what it does not see, the tail, the mean or the processor time, did not.
export const besideMedian = (series: Series): boolean =>
  ['tail', 'mean', 'processor'].includes(series.decided_by) && series.verdict !== 'pass';

// The fastest observations pass it, and the medians differ too much from launch to launch to tell.
const byFloor = (series: Series): boolean => series.decided_by === 'floor' && verdictWord(series) === 'pass';

// "fail (tail)", "fail (mean)", "pass (floor)": the same with what decided.
export function verdictText(series: Series): string {
  const figure = besideMedian(series) || byFloor(series) ? ` (${series.decided_by})` : '';
  return `${verdictWord(series)}${figure}`;
}

// "fail (tail): 33% of observations take more than 1.2 ms (baseline 0.1%)"
export const reasonText = (series: Series): string =>
  besideMedian(series) ? `${verdictText(series)}: ${series.reason}` : series.reason;
