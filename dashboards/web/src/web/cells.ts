// Columns that several tables have.

import { timeParts } from '../dates';
import { breakable, element, shortened } from '../dom';
import type { Column } from '../table';
import type { Verdict } from '../data';

const kShownLetters = 200;

export const textColumn = <Row>(title: string, value: (row: Row) => string): Column<Row> => ({
  title,
  key: value,
  cell: (row) => element('span', { className: 'name', title: value(row) }, shortened(value(row), kShownLetters)),
});

// A time in UTC, "2026-11-21T18:00:00.123Z"; the zone stands in the heading.
export const whenColumn = <Row>(title: string, value: (row: Row) => string): Column<Row> => ({
  title: `${title} (UTC)`,
  key: value,
  cell: (row) => whenCell(value(row)),
  csv: { [title]: value },
});

function whenCell(utc: string): Node {
  const [year, rest] = timeParts(utc);
  return element('time', { className: 'when', title: utc }, element('span', { className: 'wide' }, year), rest);
}

export const countColumn = <Row>(title: string, value: (row: Row) => number): Column<Row> => ({
  title,
  numeric: true,
  key: value,
  cell: (row) => String(value(row)),
});

// The name of a series, as a link.
export const linkColumn = <Row>(title: string, value: (row: Row) => string, to: (row: Row) => string): Column<Row> => ({
  title,
  key: value,
  cell: (row) =>
    element('a', { className: 'name', href: to(row), title: value(row) }, ...breakable(shortened(value(row), kShownLetters))),
});

export const verdictColumn = <Row>(value: (row: Row) => Verdict): Column<Row> => ({
  title: 'verdict',
  key: (row) => verdictGravity[value(row)],
  cell: (row) => verdictBadge(value(row)),
  csv: { verdict: value },
});

// The beginning of an id, whole on any screen.
export const idColumn = <Row>(title: string, id: (row: Row) => string, to: (row: Row) => string): Column<Row> => ({
  title,
  key: id,
  cell: (row) => element('a', { className: 'id', href: to(row), title: id(row) }, shortId(id(row))),
});

// Larger is better.
export const verdictGravity = { fail: 0, inconclusive: 1, waived: 2, pass: 3 };

export const verdictBadge = (verdict: Verdict): HTMLElement =>
  element('span', { className: `verdict ${verdict}` }, verdict);

// "3f2a9c01": enough to find it again.
export const shortId = (id: string): string => id.slice(0, 8);
