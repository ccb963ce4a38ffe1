// Lists other differences between the sides: suspects first (what the library selected, what was counted, the
// controls), then every recorded field of both sides, those that differ before those that do not.

import type { Comparison, CountedDifference, Difference, Report, SelectionChange, Series } from './data';
import { breakable, element } from './dom';
import { sectionOf } from './section';
import { type Column, sortableTable } from './table';
import { formatChange, formatInterval, formatP, formatSeconds } from './units';

interface Field extends Difference {
  state: string; // "differs", "differs, allowed", "same"
}

export function environmentSection(report: Report): HTMLElement {
  const { comparison } = report;
  const { selection_changes, counted_differences } = comparison;
  const fields = fieldsOf(report);
  const differing = fields.filter((field) => field.state !== 'same').length;
  const about = { id: 'environment', title: 'Environment and suspects', command: report.commands['environment'] };
  const section = sectionOf(about, controlsText(comparison));
  const add = (title: string, rows: unknown[], table: () => HTMLElement) =>
    rows.length > 0 && section.append(element('h3', {}, title), table());
  add('Selections of the library that differ', selection_changes, () => selections(selection_changes));
  add('Counters that differ', counted_differences, () => counted(counted_differences));
  add(environmentTitle(report, differing, fields.length), fields, () => environmentTable(fields));
  if (fields.length === 0) section.append(element('p', {}, 'No recorded field of the environment differs.'));
  add('Controls (work without MPI)', comparison.controls, () => controls(comparison.controls));
  section.append(...section.querySelectorAll('.command')); // stays last
  return section;
}

const environmentTitle = ({ environment }: Report, differing: number, all: number): string =>
  environment ? `Environment: ${differing} of ${all} fields differ` : 'Differences of the environment';

// "Controls (work without MPI) did not move: +0.1% [-0.2%, +0.4%], p 0.579 (3 controls)."
function controlsText({ control_movement: movement }: Comparison): HTMLElement {
  if (movement.controls === 0) {
    const told = 'No control (work without MPI) was measured on both sides, so a slower machine would not be noticed.';
    return element('p', {}, told);
  }
  const change = `${formatChange(movement.ratio)} ${formatInterval(movement.low, movement.high)}, p ${formatP(movement.p)}`;
  const said = movement.moved
    ? `Controls (work without MPI) moved: ${change}. The machine changed, and not only the library.`
    : `Controls (work without MPI) did not move: ${change}.`;
  return element('p', { id: 'controls-text', className: movement.moved ? 'warning' : '' }, said);
}

// Every field, where all are known; else those that are known to differ.
function fieldsOf({ comparison, environment }: Report): Field[] {
  const { allowed_differences, context_differences } = comparison;
  const allowed = new Set(allowed_differences.map((one) => one.field));
  if (!environment) {
    return [
      ...allowed_differences.map((one) => ({ ...one, state: 'differs, allowed' })),
      ...context_differences.map((one) => ({ ...one, state: 'differs' })),
    ];
  }
  const names = [...new Set([...Object.keys(environment.baseline), ...Object.keys(environment.candidate)])].sort();
  const fields = names.map((field) => {
    const [baseline, candidate] = [environment.baseline[field] ?? '(none)', environment.candidate[field] ?? '(none)'];
    const state = baseline === candidate ? 'same' : allowed.has(field) ? 'differs, allowed' : 'differs';
    return { field, baseline, candidate, state };
  });
  return [...fields.filter(({ state }) => state !== 'same'), ...fields.filter(({ state }) => state === 'same')];
}

const text = <Row>(title: string, value: (row: Row) => string): Column<Row> => ({ title, key: value, cell: value });

const nameOf = (name: string, behind: string): Node => element('span', {}, ...breakable(name, behind));
const names = <Row>(title: string, value: (row: Row) => string, behind: string): Column<Row> => ({
  ...text(title, value),
  cell: (row) => nameOf(value(row), behind),
});

function environmentTable(fields: Field[]): HTMLElement {
  const strong = (value: (field: Field) => string) => (field: Field) =>
    field.state === 'same' ? value(field) : element('b', {}, value(field));
  return sortableTable<Field>(
    fields,
    [
      { ...text('state', (field: Field) => field.state), cell: strong((field) => field.state) },
      names('field', (field) => field.field, '_'),
      text('baseline', (field) => field.baseline),
      { ...text('candidate', (field: Field) => field.candidate), cell: strong((field) => field.candidate) },
    ],
    {
      id: 'environment',
      title: 'Environment',
      many: 'fields',
      below: true,
      filter: { hint: 'differs, kernel ...', text: (one) => `${one.state} ${one.field} ${one.baseline} ${one.candidate}` },
    },
  );
}

const selections = (changes: SelectionChange[]): HTMLElement =>
  sortableTable<SelectionChange>(
    changes,
    [
      names('variable', (one) => one.name, '_'),
      names('baseline', (one) => one.baseline, '_'),
      names('candidate', (one) => one.candidate, '_'),
      text('concerns', (one) => one.concerns || '-'),
    ],
    { id: 'selections', title: 'Selections', many: 'variables' },
  );

const range = ([low, high]: [number, number]): string => (low === high ? `${low}` : `${low} to ${high}`);

const counted = (differences: CountedDifference[]): HTMLElement =>
  sortableTable<CountedDifference>(
    differences,
    [
      names('series', (one) => one.series, '/'),
      names('counter', (one) => one.counter, '_'),
      text('baseline', (one) => range(one.baseline)),
      text('candidate', (one) => range(one.candidate)),
      text('certainty', (one) => (one.exact ? 'exact' : 'launches differ')),
    ],
    { id: 'counted', title: 'Counted figures', many: 'figures' },
  );

function controls(all: Series[]): HTMLElement {
  const number = (title: string, name: string, key: (one: Series) => number | null, cell: (one: Series) => string) => ({
    title,
    numeric: true,
    key,
    cell,
    csv: { [name]: key },
  });
  return sortableTable<Series>(
    all,
    [
      names('control', (one) => one.name, '/'),
      number(
        'baseline',
        'baseline_median_seconds',
        (one) => one.baseline_median_seconds,
        (one) => formatSeconds(one.baseline_median_seconds),
      ),
      number(
        'candidate',
        'candidate_median_seconds',
        (one) => one.candidate_median_seconds,
        (one) => formatSeconds(one.candidate_median_seconds),
      ),
      {
        ...number(
          'change',
          'ratio',
          (one) => one.ratio,
          (one) => formatChange(one.ratio),
        ),
        under: (one) => formatInterval(one.low, one.high),
      },
      {
        ...number(
          'interval',
          'ratio_low',
          (one) => one.low,
          (one) => formatInterval(one.low, one.high),
        ),
        apart: true,
        csv: { ratio_low: (one) => one.low, ratio_high: (one) => one.high },
      },
    ],
    { id: 'controls', title: 'Controls', many: 'controls' },
  );
}
