// All series by name, and the history of one: "#/history/NAME".

import { changesTable, historyParts } from '../history';
import { breakable, element, shortened } from '../dom';
import { addView, hashOf } from '../router';
import { caption, sectionOf } from '../section';
import { byName, type Column, sortableTable } from '../table';
import { formatChange, formatInterval, formatSeconds } from '../units';
import type { Baseline, ChangeInterval, GateStep, NamedSeries, ServedHistory } from './answers';
import { load } from './api';
import { countColumn, idColumn, linkColumn, textColumn, verdictColumn, whenColumn } from './cells';
import { loading } from './loading';

const kLetters = 160;

export function addSeries(host: HTMLElement): void {
  addView('series', async () => {
    const answer = await loading(host, () => load<{ series: NamedSeries[] }>('series'));
    if (!answer) return;
    document.title = 'Series - mpigauge';
    const about = { id: 'series', title: 'All, by name', command: 'mpigauge history --format json' };
    host.replaceChildren(element('h1', {}, 'Series'), sectionOf(about, namesTable(answer.series.sort(byName))));
    host.querySelector<HTMLInputElement>('input[type=search]')?.focus({ preventScroll: true });
  });
  addView('history', async ({ path }) => {
    const name = path[1] ?? '';
    const both = await loading(host, () =>
      Promise.all([load<ServedHistory>('history', [['series', name]]), load<{ baselines: Baseline[] }>('baselines')]),
    );
    if (!both) return;
    const [history, { baselines }] = both;
    document.title = `${shortened(name, kLetters)} - mpigauge`;
    draw(host, history, baselines, name);
  });
}

const namesTable = (series: NamedSeries[]): HTMLElement =>
  sortableTable(series, nameColumns, {
    id: 'names',
    title: 'Series',
    many: 'series',
    filter: { hint: 'allreduce bytes:8 ...', text: (one) => `${one.name} ${one.family}` },
  });

const nameColumns: Column<NamedSeries>[] = [
  linkColumn('series', (one) => one.name, (one) => hashOf(['history', one.name])),
  textColumn('case', (one) => one.case),
  textColumn('family', (one) => one.family),
];

function draw(host: HTMLElement, history: ServedHistory, baselines: Baseline[], name: string): void {
  const charts = element('div', { id: 'history' });
  const command = `mpigauge history ${quoted(name)} --all-runs --format json`;
  const more = Object.keys(history.series).filter((key) => key !== name);
  host.replaceChildren(
    element('h1', { className: 'name', title: name }, ...breakable(shortened(name, kLetters))),
    sectionOf({ id: 'history', title: 'Over all runs', command }, charts),
    ...changesTable(history, (one) => hashOf(['history', one])),
    ...stepsSection(history, name),
    sectionOf({ id: 'points', title: 'Runs, newest first' }, pointsTable(history, name)),
  );
  for (const key of [name, ...more]) charts.append(...figuresOf(history, baselines, key));
}

const trackOf = (history: ServedHistory, place: number): number => history.runs[place]!.track;

// A chart for each track: runs of different machines are not joined by a line.
function figuresOf(history: ServedHistory, baselines: Baseline[], key: string): Node[] {
  const all = history.series[key];
  if (!all) return [element('p', { className: 'muted' }, 'No run has a complete launch with it.')];
  const tracks = [...new Set(all.run.map((place) => trackOf(history, place)))];
  const figures = tracks.flatMap((track) => {
    const kept = all.run.flatMap((place, i) => (trackOf(history, place) === track ? [i] : []));
    const of = (values?: number[]) => (values ? kept.map((i) => values[i]!) : []);
    const series = {
      run: of(all.run),
      median_seconds: of(all.median_seconds),
      low_seconds: of(all.low_seconds),
      high_seconds: of(all.high_seconds),
      launches: of(all.launches),
    };
    const changes = history.changes.filter((change) => trackOf(history, change.run) === track);
    const ids = new Set(series.run.map((place) => history.runs[place]!.run_id));
    const level = baselines.filter(({ runs }) => runs.some((id) => ids.has(id))).length === 1;
    return historyParts({ ...history, series: { [key]: series }, changes }, key, { level });
  });
  if (tracks.length < 2) return figures;
  return [...figures, caption('Runs in environments that are not comparable have a chart each.')];
}

