// All series by name, and the history of one: "#/history/NAME".

import { changesTable, historyParts } from '../history';
import { breakable, element, shortened } from '../dom';
import { addView, hashOf } from '../router';
import { caption, sectionOf } from '../section';
import { byName, type Column, sortableTable } from '../table';
import { formatSeconds } from '../units';
import type { Baseline, NamedSeries, ServedHistory } from './answers';
import { load } from './api';
import { countColumn, idColumn, linkColumn, textColumn, whenColumn } from './cells';
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

// For a POSIX shell.
const quoted = (word: string): string => (/^[\w:/.,+=@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
