// What the history of a series says, beside its times.

import { formatTime } from './dates';
import type { Change, History, SeriesHistory } from './data';
import { kLeastSeconds } from './ticks';
import { formatChange } from './units';

export const changesOf = (history: History, name: string): Change[] =>
  history.changes.filter((change) => change.series.includes(name));

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

// The median of the series over the runs of the baseline; undefined where it has none of them.
export function baselineLevel(history: History, name: string): number | undefined {
  const { run, median_seconds } = history.series[name]!;
  const levels = run.flatMap((place, i) => (history.baseline_runs.includes(place) ? [median_seconds[i]!] : []));
  return levels.length === 0 ? undefined : median(levels);
}

// A run that lies apart while the runs beside it do not.
export interface Spike {
  run: number; // a place in History.runs
  ratio: number; // over the median of its neighbours
}

const kNeighbours = 3; // on each side
const kLeastSpike = Math.log(1.05);
const kTimesUsual = 5; // robust standard deviations
const kMadToSigma = 1.4826;

function spikesOf({ run, median_seconds }: SeriesHistory): Spike[] {
  if (run.length < 3) return [];
  const logs = median_seconds.map((seconds) => Math.log(Math.max(seconds, kLeastSeconds)));
  const levels = logs.map((_, i) => median([...logs.slice(Math.max(0, i - kNeighbours), i), ...logs.slice(i + 1, i + 1 + kNeighbours)]));
  const away = logs.map((log, i) => log - levels[i]!);
  const usual = kMadToSigma * median(away.map(Math.abs));
  const least = Math.max(kLeastSpike, kTimesUsual * usual);
  return run.flatMap((place, i) => {
    const beside = [logs[i - 1], logs[i + 1]].filter((log) => log !== undefined);
    const alone = beside.every((log) => Math.abs(log - levels[i]!) < Math.abs(away[i]!) / 2);
    return alone && Math.abs(away[i]!) > least ? [{ run: place, ratio: Math.exp(away[i]!) }] : [];
  });
}

// Why something that can be seen is no change; nothing where there is nothing to explain.
export function notesOf(history: History, name: string): string[] {
  const series = history.series[name];
  const fewest = history.fewest_runs;
  if (!series || fewest === undefined) return [];
  if (series.run.length < fewest) {
    return [`A change needs at least ${fewest} runs; this series has ${series.run.length}.`];
  }
  const dated = new Set(changesOf(history, name).map(({ run }) => run));
  const [worst, ...others] = spikesOf(series)
    .filter(({ run }) => !dated.has(run))
    .sort((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)));
  if (!worst) return [];
  const when = formatTime(history.runs[worst.run]!.started_at);
  const more = others.length === 0 ? '' : `, and ${others.length} more such`;
  return [
    `The run of ${when} differs from the others (${formatChange(worst.ratio)})${more}: one run alone is not a ` +
    `step. A step needs ${fewest} runs, half of them on each level.`,
  ];
}
