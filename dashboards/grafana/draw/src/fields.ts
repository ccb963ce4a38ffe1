// The settings of fields that panels may have, and what they are unless a dashboard says otherwise. In Grafana the
// application and its panel plugins register them.
import {
  FieldConfigOptionsRegistry,
  FieldType,
  standardTransformers,
  standardTransformersRegistry,
  type FieldConfigPropertyItem,
  type FieldConfigSource,
} from '@grafana/data';

const transformers = new Map(Object.values(standardTransformers).map((one: any) => [one.id, one])); // two have two names
standardTransformersRegistry.setInit(() =>
  [...transformers.values()].map((one) => ({ ...one, transformation: one, editor: () => null })),
);

const hideFrom = { tooltip: false, viz: false, legend: false };
const axis = { axisPlacement: 'auto', axisLabel: '', scaleDistribution: { type: 'linear' }, hideFrom };
const customs: Record<string, object> = {
  timeseries: {
    ...axis,
    drawStyle: 'line',
    lineWidth: 1,
    fillOpacity: 0,
    gradientMode: 'none',
    pointSize: 5,
    showPoints: 'auto',
  },
  xychart: { ...axis, show: 'points', pointSize: { fixed: 5 }, fillOpacity: 50 },
  table: { align: 'auto', cellOptions: { type: 'auto' }, inspect: false },
};
const lines = ['timeseries', 'xychart'];
const steps = [
  { value: -Infinity, color: 'green' },
  { value: 80, color: 'red' },
];

export const withDefaults = ({ type, fieldConfig: { defaults, overrides } }: any): FieldConfigSource => ({
  defaults: {
    thresholds: { mode: 'absolute', steps },
    color: { mode: lines.includes(type) ? 'palette-classic' : 'thresholds' },
    ...defaults,
    custom: { ...customs[type], ...defaults.custom },
  },
  overrides,
});

const standard = [
  'color',
  'decimals',
  'displayName',
  'links',
  'mappings',
  'max',
  'min',
  'noValue',
  'thresholds',
  'unit',
];

export function registryOf({ defaults, overrides }: FieldConfigSource): FieldConfigOptionsRegistry {
  const set = overrides
    .flatMap(({ properties }) => properties.map(({ id }) => id))
    .filter((id) => id.startsWith('custom.'));
  const custom = Object.keys(defaults.custom ?? {}).map((name) => `custom.${name}`);
  const onlyNumbers = ['decimals', 'max', 'min'];
  return new FieldConfigOptionsRegistry(() =>
    [...standard, ...new Set([...custom, ...set])].map(
      (id) =>
        ({
          id,
          path: id.replace('custom.', ''),
          name: id,
          isCustom: id.startsWith('custom.'),
          process: (value: unknown) => value,
          shouldApply: ({ type }) => type === FieldType.number || !onlyNumbers.includes(id),
        }) as FieldConfigPropertyItem,
    ),
  );
}
