// All libraries beside each other, series by series: of each its newest run. Libraries that were measured on machines or
// with settings that are not comparable have a table each.

import { formatTime } from '../dates';
import { element, shortened } from '../dom';
import { reachOf, warm } from '../heat';
import { addView, hashOf } from '../router';
import { caption, sectionOf } from '../section';
import { byName, type Column, sortableTable } from '../table';
import { formatChange, formatSeconds } from '../units';
import type { Libraries, LibraryRun } from './answers';
import { load } from './api';
import { linkColumn, shortId } from './cells';
import { loading } from './loading';

const kLetters = 28;

// A series of one table: the medians of its libraries, and the smallest of them.
interface Row {
  name: string;
  measured_as: string;
  times: (number | null)[];
  fastest: number;
}

export function addLibraries(host: HTMLElement): void {
  addView('libraries', async () => {
    const all = await loading(host, () => load<Libraries>('libraries'));
    if (!all) return;
    document.title = 'Libraries - mpigauge';
    const tracks = [...new Set(all.libraries.map(({ track }) => track))];
    const tables = tracks.map((track, i) => tableOf(all, track, tracks.length > 1 ? ` ${i + 1}` : ''));
    const none = element('p', {}, 'No run has a complete launch yet: ', element('code', {}, 'mpigauge run'), ' makes one.');
    host.replaceChildren(element('h1', {}, 'Libraries'), ...(tables.length === 0 ? [none] : tables));
  });
}

function tableOf({ libraries, series }: Libraries, track: number, number: string): HTMLElement {
  const places = libraries.flatMap((library, i) => (library.track === track ? [i] : []));
  const runs = places.map((place) => libraries[place]!);
  const rows = series.flatMap(({ name, measured_as, median_seconds }): Row[] => {
    const times = places.map((place) => median_seconds[place] ?? null);
    const known = times.filter((time) => time !== null);
    return known.length === 0 ? [] : [{ name, measured_as, times, fastest: Math.min(...known) }];
  });
  rows.sort(byName);
  const reach = reachOf(rows.flatMap((row) => row.times.map((time) => ({ ratio: slowness(time, row) }))));
  const table = sortableTable(rows, columnsOf(runs, rows, reach), {
    id: `libraries${number.trim()}`,
    title: `Libraries${number}`,
    many: 'series',
    filter: { hint: 'allreduce bytes:8 ...', text: (row) => row.name },
  });
  const told = caption(
    'Medians of the launch medians of each library\'s newest run, and how much longer each takes than the fastest ' +
    'one of its row. Runs of different days can differ for other reasons than the library; a gate separates these ' +
    'causes.',
  );
  const about = { id: `libraries${number.trim()}`, title: `Newest run of each library${number && `, machine or settings${number}`}` };
  return sectionOf(about, runsOf(runs), table, told);
}

const runsOf = (runs: LibraryRun[]): HTMLElement =>
  element(
    'ul',
    {},
    ...runs.map(({ library, run_id, started_at }) =>
      element(
        'li',
        {},
        `${shortened(library, 200)}: run `,
        element('a', { className: 'id', href: hashOf(['run', run_id]) }, shortId(run_id)),
        ` of ${formatTime(started_at)}`,
      ),
    ),
  );

// Over the fastest one; nothing where one of them is no time.
const slowness = (time: number | null, { fastest }: Row): number | null => (time === null || !(fastest > 0) ? null : time / fastest);

function columnsOf(runs: LibraryRun[], rows: Row[], reach: number): Column<Row>[] {
  const ways = new Map<string, Set<string>>();
  for (const { name, measured_as } of rows) ways.set(name, (ways.get(name) ?? new Set<string>()).add(measured_as));
  const several = [...ways.values()].some((set) => set.size > 1);
  const series = linkColumn<Row>('series', (row) => row.name, (row) => hashOf(['history', row.name]));
  const measured: Column<Row> = { title: 'measured as', key: (row) => row.measured_as, cell: (row) => row.measured_as };
  return [series, ...(several ? [measured] : []), ...runs.map(({ library }, i) => libraryColumn(library, i, reach))];
}

const libraryColumn = (library: string, place: number, reach: number): Column<Row> => ({
  title: shortened(library, kLetters),
  numeric: true,
  key: (row) => row.times[place] ?? null,
  cell: (row) => {
    const time = row.times[place] ?? null;
    const ratio = slowness(time, row);
    if (time === null) return '-';
    if (ratio === null || ratio === 1) return element('b', {}, formatSeconds(time));
    return warm(element('span', {}, element('span', { className: 'when' }, formatSeconds(time)), ` ${formatChange(ratio)}`), { ratio }, reach);
  },
  csv: { [`${library} median_seconds`]: (row) => row.times[place] },
});