// Nothing where no gate has a time of the series.
function stepsSection(history: ServedHistory, name: string): Node[] {
  const about = { id: 'steps', title: 'Gates, newest first', command: `mpigauge gates --series ${quoted(`^${escaped(name)}$`)}` };
  if (history.gate_steps_error) {
    return [sectionOf(about, element('p', { className: 'error', role: 'alert' }, shortened(history.gate_steps_error, kLetters)))];
  }
  const steps = history.gate_steps.filter((step) => step.series === name).reverse();
  if (steps.length === 0) return [];
  const table = sortableTable(steps, stepColumns, { id: 'steps', title: `Gates of ${shortened(name, kLetters)}`, many: 'gates' });
  const told =
    'Libraries that a gate measured side by side differ by the library alone, even where the machine changes from run ' +
    'to run. A series that stored runs passed has the ratio of the runs. "All together" multiplies the changes of gates that follow each other, from the library under "since" on.';
  return [sectionOf(about, table, caption(told))];
}

const intervalOf = ({ low, high }: ChangeInterval): string => formatInterval(low, high);

const changeColumns = (title: string, change: (step: GateStep) => ChangeInterval): Column<GateStep>[] => [
  {
    title,
    numeric: true,
    key: (step) => change(step).ratio,
    cell: (step) => formatChange(change(step).ratio),
    under: (step) => intervalOf(change(step)),
    csv: {
      [`${title}_ratio`]: (step) => change(step).ratio,
      [`${title}_low`]: (step) => change(step).low,
      [`${title}_high`]: (step) => change(step).high,
    },
  },
  { title: 'interval', apart: true, key: (step) => change(step).low, cell: (step) => intervalOf(change(step)), csv: {} },
];

const stepColumns: Column<GateStep>[] = [
  whenColumn('decided', (step) => step.decided_at),
  idColumn('gate', (step) => step.gate_id, (step) => hashOf(['gate'], { id: step.gate_id, series: step.series })),
  { ...textColumn<GateStep>('from', (step) => step.from), wide: true },
  textColumn('to', (step) => step.to),
  ...changeColumns('change', (step) => step.change),
  verdictColumn((step) => step.verdict),
  { ...textColumn<GateStep>('since', (step) => step.first), wide: true },
  ...changeColumns('all together', (step) => step.since_first),
];

interface Point {
  run_id: string;
  started_at: string;
  library: string;
  median: number;
  low: number;
  high: number;
  launches: number;
}

function pointsTable(history: ServedHistory, name: string): HTMLElement {
  const series = history.series[name];
  const points = (series?.run ?? []).map((place, i): Point => {
    const { run_id, started_at, library } = history.runs[place]!;
    const [median, low, high] = [series!.median_seconds[i]!, series!.low_seconds![i]!, series!.high_seconds![i]!];
    return { run_id, started_at, library, median, low, high, launches: series!.launches![i]! };
  });
  return sortableTable(points.reverse(), pointColumns, { id: 'points', title: `History of ${shortened(name, kLetters)}`, many: 'runs' });
}

const secondsColumn = (title: string, wide: boolean, value: (point: Point) => number): Column<Point> => ({
  title,
  wide,
  numeric: true,
  key: value,
  cell: (point) => formatSeconds(value(point)),
  csv: { [`${title}_seconds`]: value },
});

const pointColumns: Column<Point>[] = [
  whenColumn('started', (point) => point.started_at),
  idColumn('run', (point) => point.run_id, (point) => hashOf(['run', point.run_id])),
  textColumn('library', (point) => point.library),
  secondsColumn('median', false, (point) => point.median),
  secondsColumn('smallest', true, (point) => point.low),
  secondsColumn('largest', true, (point) => point.high),
  countColumn('launches', (point) => point.launches),
];

// For a regular expression.
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// For a POSIX shell.
const quoted = (word: string): string => (/^[\w:/.,+=@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
