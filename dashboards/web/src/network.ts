// The models that were fitted to the times of messages: curves over what was measured, what they leave unexplained, and
// their parameters with intervals, both sides beside each other.

import type { FittedModel, FittedValue, NetworkDistance, NetworkFit } from './data';
import { breakable, element, shortened } from './dom';
import { figureOf } from './figure';
import { networkOption } from './network_chart';
import { residualsOption, styleOf } from './residuals_chart';
import { caption, legend, sectionOf } from './section';
import { type Column, sortableTable } from './table';
import { formatBytes, formatChange, formatCount, formatSeconds } from './units';

type Side = 'baseline' | 'candidate';
const kSides = ['baseline', 'candidate'] as const;
const kLetters = 60;

export function networkSection(network: NetworkDistance[], command?: string): HTMLElement {
  const holder = element('div', { id: 'network' }, ...network.flatMap(partOf));
  const told = caption(
    'Medians over launches of half a round trip, and the models fitted to them. A residual is measured over ' +
    'predicted time, less 1. If a model fits, its residuals scatter around 0; a wave or a step is an effect that ' +
    'the model lacks. Intervals of parameters come from resampled launches.',
  );
  const about = { id: 'network', title: 'Network: models and residuals', command };
  return sectionOf(about, keys(), holder, told, parametersTable(network));
}

const keys = (): Node =>
  legend(['baseline', 'baseline, measured'], ['candidate', 'candidate, measured'], ['model', 'best model'], ['switch', 'switch of protocols']);

function partOf(part: NetworkDistance): Node[] {
  const name = shortened(part.distance, kLetters);
  const sides = kSides.filter((side) => part[side] !== null);
  const { node } = figureOf(
    {
      title: name,
      more: sides.length === 1 ? `${sides[0]} alone` : '',
      label: `${name}: time over message size, and residuals of the best models`,
      look: 'network',
      key: 'Rings: baseline, dots: candidate, lines: best model; below: measured over predicted less 1.',
    },
    (colors, width) => networkOption(part, colors, width),
  );
  const residuals = sides.map((side) => residualsFigure(name, side, part[side]!));
  const said = sides.map((side) => element('p', { className: 'switches' }, switchesText(side, part[side]!)));
  return [element('h3', {}, `Ranks: ${name}`), node, element('div', {}, ...residuals), ...said];
}

function residualsFigure(name: string, side: Side, fit: NetworkFit): HTMLElement {
  const { node } = figureOf(
    {
      title: `Residuals, ${side}`,
      more: `${name}, ${formatCount(fit.launches, 'launch', 'launches')}`,
      label: `${name}, ${side}: residuals of ${fit.models.length} models`,
      look: 'residuals',
      key: fit.models.map(({ kind }, i) => `${styleOf(i).told}: ${shortened(kind, 30)}`).join(', '),
    },
    (colors, width) => residualsOption(fit, colors, width),
  );
  const said = fit.models.map((one, i) => `${styleOf(i).told}: ${one.kind} (${formatShare(one.relative_rms)})`);
  node.append(element('p', { className: 'caption' }, said.join('; ')));
  return node;
}

const formatShare = (share: number): string => `${(share * 100).toFixed(1)}%`;

// "baseline: the time rises by 1.50 us between 4 KiB and 8 KiB. Sends return without a receive up to 4 KiB."
function switchesText(side: Side, { switches, eager_limit_bytes }: NetworkFit): string {
  const told = switches.map(
    ({ last_bytes_before, first_bytes_after, jump_seconds }) =>
      `the time ${jump_seconds < 0 ? 'falls' : 'rises'} by ${formatSeconds(Math.abs(jump_seconds))} between ` +
      `${formatBytes(last_bytes_before)} and ${formatBytes(first_bytes_after)}`,
  );
  const eager = eager_limit_bytes === null ? '' : ` Sends are eager up to ${formatBytes(eager_limit_bytes)}.`;
  return `${side}: ${told.length > 0 ? told.join('; ') : 'no switch of protocols was found'}.${eager}`;
}

interface Parameter {
  distance: string;
  model: string;
  name: string;
  baseline: FittedValue | undefined;
  candidate: FittedValue | undefined;
}

// Each parameter that a side has, in the order of the models.
function parametersOf({ distance, ...fits }: NetworkDistance): Parameter[] {
  const rows = new Map<string, Parameter>();
  for (const side of kSides) {
    for (const model of fits[side]?.models ?? []) {
      for (const [name, value] of Object.entries(all(model))) {
        const key = JSON.stringify([model.kind, name]);
        const row = rows.get(key) ?? { distance, model: model.kind, name, baseline: undefined, candidate: undefined };
        rows.set(key, { ...row, [side]: value });
      }
    }
  }
  return [...rows.values()];
}

const all = (model: FittedModel): Record<string, FittedValue> => ({
  ...model.parameters,
  relative_rms: { value: model.relative_rms, low: null, high: null },
});

// Names end in their unit, and may say behind it from which size on they hold.
function parameterText(name: string, value: number | null): string {
  if (value === null) return '-';
  const [unit] = name.split(' ') as [string];
  if (unit === 'relative_rms') return formatShare(value);
  if (unit.endsWith('seconds_per_byte')) return `${(value * 1e9).toPrecision(3)} ns/B`;
  if (unit.endsWith('bytes')) return formatBytes(Math.round(value));
  return `${value < 0 ? '-' : ''}${formatSeconds(Math.abs(value))}`;
}

const changeOf = ({ baseline, candidate }: Parameter): number | null =>
  baseline?.value && candidate?.value && candidate.value / baseline.value > 0 ? candidate.value / baseline.value : null;

function parametersTable(network: NetworkDistance[]): HTMLElement {
  const text = (title: string, of: (row: Parameter) => string): Column<Parameter> => ({
    title,
    key: of,
    cell: (row) => element('span', { className: 'name', title: of(row) }, ...breakable(of(row), '_')),
  });
  const interval = (row: Parameter, side: Side) => {
    const { low = null, high = null } = row[side] ?? {};
    return low === null && high === null ? '-' : `[${parameterText(row.name, low)}, ${parameterText(row.name, high)}]`;
  };
  const value = (side: Side): Column<Parameter>[] => [
    {
      title: side,
      numeric: true,
      key: (row) => row[side]?.value ?? null,
      cell: (row) => parameterText(row.name, row[side]?.value ?? null),
      under: (row) => interval(row, side),
      csv: { [side]: (row) => row[side]?.value },
    },
    {
      title: 'interval',
      numeric: true,
      apart: true,
      key: (row) => row[side]?.low ?? null,
      cell: (row) => interval(row, side),
      csv: { [`${side}_low`]: (row) => row[side]?.low, [`${side}_high`]: (row) => row[side]?.high },
    },
  ];
  const columns: Column<Parameter>[] = [
    { ...text('distance', (row) => row.distance), apart: true },
    { ...text('model', (row) => row.model), apart: true },
    { ...text('parameter', (row) => row.name), under: ({ distance, model }) => `${distance}, ${model}` },
    ...value('baseline'),
    ...value('candidate'),
    { title: 'change', numeric: true, key: changeOf, cell: (row) => formatChange(changeOf(row)), csv: { ratio: changeOf } },
  ];
  return sortableTable(network.flatMap(parametersOf), columns, {
    id: 'parameters',
    title: 'Parameters of the network',
    many: 'parameters',
    filter: { hint: 'same-host piecewise ...', text: (row) => `${row.distance} ${row.model} ${row.name}` },
  });
}

