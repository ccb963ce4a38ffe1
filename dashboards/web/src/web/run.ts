// One run: "#/run/ID": what it is, what came before it, the gates it took part in, its figures.

import { formatTime } from '../dates';
import { element, shortened } from '../dom';
import { addView, hashOf } from '../router';
import { caption, sectionOf } from '../section';
import { type Column, sortableTable } from '../table';
import { formatSeconds } from '../units';
import type { Figures, Run, RunView } from './answers';
import { load } from './api';
import { countColumn, linkColumn, shortId, textColumn } from './cells';
import { gateColumns } from './gates';
import { loading } from './loading';

const kLetters = 200;

export function addRun(host: HTMLElement): void {
  addView('run', async ({ path }) => {
    const view = await loading(host, () => load<RunView>('run', { id: path[1] ?? '' }));
    if (!view) return;
    const { run, figures, gates } = view;
    document.title = `Run ${shortId(run.run_id)} - mpigauge`;
    host.replaceChildren(
      element('h1', {}, `Run ${shortId(run.run_id)}`),
      factsOf(view),
      sectionOf({ id: 'run-gates', title: 'Gates it took part in', command: 'mpigauge gates --format json' }, gatesOf(gates)),
      sectionOf({ id: 'figures', title: 'Figures', command: `mpigauge show ${shortId(run.run_id)} --format json` }, ...figuresOf(figures)),
    );
  });
}

function factsOf({ run, baselines, tags }: RunView): HTMLElement {
  const facts: [string, Node | string][] = [
    ['library', element('span', { className: 'name', title: run.library }, shortened(run.library, kLetters))],
    ['started', formatTime(run.started_at)],
    ['status', `${run.status}, ${run.complete} of ${run.launches} launches complete`],
    ['id', run.run_id],
    ['before it', beforeText(run)],
  ];
  if (baselines.length > 0) facts.push(['baseline', baselines.map((name) => shortened(name, kLetters)).join(', ')]);
  if (tags.length > 0) facts.push(['tag', tags.map((name) => shortened(name, kLetters)).join(', ')]);
  return element('dl', { id: 'run-facts' }, ...facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]));
}

function beforeText({ run_id, previous }: Run): Node | string {
  if (previous === '') return 'no run of the same library with the same arguments';
  return element(
    'span',
    {},
    element('a', { className: 'id', href: hashOf(['run', previous]) }, shortId(previous)),
    ' of the same library (',
    element('a', { href: hashOf(['compare'], { baseline: previous, candidate: run_id }) }, 'compare'),
    ')',
  );
}

function gatesOf(gates: RunView['gates']): Node {
  if (gates.length === 0) return element('p', {}, 'None of the newest gates has this run.');
  type Row = RunView['gates'][number];
  const [id, ...others] = gateColumns;
  const role = { ...textColumn<Row>('as', (gate) => gate.role), apart: true };
  return sortableTable<Row>(gates, [role, { ...id!, under: (gate) => gate.role }, ...others], { id: 'run-gates', title: 'Gates of the run', many: 'gates' });
}

type SeriesFigures = Figures['series'][number];

function figuresOf(figures: Figures | null): Node[] {
  if (!figures) return [element('p', {}, 'No launch of this run left any figure.')];
  const notes = figures.notes.map((note) => element('li', {}, note));
  const table = sortableTable(figures.series, figureColumns, {
    id: 'figures',
    title: 'Figures of the run',
    many: 'series',
    filter: { hint: 'allreduce bytes:8 ...', text: (one) => `${one.name} ${faultText(one)}` },
  });
  const told = caption('Times are medians of the launch medians; smallest and largest are of launch medians. A name leads to its history.');
  return [...(notes.length > 0 ? [element('ul', {}, ...notes)] : []), table, told];
}

const secondsColumn = (title: string, wide: boolean, value: (one: SeriesFigures) => number | null): Column<SeriesFigures> => ({
  title,
  numeric: true,
  wide,
  key: value,
  cell: (one) => formatSeconds(value(one)),
  csv: { [`${title}_seconds`]: value },
});

const extreme = (of: (...values: number[]) => number) => (one: SeriesFigures) =>
  one.launches_seconds.length === 0 ? null : of(...one.launches_seconds);

function faultText({ faults }: SeriesFigures): string {
  const [first] = faults;
  return first ? `${faults.length} x ${first.kind} on rank ${first.rank}: ${first.message}` : '';
}

const figureColumns: Column<SeriesFigures>[] = [
  linkColumn('series', (one) => one.name, (one) => hashOf(['history', one.name])),
  secondsColumn('median', false, (one) => one.seconds),
  secondsColumn('smallest', true, extreme(Math.min)),
  secondsColumn('largest', true, extreme(Math.max)),
  {
    title: 'deviation',
    numeric: true,
    key: (one) => one.relative_deviation,
    cell: (one) => (one.relative_deviation === null ? '-' : `${(100 * one.relative_deviation).toFixed(1)}%`),
    csv: { relative_deviation: (one) => one.relative_deviation },
  },
  { ...countColumn<SeriesFigures>('launches', (one) => one.launches_seconds.length), wide: true },
  { ...countColumn<SeriesFigures>('late', (one) => one.late), wide: true },
  { ...textColumn<SeriesFigures>('measured as', (one) => one.measured_as), apart: true },
  textColumn('faults', faultText),
];
