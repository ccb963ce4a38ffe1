import { ScaleDistribution, ScaleDistributionConfigBuilder } from '@grafana/grafana-foundation-sdk/common';
import { type DataTransformerConfig, VariableSort, type DynamicConfigValue } from '@grafana/grafana-foundation-sdk/dashboard';
import {
  PanelBuilder as XyBuilder,
  SeriesMapping,
  XYSeriesConfigBuilder,
  XYShowMode,
} from '@grafana/grafana-foundation-sdk/xychart';
import { gates } from './annotations';
import { dashboard } from './dashboard';
import { cellLink } from './links';
import { joined, legend, panel, table, tidied, tooltip, type About, type Overrides } from './panels';
import { change, inCluster, matching, metric, ofCase, ofGate, rows } from './query';
import { colours, coloured, dashed, filledCell, mapped, thin, unit, verdictWords } from './style';
import { datasource, one } from './variables';

const atSize = (name: string, ...matchers: string[]) => rows(changed(name, (all) => all, ...matchers));
const changeAtSize = (name: string, ...matchers: string[]) => rows(changed(name, change, ...matchers));
const changed = (name: string, how: (ratio: string) => string, ...matchers: string[]) =>
  `max by (cluster, baseline, case, bytes, series) (${how(metric(name, ofCase, ...matchers))})`;

// Prometheus has sizes as texts; an axis needs numbers in their order, for the lines go from row to row.
const sizesInOrder: DataTransformerConfig[] = [
  { id: 'convertFieldType', options: { fields: {}, conversions: [{ targetField: 'bytes', destinationType: 'number' }] } },
  { id: 'sortBy', options: { fields: {}, sort: [{ field: 'bytes', desc: false }] } },
];

// Powers of two are equally far apart, and 0 bytes have a place: logarithmic above 1, linear below.
const sizeAxis: DynamicConfigValue[] = [
  unit('bytes'),
  { id: 'custom.axisLabel', value: 'message size' },
  { id: 'custom.scaleDistribution', value: { type: ScaleDistribution.Symlog, log: 2, linearThreshold: 1 } },
];

// A line for each column over the message size.
function overSize(about: About, columns: string[], overrides: Overrides) {
  const byName = (options: string) => ({ matcher: { id: 'byName', options } });
  const line = (name: string) =>
    new XYSeriesConfigBuilder()
      .name({ fixed: name })
      .frame({ matcher: { id: 'byIndex', options: 0 } })
      .x(byName('bytes'))
      .y(byName(name));
  const builder = new XyBuilder()
    .mapping(SeriesMapping.Manual)
    .series(columns.map(line))
    .show(XYShowMode.PointsAndLines)
    .pointSize({ fixed: 6 })
    .lineWidth(2)
    .legend(legend())
    .tooltip(tooltip())
    .transformations([joined, ...sizesInOrder, tidied(columns)]);
  return panel(builder, about, [['bytes', sizeAxis], ...overrides]);
}

const bounds = ['baseline', 'candidate'].flatMap((whose) => ['low', 'high'].map((which) => [whose, which] as const));
const onlyLines: DynamicConfigValue = { id: 'custom.show', value: XYShowMode.Lines };
const percent = unit('percentunit');

export const size = dashboard('case', {
  description:
    'One case of one library over message sizes, in the newest gate. Cases without a message size are on the ' +
    'dashboard of one series.',
  variables: [
    datasource,
    one('cluster', 'Cluster', 'mpigauge_up'),
    one('baseline', 'Baseline', `mpigauge_gate_verdict{${inCluster}}`),
    one('case', 'Case', `mpigauge_series_verdict{${ofGate}, bytes!=""}`),
    one('ranks', 'Ranks', `mpigauge_series_verdict{${ofGate}, ${matching('case')}, bytes!=""}`, VariableSort.NumericalAsc),
  ],
  annotations: [gates(ofGate)],
  sections: [
    {
      heading: 'Over message size',
      panels: [
        overSize(
          {
            title: 'Time of an operation',
            description:
              'Medians of the launch medians of baseline and candidate. Dashes: the smallest and the largest launch median; ' +
              'they are no confidence intervals.',
            command: 'mpigauge report',
            width: 12,
            height: 12,
            queries: [
              atSize('series_seconds', 'role="baseline"'),
              atSize('series_seconds', 'role="candidate"'),
              ...bounds.map(([whose, which]) => atSize('series_seconds_bound', `role="${whose}"`, `bound="${which}"`)),
            ],
          },
          ['baseline', 'candidate', ...bounds.map((words) => words.join(' '))],
          (['baseline', 'candidate'] as const).flatMap((whose): Overrides => [
            [whose, [coloured(colours[whose])]],
            ...['low', 'high'].map((which): [string, DynamicConfigValue[]] => [
              `${whose} ${which}`,
              [coloured(colours[whose]), thin, dashed, onlyLines],
            ]),
          ]),
        )
          .unit('s')
          .scaleDistribution(new ScaleDistributionConfigBuilder().type(ScaleDistribution.Log).log(10)),
        overSize(
          {
            title: 'Change against the baseline',
            description: 'The estimate with its confidence interval (thin), and the tolerance (dashes); +5% is 5% slower.',
            command: 'mpigauge report',
            width: 12,
            height: 12,
            queries: [
              changeAtSize('series_ratio'),
              changeAtSize('series_ratio_bound', 'bound="low"'),
              changeAtSize('series_ratio_bound', 'bound="high"'),
              changeAtSize('series_tolerance_ratio'),
            ],
          },
          ['change', 'low', 'high', 'tolerance'],
          [
            ['change', [coloured(colours.candidate)]],
            ['low', [coloured(colours.candidate), thin, onlyLines]],
            ['high', [coloured(colours.candidate), thin, onlyLines]],
            ['tolerance', [coloured(colours.fail), dashed, onlyLines]],
          ],
        ).unit('percentunit'),
        table(
          {
            title: 'The figures',
            description: 'A click on a series shows its history.',
            command: 'mpigauge report',
            width: 24,
            height: 10,
            queries: [
              atSize('series_verdict'),
              atSize('series_seconds', 'role="baseline"'),
              atSize('series_seconds', 'role="candidate"'),
              changeAtSize('series_ratio'),
              changeAtSize('series_ratio_bound', 'bound="low"'),
              changeAtSize('series_ratio_bound', 'bound="high"'),
              atSize('series_launches'),
            ],
          },
          ['verdict', 'time of the baseline', 'time of the candidate', 'change', 'low', 'high', 'launches'],
          [
            ['series', [cellLink('series', 'History of ${__value.text}', 'cluster', 'baseline', 'case', 'series')]],
            ['bytes', [unit('bytes')]],
            ['verdict', [mapped(verdictWords), filledCell]],
            ['time of the baseline', [unit('s')]],
            ['time of the candidate', [unit('s')]],
            ...['change', 'low', 'high'].map((name): [string, DynamicConfigValue[]] => [name, [percent]]),
          ],
        ).transformations([
          joined,
          ...sizesInOrder,
          tidied(['verdict', 'time of the baseline', 'time of the candidate', 'change', 'low', 'high', 'launches']),
        ]),
      ],
    },
  ],
});
