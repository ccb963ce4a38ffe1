// What dashboards/report writes into the page; comparison_json.cc is its source. Times are seconds, ratios are
// candidate over baseline, and a number that does not exist is null.

export type Verdict = 'pass' | 'fail' | 'inconclusive';

export interface Series {
  name: string;
  case: string;
  family: string;
  parameters: Record<string, number>;
  verdict: Verdict;
  reason: string;
  improved: boolean;
  waived?: string; // by what; gates of older versions have none
  ratio: number | null;
  low: number | null;
  high: number | null;
  level: number | null;
  p_adjusted: number | null;
  tolerance: number | null;
  baseline_median_seconds: number | null;
  candidate_median_seconds: number | null;
  baseline_launches_seconds: number[]; // one median per launch
  candidate_launches_seconds: number[];
}

export interface Difference {
  field: string;
  baseline: string;
  candidate: string;
}

export interface Comparison {
  baseline: string;
  candidate: string;
  alpha: number;
  verdict: Verdict;
  notes: string[];
  series: Series[]; // what got slower first
  controls: Series[];
  allowed_differences: Difference[];
  context_differences: Difference[];
  not_compared: string[];
}

// Series that differ in nothing but their message size: a row of the heat map, a chart over the sizes.
export interface Group {
  label: string;
  series: number[]; // places in Comparison.series, by size
}

export interface Report {
  comparison: Comparison;
  groups: Group[];
}

export function readReport(): Report {
  const report = JSON.parse(document.getElementById('data')!.textContent!) as Report;
  report.comparison.series = report.comparison.series.map((series) =>
    series.ratio === null ? withoutNumbers(series) : series,
  );
  return report;
}

// A series that gave wrong data has no times; what its record says of them are defaults.
const withoutNumbers = (series: Series): Series => ({
  ...series,
  baseline_median_seconds: null,
  candidate_median_seconds: null,
  p_adjusted: null,
});

// The message size in bytes; undefined where the series has none.
export const bytesOf = (series: Series): number | undefined => series.parameters['bytes'];

// The word that people read: a pass that is significantly faster, or waived, says so.
export const verdictWord = (series: Series): string =>
  series.waived ? 'waived' : series.improved ? 'faster' : series.verdict;
