// The legend of the history: what is drawn, and nothing else.

import type { History } from './data';
import { baselineLevel, changesOf } from './history_data';
import { legend } from './section';

const kKeys = {
  candidate: 'run',
  ring: 'run of a baseline',
  band: 'smallest to largest launch median',
  level: 'level of the baseline',
  tolerance: 'tolerance above it',
  change: 'change: slower',
  'change faster': 'change: faster',
};

export type Look = keyof typeof kKeys;

export interface HistoryOptions {
  tolerance?: number | null; // 0.05: drawn around the level of the baseline
  level?: boolean; // false: the baselines are several, and have no level in common
}

// Returns the elements that the chart of a series has. The series must be in the history.
export function looksOf(history: History, name: string, { tolerance, level }: HistoryOptions): Look[] {
  const { run, low_seconds, high_seconds } = history.series[name]!;
  const rings = run.filter((place) => history.baseline_runs.includes(place)).length;
  const leveled = level !== false && baselineLevel(history, name) !== undefined;
  const changes = changesOf(history, name);
  const drawn: Record<Look, boolean> = {
    candidate: rings < run.length,
    ring: rings > 0,
    band: low_seconds !== undefined && high_seconds !== undefined && run.length > 1,
    level: leveled,
    tolerance: leveled && (tolerance ?? null) !== null,
    change: changes.some(({ ratio }) => ratio > 1),
    'change faster': changes.some(({ ratio }) => ratio <= 1),
  };
  return (Object.keys(kKeys) as Look[]).filter((look) => drawn[look]);
}

export const historyKeys = (looks: Look[]): Node =>
  legend(...(Object.keys(kKeys) as Look[]).filter((look) => looks.includes(look)).map((look): [string, string] => [look, kKeys[look]]));

// For the file of a chart, which has no swatches.
export function keyText(looks: Look[]): string {
  const told: [Look, string][] = [
    ['ring', 'Rings: runs of a baseline.'],
    ['level', 'Line: their level.'],
    ['tolerance', 'Dashed: tolerance.'],
    ['band', 'Band: smallest to largest launch median.'],
  ];
  return told.flatMap(([look, text]) => (looks.includes(look) ? [text] : [])).join(' ');
}
