// The picture of where things stand: cases down, libraries across. The colour of a cell is the worst change of the case
// against the library's baseline, its mark the verdict; a small line shows the case over the newest runs.

import { element, shortened } from '../dom';
import { formatTime } from '../dates';
import { reachOf, warm } from '../heat';
import { hashOf } from '../router';
import { caption, sectionOf } from '../section';
import { sparkLine } from '../spark';
import { type Column, sortableTable } from '../table';
import { formatChange } from '../units';
import type { Overview, OverviewCase, OverviewCell, OverviewLibrary } from './answers';
import { load } from './api';
import { textColumn, verdictGravity } from './cells';

const kLetters = 28;

// Fills itself when the answer comes: the rest of the page does not wait for it.
export function overviewPlace(): HTMLElement {
  const place = element('div', {}, element('p', { className: 'muted', role: 'status' }, 'Loading ...'));
  load<Overview>('overview').then(
    (overview) => place.replaceChildren(overviewSection(overview)),
    (error: Error) => place.replaceChildren(element('p', { className: 'error', role: 'alert' }, error.message)),
  );
  return place;
}

function overviewSection({ libraries, cases }: Overview): HTMLElement {
  const reach = reachOf(cases.flatMap(({ cells }) => cells.filter((cell) => cell !== null)));
  const lines = cases.some(hasLine);
  const columns: Column<OverviewCase>[] = [
    textColumn('case', (row) => row.case),
    ...(lines ? [historyColumn] : []),
    ...libraries.map((library, i) => libraryColumn(library, i, titleOf(library, libraries), reach)),
  ];
  const table = sortableTable([...cases].sort(worstFirst), columns, {
    id: 'overview',
    title: 'Library by case',
    many: 'cases',
    filter: { hint: 'allreduce, fail ...', text: (row) => `${row.case} ${row.cells.map((cell) => cell?.verdict ?? '').join(' ')}` },
  });
  const told = caption(
    'Each cell is the worst series of a case, by its verdict and then by its change against the baseline, and leads to it. ' +
      'Orange is slower, blue is faster; a diamond is a fail, a triangle inconclusive, a dot passed or waived.',
  );
  const ofLines = ' The line is the level of the case over the newest runs that are comparable with the newest gate.';
  if (lines) told.append(element('span', { className: 'wide' }, ofLines));
  return sectionOf({ id: 'overview', title: 'Library by case', command: 'mpigauge gates GATE --format json' }, table, told);
}

const hasLine = ({ cells, levels }: OverviewCase): boolean => levels.length > 1 && cells.some((cell) => cell !== null);

const historyColumn: Column<OverviewCase> = {
  title: 'history',
  wide: true,
  key: (row) => row.levels.at(-1) ?? null,
  cell: lineCell,
  csv: {},
};

// With the baseline where there are several.
function titleOf({ library, baseline }: OverviewLibrary, all: OverviewLibrary[]): string {
  const several = new Set(all.map((one) => one.baseline)).size > 1;
  return `${shortened(library, kLetters)}${several ? ` against ${shortened(baseline, kLetters)}` : ''}`;
}

const worstOf = (row: OverviewCase): number =>
  Math.min(...row.cells.map((cell) => (cell === null ? Infinity : verdictGravity[cell.verdict])));
const slowestOf = (row: OverviewCase): number =>
  Math.max(...row.cells.map((cell) => (cell === null ? 0 : (cell.ratio ?? Infinity))));

function worstFirst(a: OverviewCase, b: OverviewCase): number {
  const verdicts = worstOf(a) - worstOf(b);
  if (verdicts !== 0) return verdicts;
  const [first, second] = [slowestOf(a), slowestOf(b)];
  return first === second ? 0 : first > second ? -1 : 1;
}

function lineCell(row: OverviewCase): Node | string {
  if (!hasLine(row)) return '';
  const { series } = row.cells.find((cell) => cell !== null)!;
  const ariaLabel = `History of ${shortened(series, kLetters)}`;
  return element('a', { href: hashOf(['history', series]), ariaLabel, title: `${row.case} over ${row.levels.length} runs` }, sparkLine(row.levels));
}

const cellText = ({ ratio }: OverviewCell): string => (ratio === null ? 'no time' : formatChange(ratio));

function libraryColumn(library: OverviewLibrary, place: number, title: string, reach: number): Column<OverviewCase> {
  const of = (row: OverviewCase) => row.cells[place] ?? null;
  return {
    title,
    numeric: true,
    key: (row) => of(row)?.ratio ?? null,
    cell: (row) => {
      const cell = of(row);
      if (cell === null) return '-';
      const href = hashOf(['gate'], { id: library.gate_id, series: cell.series });
      const told = `${row.case}, ${title}: ${cell.verdict}, ${cellText(cell)} (${cell.series}, ${formatTime(library.decided_at)})`;
      const link = element('a', { href, ariaLabel: told, title: told, className: cell.verdict }, element('i', { className: 'mark' }), cellText(cell));
      return warm(link, cell, reach);
    },
    csv: {
      [`${title} verdict`]: (row) => of(row)?.verdict,
      [`${title} ratio`]: (row) => of(row)?.ratio,
    },
  };
}
