// The table of all series: worst first, sorted by a click or a key on a header, narrowed by the filter.

import { type Report, type Series, verdictWord } from './data';
import { byId, element } from './dom';
import { formatChange, formatInterval, formatP, formatSeconds } from './units';

interface Column {
  title: string;
  numeric: boolean;
  key(series: Series): number | string | null; // what is sorted by; null comes last
  cell(series: Series): Node | string;
}

const kVerdictOrder = ['fail', 'inconclusive', 'waived', 'pass', 'faster'];

function columns(choose: (series: Series) => void): Column[] {
  const number = (
    title: string,
    key: (series: Series) => number | null,
    cell: (series: Series) => string,
  ): Column => ({
    title,
    numeric: true,
    key,
    cell,
  });
  return [
    {
      title: 'verdict',
      numeric: false,
      key: (series) => kVerdictOrder.indexOf(verdictWord(series)),
      cell: (series) => element('span', { className: `verdict ${verdictWord(series)}` }, verdictWord(series)),
    },
    {
      title: 'series',
      numeric: false,
      key: (series) => series.name,
      cell: (series) => nameCell(series, choose),
    },
    number(
      'baseline',
      (series) => series.baseline_median_seconds,
      (series) => formatSeconds(series.baseline_median_seconds),
    ),
    number(
      'candidate',
      (series) => series.candidate_median_seconds,
      (series) => formatSeconds(series.candidate_median_seconds),
    ),
    number(
      'change',
      (series) => series.ratio,
      (series) => formatChange(series.ratio),
    ),
    number(
      'interval',
      (series) => series.low,
      (series) => formatInterval(series.low, series.high),
    ),
    number(
      'p',
      (series) => series.p_adjusted,
      (series) => formatP(series.p_adjusted),
    ),
    number(
      'launches',
      launches,
      (series) => `${series.baseline_launches_seconds.length}+${series.candidate_launches_seconds.length}`,
    ),
  ];
}

const launches = (series: Series): number =>
  series.baseline_launches_seconds.length + series.candidate_launches_seconds.length;

// The reason of a slowdown is in the numbers beside it; what is open, or wrong, needs its words.
function nameCell(series: Series, choose: (series: Series) => void): Node {
  const button = element(
    'button',
    { type: 'button', className: 'link', title: 'show its launches' },
    series.name,
  );
  button.addEventListener('click', () => choose(series));
  const told = series.verdict === 'fail' && series.ratio !== null;
  return series.reason && !told ? element('div', {}, button, element('small', {}, series.reason)) : button;
}

// Names sort as people count: bytes:8 before bytes:64.
const collator = new Intl.Collator('en', { numeric: true });

function compareKeys(a: number | string | null, b: number | string | null): number {
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return (a as number) - (b as number);
}

// In the order of the key; series without one are last in either direction.
function sorted(all: Series[], column: Column, descending: boolean): Series[] {
  const known = all.filter((series) => column.key(series) !== null);
  known.sort((a, b) => (descending ? -1 : 1) * compareKeys(column.key(a), column.key(b)));
  return [...known, ...all.filter((series) => column.key(series) === null)];
}

const matches = (series: Series, words: string[]): boolean => {
  const text = `${series.name} ${verdictWord(series)} ${series.family} ${series.reason}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

export function drawTable(report: Report, choose: (series: Series) => void): void {
  const all = report.comparison.series;
  const rows = new Map<Series, HTMLTableRowElement>();
  const shape = columns(choose);
  const body = element('tbody');
  const filter = byId<HTMLInputElement>('filter');
  let order = all;
  const show = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const kept = order.filter((series) => matches(series, words));
    body.replaceChildren(...kept.map((series) => rows.get(series)!));
    byId('shown').textContent = `${kept.length} of ${all.length} series`;
  };
  for (const series of all) rows.set(series, row(series, shape));
  const head = header(shape, (column, descending) => {
    order = sorted(all, column, descending);
    show();
  });
  byId('series').append(head, body);
  filter.addEventListener('input', show);
  show();
}

const row = (series: Series, shape: Column[]): HTMLTableRowElement =>
  element(
    'tr',
    {},
    ...shape.map((column) =>
      element('td', { className: column.numeric ? 'number' : '' }, column.cell(series)),
    ),
  );

function header(
  shape: Column[],
  sort: (column: Column, descending: boolean) => void,
): HTMLTableSectionElement {
  const cells = shape.map((column) => {
    const button = element('button', { type: 'button' }, column.title);
    const cell = element('th', { scope: 'col', className: column.numeric ? 'number' : '' }, button);
    button.addEventListener('click', () => {
      const descending = cell.ariaSort === 'ascending';
      for (const other of cells) other.removeAttribute('aria-sort');
      cell.ariaSort = descending ? 'descending' : 'ascending';
      sort(column, descending);
    });
    return cell;
  });
  return element('thead', {}, element('tr', {}, ...cells));
}
