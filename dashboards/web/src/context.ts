// What travels with the result: notes, differences of the environment, what was left out, and the controls.

import { type Difference, type Report, type Series } from './data';
import { byId, element } from './dom';
import { formatChange, formatInterval, formatSeconds } from './units';

export function drawContext(report: Report): void {
  const { notes, allowed_differences, context_differences, not_compared, controls } = report.comparison;
  const parts: [string, unknown[], () => Node][] = [
    ['Notes', notes, () => list(notes)],
    ['Differences that were allowed', allowed_differences, () => differences(allowed_differences)],
    ['Other differences of the environment', context_differences, () => differences(context_differences)],
    ['Not compared', not_compared, () => list(not_compared)],
    ['Controls (work without MPI)', controls, () => controlTable(controls)],
  ];
  for (const [title, content, node] of parts) {
    if (content.length > 0) byId('context').append(element('h3', {}, title), node());
  }
  const none = parts
    .filter(([, content]) => content.length === 0)
    .map(([title]) => title.charAt(0).toLowerCase() + title.slice(1));
  if (none.length > 0)
    byId('context').append(element('p', { className: 'muted' }, `None: ${none.join('; ')}.`));
}

const list = (texts: string[]): Node => element('ul', {}, ...texts.map((text) => element('li', {}, text)));

function table(titles: string[], rows: string[][], numbers: boolean): Node {
  const kind = (column: number) => (numbers && column > 0 ? 'number' : '');
  const head = titles.map((title, i) => element('th', { scope: 'col', className: kind(i) }, title));
  const body = rows.map((cells) =>
    element('tr', {}, ...cells.map((text, i) => element('td', { className: kind(i) }, text))),
  );
  const content = element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...body),
  );
  return element('div', { className: 'scroll' }, content);
}

const differences = (all: Difference[]): Node =>
  table(
    ['field', 'baseline', 'candidate'],
    all.map((one) => [one.field, one.baseline, one.candidate]),
    false,
  );

const controlTable = (controls: Series[]): Node =>
  table(
    ['control', 'baseline', 'candidate', 'change', 'interval'],
    controls.map((one) => [
      one.name,
      formatSeconds(one.baseline_median_seconds),
      formatSeconds(one.candidate_median_seconds),
      formatChange(one.ratio),
      formatInterval(one.low, one.high),
    ]),
    true,
  );
