// The history before this comparison: the chosen series over all runs, and what changed when.

import type { Change, History, Report, Series } from './data';
import { dayOf } from './dates';
import { element, shortened } from './dom';
import { historyFigure } from './history_chart';
import { notesOf } from './history_data';
import { type HistoryOptions, historyKeys, looksOf } from './history_keys';
import { caption, sectionOf } from './section';
import type { LinkTo } from './series_table';
import { type Column, sortableTable } from './table';
import { formatChange, formatP } from './units';

export interface HistorySection {
  section: HTMLElement;
  show(name: string): void;
}

// `report.history` is not null.
export function historySection(report: Report, linkTo: LinkTo): HistorySection {
  const history = report.history!;
  const byName = new Map<string, Series>(report.comparison.series.map((series) => [series.name, series]));
  const holder = element('div', { id: 'history' });
  const show = (name: string) => {
    const known = history.series[name] !== undefined && history.series[name].run.length > 0;
    const tolerance = byName.get(name)?.tolerance ?? null;
    holder.replaceChildren(
      ...(known
        ? historyParts(history, name, { tolerance })
        : [element('p', { className: 'muted' }, `No earlier run has ${shortened(name, 120)}.`)]),
    );
  };
  const told = caption(
    'A change is drawn between the last run on the old level and the first run on the new one. Its cause is the ' +
    'library if another library came with it, and the machine if work without MPI moved with it.',
  );
  const about = { id: 'history', title: 'History', command: report.commands['history'] };
  return { section: sectionOf(about, holder, told, ...changesTable(history, linkTo)), show };
}

// The legend, the chart, and a sentence if no change was found in the series.
export const historyParts = (history: History, name: string, options: HistoryOptions): Node[] => [
  historyKeys(looksOf(history, name, options)),
  historyFigure(history, name, options).node,
  ...notesOf(history, name).map((note) => element('p', { className: 'note' }, note)),
];

// Nothing if there are no changes: the note below a chart says why there are none.
export function changesTable(history: History, linkTo: LinkTo): Node[] {
  if (history.changes.length === 0) return [];
  const newest = [...history.changes].reverse();
  const table = sortableTable(newest, changeColumns(history, linkTo), {
    id: 'changes',
    title: 'Changes',
    many: 'changes',
    below: true,
    filter: {
      hint: 'allreduce, library ...',
      text: (change) => `${change.case} ${change.kind} ${change.cause} ${change.series.join(' ')}`,
    },
  });
  return [element('h3', {}, 'Changes over all runs, newest first'), table];
}

function changeColumns({ runs }: History, linkTo: LinkTo): Column<Change>[] {
  const text = (title: string, value: (change: Change) => string): Column<Change> => ({ title, key: value, cell: value });
  return [
    {
      title: 'since (UTC)',
      key: (change) => runs[change.run]!.started_at,
      cell: (change) => element('span', { className: 'verbatim' }, dayOf(runs[change.run]!.started_at)),
      csv: { since: (change) => runs[change.run]!.started_at, run_id: (change) => runs[change.run]!.run_id },
    },
    text('library', (change) => {
      const [before, after] = [runs[change.run_before]!.library, runs[change.run]!.library];
      return before === after ? after : `${before} to ${after}`;
    }),
    {
      title: 'case',
      key: (change) => change.case,
      cell: (change) => {
        const name = change.series[0];
        return name === undefined ? change.case : element('a', { href: linkTo(name), className: 'name' }, change.case);
      },
    },
    { ...text('sizes', (change) => change.sizes), wide: true },
    {
      title: 'change',
      numeric: true,
      key: (change) => change.ratio,
      cell: (change) => formatChange(change.ratio),
      under: (change) => change.cause,
      csv: { ratio: (change) => change.ratio },
    },
    { ...text('kind', (change) => change.kind), wide: true },
    { ...text('whose', (change) => change.cause), apart: true },
    {
      title: 'p',
      numeric: true,
      wide: true,
      key: (change) => change.p_value,
      cell: (change) => formatP(change.p_value),
      csv: { p: (change) => change.p_value },
    },
    { ...text('environment', (change) => change.environment.join('; ')), wide: true },
  ];
}
