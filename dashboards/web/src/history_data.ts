// The sentences below the history of a series, and the numbers that they and the chart are made from.

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

// The median of the series over the runs of the baseline; undefined if no run of the baseline measured the series.
export function baselineLevel(history: History, name: string): number | undefined {
  const { run, median_seconds } = history.series[name]!;
  const levels = run.flatMap((place, i) => (history.baseline_runs.includes(place) ? [median_seconds[i]!] : []));
  return levels.length === 0 ? undefined : median(levels);
}

// A run that is far above or below the runs beside it.
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

// One sentence if the series has no change: it has too few runs, or one run alone differs, or all runs are alike.
// Else nothing, unless one run differs as well.
export function notesOf(history: History, name: string): string[] {
  const series = history.series[name];
  const fewest = history.fewest_runs;
  if (!series) return [];
  if (series.run.length < fewest) {
    return [`A change needs at least ${fewest} runs; this series has ${series.run.length}.`];
  }
  const changes = changesOf(history, name);
  const dated = new Set(changes.map(({ run }) => run));
  const [worst, ...others] = spikesOf(series)
    .filter(({ run }) => !dated.has(run))
    .sort((a, b) => Math.abs(Math.log(b.ratio)) - Math.abs(Math.log(a.ratio)));
  if (!worst) return changes.length === 0 ? ['No change of this series was found over these runs.'] : [];
  const when = formatTime(history.runs[worst.run]!.started_at);
  const more = others.length === 0 ? '' : `, and ${others.length} more such`;
  return [
    `The run of ${when} differs from the others (${formatChange(worst.ratio)})${more}: one run alone is not a ` +
    `step. A step needs ${fewest} runs, half of them on each level.`,
  ];
}
