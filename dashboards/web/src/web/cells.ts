// Columns that several tables have.

import { element, shortened } from '../dom';
import type { Column } from '../table';
import type { Verdict } from '../data';

const kShownLetters = 200;

export const textColumn = <Row>(title: string, value: (row: Row) => string): Column<Row> => ({
  title,
  key: value,
  cell: (row) => element('span', { className: 'name', title: value(row) }, shortened(value(row), kShownLetters)),
});

// A time in UTC, "2026-11-21T18:00:00.123Z".
export const whenColumn = <Row>(title: string, value: (row: Row) => string): Column<Row> => ({
  title,
  key: value,
  cell: (row) =>
    element('time', { className: 'when', title: value(row) }, value(row).slice(0, 19).replace('T', ' ')),
});

export const countColumn = <Row>(title: string, value: (row: Row) => number): Column<Row> => ({
  title,
  numeric: true,
  key: value,
  cell: (row) => String(value(row)),
});

export const linkColumn = <Row>(title: string, value: (row: Row) => string, to: (row: Row) => string): Column<Row> => ({
  title,
  key: value,
  cell: (row) =>
    element('a', { className: 'name', href: to(row), title: value(row) }, shortened(value(row), kShownLetters)),
});

export const verdictBadge = (verdict: Verdict): HTMLElement =>
  element('span', { className: `verdict ${verdict}` }, verdict);

// "3f2a9c01": enough to find it again.
export const shortId = (id: string): string => id.slice(0, 8);
