// The cost of the change for applications: each with its interval, and the operations that it comes from.

import type { ApplicationImpact, Impact, ImpactPart, Sensitivity } from './data';
import { element } from './dom';
import { figureOf } from './figure';
import { type Figures, impactHeight, impactOption, impactRows, known } from './impact_chart';
import { caption, legend, sectionOf } from './section';
import { inSlices } from './slices';
import { type Column, sortableTable } from './table';
import { formatBytes, formatChange, formatInterval, formatSeconds } from './units';

const kSlice = 8; // applications of one chart

export function impactSection(impact: Impact, command?: string): HTMLElement {
  const worst = impact.applications.map(known).sort((a, b) => weight(b) - weight(a));
  const holder = element('div', { id: 'impact' });
  const more = inSlices(worst, kSlice, 'applications', (next) => holder.append(figure(next, impact.fail_impact)));
  const told = caption(
    'The traces of the applications were replayed with the measured times of both libraries. A part takes the ' +
    `times of one operation alone from the candidate; parts need not add up. ${intervalsText(worst)}`,
  );
  const about = { id: 'impact', title: 'What applications lose', command };
  return sectionOf(
    about,
    verdictText(impact),
    keys(impact),
    holder,
    more,
    applicationsTable(worst),
    told,
    ...partsOf(worst),
    ...sensitivityOf(impact.sensitivity ?? []),
    ...notesOf(worst),
  );
}

// An application that hangs is the worst, and one without a known cost the last.
const weight = ({ ratio, hangs }: ApplicationImpact): number => (hangs ? Number.MAX_VALUE : (ratio ?? 0));

const formatShare = (share: number): string => `${Number((share * 100).toPrecision(4))}%`;

// One launch has no interval: its confidence is 0.
function intervalsText(applications: ApplicationImpact[]): string {
  const known = applications.map(({ confidence }) => confidence).filter((confidence) => confidence > 0);
  if (known.length === 0) return 'There are no intervals, since they need several launches of both sides.';
  return `Intervals of ${formatShare(Math.min(...known))} over resampled launches.`;
}

function verdictText({ fail_impact, verdict }: Impact): Node | string {
  if (fail_impact === null) return '';
  const told = `An application that loses more than ${formatShare(fail_impact)} fails the gate.`;
  if (!verdict) return element('p', {}, told);
  return element('p', {}, `${told} `, element('span', { className: `verdict ${verdict}` }, verdict));
}

const keys = ({ fail_impact }: Impact): Node =>
  legend(
    ['whisker', 'change of the time with its interval: applications, and parts below them'],
    ...(fail_impact === null ? [] : [['tolerance', 'accepted change'] as [string, string]]),
  );

function figure(applications: ApplicationImpact[], limit: number | null): HTMLElement {
  const rows = impactRows(applications);
  const { node, box } = figureOf(
    {
      title: 'Change of the time of applications',
      label: `Change of the time of ${applications.length} applications`,
      look: 'impact',
      key: 'Large: applications, small: parts alone; bars: intervals. Dashed: the accepted change.',
    },
    (colors, width) => impactOption(rows, limit, colors, width),
  );
  box.style.height = `${impactHeight(rows)}px`;
  return node;
}

const changeColumns = <Row>(of: (row: Row) => Figures & { hangs?: string | null }): Column<Row>[] => [
  {
    title: 'change',
    numeric: true,
    key: (row) => (of(row).hangs ? Number.MAX_VALUE : of(row).ratio),
    cell: (row) => (of(row).hangs ? element('span', { title: of(row).hangs! }, 'hangs') : formatChange(of(row).ratio)),
    under: (row) => formatInterval(of(row).low, of(row).high),
    csv: { ratio: (row) => of(row).ratio },
  },
  {
    title: 'interval',
    numeric: true,
    apart: true,
    key: (row) => of(row).low,
    cell: (row) => formatInterval(of(row).low, of(row).high),
    csv: { ratio_low: (row) => of(row).low, ratio_high: (row) => of(row).high },
  },
];

