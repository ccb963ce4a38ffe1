// A table that sorts by a click or a key on a header, is narrowed by a filter, and can be saved as CSV. Long ones are
// filled in slices, as the reader comes near their end; on paper they are whole.
// A long table that stands below the first window is filled when the window has been drawn.

import { type CsvValue, csvText } from './csv';
import { element } from './dom';
import { fileStem, saveButton, saveText } from './download';
import { later } from './later';
import { scrollBox } from './section';

export interface Column<Row> {
  title: string;
  numeric?: boolean;
  wide?: boolean; // left out where the window is narrow
  narrow?: boolean; // there only where it is
  apart?: boolean; // left out up to the width of a tablet; often `under` of another column says the same
  under?(row: Row): string; // stands below the cell there
  key?(row: Row): number | string | null; // what is sorted by; null comes last. Without it the header sorts nothing
  cell(row: Row): Node | string;
  csv?: Record<string, (row: Row) => CsvValue>; // columns of the file, where they are not title and key
}

export interface TableOptions<Row> {
  id: string;
  title: string; // of the region and of the file
  many: string; // what the rows are: "series"
  filter?: { hint: string; text(row: Row): string }; // rows that have all words of the filter are kept
  below?: boolean; // the window does not show it at first
}

const kSlice = 100; // rows
const kNearEnd = 1000; // pixels
const kTall = 20; // rows: more are higher than the box, whose height does not change when it is filled

export function sortableTable<Row>(all: Row[], columns: Column<Row>[], options: TableOptions<Row>): HTMLElement {
  const body = element('tbody');
  const shown = element('span', { role: 'status' });
  const filter = element('input', { type: 'search', autocomplete: 'off', spellcheck: false });
  let order = all;
  let kept = all;
  const more = () => {
    const from = body.rows.length;
    body.append(...kept.slice(from, from + kSlice).map((row) => rowOf(row, columns)));
  };
  const fill = () => {
    body.replaceChildren();
    body.ariaBusy = null;
    more();
  };
  const fillLater = () => {
    body.ariaBusy = 'true';
    later(() => body.ariaBusy && fill());
  };
  const show = (fillIt = fill) => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    kept = words.length === 0 ? order : order.filter((row) => has(options.filter!.text(row), words));
    fillIt();
    box.scrollTop = 0; // else the place that was near the end of the old rows would fill in the new ones
    shown.textContent = `${kept.length} of ${all.length} ${options.many}`;
  };
  const head = header(columns, (key, descending) => {
    order = sorted(all, key, descending);
    show();
  });
  const box = scrollBox(`${options.title} (table)`, element('table', { id: options.id }, head, body));
  box.classList.add('tall');
  box.addEventListener('scroll', () => {
    if (body.rows.length < kept.length && box.scrollHeight - box.scrollTop - box.clientHeight < kNearEnd) more();
  });
  addEventListener('beforeprint', () => {
    while (box.isConnected && body.rows.length < kept.length) more();
  });
  filter.addEventListener('input', () => show());
  show(options.below && all.length > kTall ? fillLater : fill);
  return element('div', {}, tools(options, filter, shown, () => csvOf(kept, columns)), box);
}

function tools<Row>(
  options: TableOptions<Row>,
  filter: HTMLInputElement,
  shown: HTMLElement,
  csv: () => string,
): HTMLElement {
  const save = saveButton('CSV', options.title, () => saveText(`${fileStem(options.title)}.csv`, 'text/csv', csv()));
  const row = element('div', { className: 'tools' });
  if (options.filter) {
    filter.placeholder = options.filter.hint;
    row.append(element('label', {}, 'Filter ', filter), shown);
  }
  row.append(save);
  return row;
}

// The rows that are shown, in their order.
function csvOf<Row>(rows: Row[], columns: Column<Row>[]): string {
  const fields = columns.flatMap((column) => Object.entries(column.csv ?? (column.key ? { [column.title]: column.key } : {})));
  return csvText([
    fields.map(([title]) => title),
    ...rows.map((row) => fields.map(([, value]) => value(row))),
  ]);
}

const has = (text: string, words: string[]): boolean => {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
};

// Names sort as people count: bytes:8 before bytes:64.
const collator = new Intl.Collator('en', { numeric: true });
export const byName = (a: { name: string }, b: { name: string }): number => collator.compare(a.name, b.name);

function compareKeys(a: number | string | null, b: number | string | null): number {
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return (a as number) - (b as number);
}

// In the order of the key; rows without one are last in either direction.
function sorted<Row>(all: Row[], key: (row: Row) => number | string | null, descending: boolean): Row[] {
  const known = all.filter((row) => key(row) !== null);
  known.sort((a, b) => (descending ? -1 : 1) * compareKeys(key(a), key(b)));
  return [...known, ...all.filter((row) => key(row) === null)];
}

const look = <Row>({ numeric, wide, narrow, apart }: Column<Row>): string =>
  [numeric && 'number', wide && 'wide', narrow && 'narrow', apart && 'apart'].filter(Boolean).join(' ');

const rowOf = <Row>(row: Row, columns: Column<Row>[]): HTMLTableRowElement =>
  element('tr', {}, ...columns.map((column) => cellOf(row, column)));

function cellOf<Row>(row: Row, column: Column<Row>): HTMLTableCellElement {
  const cell = element('td', { className: look(column) }, column.cell(row));
  if (column.under) cell.dataset['under'] = column.under(row).replaceAll(/(\d) /g, '$1\u00a0'); // no line ends before a unit
  return cell;
}

function header<Row>(
  columns: Column<Row>[],
  sort: (key: (row: Row) => number | string | null, descending: boolean) => void,
): HTMLTableSectionElement {
  const cells = columns.map((column) => {
    const { key } = column;
    if (!key) return element('th', { scope: 'col', className: look(column) }, element('span', {}, column.title));
    const button = element('button', { type: 'button' }, column.title);
    const cell = element('th', { scope: 'col', className: look(column) }, button);
    button.addEventListener('click', () => {
      const descending = cell.ariaSort === 'ascending';
      for (const other of cells) other.removeAttribute('aria-sort');
      cell.ariaSort = descending ? 'descending' : 'ascending';
      sort(key, descending);
    });
    return cell;
  });
  return element('thead', {}, element('tr', {}, ...cells));
}