const nameColumn = <Row>(title: string, of: (row: Row) => string): Column<Row> => ({
  title,
  key: of,
  cell: (row) => element('span', { className: 'name', title: of(row) }, of(row)),
});

const countColumn = <Row>(title: string, of: (row: Row) => number): Column<Row> => ({
  title,
  numeric: true,
  key: of,
  cell: (row) => String(of(row)),
});

const timeColumn = (side: 'baseline' | 'candidate'): Column<ApplicationImpact> => ({
  title: side,
  numeric: true,
  wide: true,
  key: (row) => row[`${side}_seconds`],
  cell: (row) => formatSeconds(row[`${side}_seconds`]),
  csv: { [`${side}_seconds`]: (row) => row[`${side}_seconds`] },
});

const verdictColumn: Column<ApplicationImpact> = {
  title: 'verdict',
  key: ({ verdict }) => verdict ?? null,
  cell: ({ verdict }) => (verdict ? element('span', { className: `verdict ${verdict}` }, verdict) : '-'),
};

const applicationsTable = (applications: ApplicationImpact[]): HTMLElement =>
  sortableTable(
    applications,
    [
      nameColumn('application', (row) => row.application),
      ...(applications.some(({ verdict }) => verdict) ? [verdictColumn] : []),
      ...changeColumns<ApplicationImpact>((row) => row),
      timeColumn('baseline'),
      timeColumn('candidate'),
      { ...countColumn<ApplicationImpact>('ranks', (row) => row.ranks), wide: true },
      { ...nameColumn<ApplicationImpact>('trace', (row) => row.trace), wide: true },
    ],
    { id: 'applications', title: 'Applications', many: 'applications' },
  );

type Part = ImpactPart & { application: string };

function partsOf(applications: ApplicationImpact[]): Node[] {
  const parts = applications.flatMap(({ application, parts }) => parts.map((part): Part => ({ ...part, application })));
  if (parts.length === 0) return [];
  const table = sortableTable<Part>(
    parts,
    [
      nameColumn('application', (row) => row.application),
      nameColumn('operation', (row) => row.operation),
      { title: 'up to', numeric: true, key: (row) => row.bytes, cell: (row) => formatBytes(row.bytes), csv: { bytes: (row) => row.bytes } },
      countColumn('calls', (row) => row.calls),
      ...changeColumns<Part>((row) => row),
    ],
    {
      id: 'impact-parts',
      title: 'Parts of the impact',
      many: 'parts',
      below: true,
      filter: { hint: 'solver, allreduce ...', text: (row) => `${row.application} ${row.operation} ${row.label}` },
    },
  );
  return [element('h3', {}, 'Of which: one operation and size alone'), table];
}

function sensitivityOf(sensitivity: Sensitivity[]): Node[] {
  if (sensitivity.length === 0) return [];
  const share = (value: number | null) => (value === null ? '-' : `${value < 0 ? '' : '+'}${(value * 100).toFixed(3)}%`);
  const table = sortableTable<Sensitivity>(
    sensitivity,
    [
      nameColumn('application', (row) => row.application),
      nameColumn('operation', (row) => row.label),
      {
        title: '1% slower costs',
        numeric: true,
        key: (row) => row.cost_of_one_percent,
        cell: (row) => share(row.cost_of_one_percent),
        csv: { cost_of_one_percent: (row) => row.cost_of_one_percent },
      },
    ],
    {
      id: 'sensitivity',
      title: 'Sensitivity',
      many: 'operations',
      filter: { hint: 'solver, allreduce ...', text: (row) => `${row.application} ${row.operation} ${row.label}` },
    },
  );
  return [element('h3', {}, 'What a slowdown of 1% would cost'), table];
}

function notesOf(applications: ApplicationImpact[]): Node[] {
  const notes = applications.flatMap(({ application, notes, hangs }) =>
    [...(hangs ? [`hangs with the candidate: ${hangs}`] : []), ...notes].map((note) => `${application}: ${note}`),
  );
  if (notes.length === 0) return [];
  const items = notes.map((note) => element('li', {}, element('span', { className: 'name', title: note }, note)));
  return [element('h3', {}, 'Not included'), element('ul', { id: 'impact-notes' }, ...items)];
}
