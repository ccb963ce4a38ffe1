import { ScaleDistribution, ScaleDistributionConfigBuilder } from '@grafana/grafana-foundation-sdk/common';
import {
  type DataTransformerConfig,
  VariableSort,
  type DynamicConfigValue,
} from '@grafana/grafana-foundation-sdk/dashboard';
import {
  PanelBuilder as XyBuilder,
  SeriesMapping,
  XYSeriesConfigBuilder,
  XYShowMode,
} from '@grafana/grafana-foundation-sdk/xychart';
import { gateCommand } from './commands';
import { dashboard } from './dashboard';
import { cellLink } from './links';
import { joined, legend, panel, table, tidied, tooltip, type About, type Overrides } from './panels';
import { change, inCluster, matching, metric, ofCase, ofGate, rows } from './query';
import {
  colours,
  coloured,
  columnWidth,
  dashed,
  filledCell,
  mapped,
  outOfLegend,
  percent,
  thin,
  unit,
  unseen,
  verdictWords,
} from './style';
import { datasource, one } from './variables';

// A row for each series; the columns of a link's variables are there, too.
const bySeries = (expression: string) => rows(`max by (cluster, baseline, case, bytes, series) (${expression})`);
const bySize = (expression: string) => rows(`max by (bytes, series) (${expression})`);
const ofThisCase = (name: string, ...matchers: string[]) => metric(name, ofCase, ...matchers);
const changeOf = (name: string, ...matchers: string[]) => change(ofThisCase(name, ...matchers));

// Prometheus has sizes as texts; an axis needs numbers in their order, for the lines go from row to row.
const sizesInOrder: DataTransformerConfig[] = [
  {
    id: 'convertFieldType',
    options: { fields: {}, conversions: [{ targetField: 'bytes', destinationType: 'number' }] },
  },
  { id: 'sortBy', options: { fields: {}, sort: [{ field: 'bytes', desc: false }] } },
];

// Powers of two are equally far apart. (A symlog axis, which has a place for 0 bytes, writes its labels over each other.)
const sizeAxis: DynamicConfigValue[] = [
  unit('bytes'),
  { id: 'custom.axisLabel', value: 'message size' },
  { id: 'custom.scaleDistribution', value: { type: ScaleDistribution.Log, log: 2 } },
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
    .transformations([joined, ...sizesInOrder, tidied(['bytes'], columns)]);
  return panel(builder, about, [['bytes', sizeAxis], ...overrides]);
}

const bounds = ['baseline', 'candidate'].flatMap((whose) => ['low', 'high'].map((which) => [whose, which] as const));
const onlyLines: DynamicConfigValue = { id: 'custom.show', value: XYShowMode.Lines };

export const size = dashboard('case', {
  description:
    'One case of one library over message sizes, in the newest gate. Cases without a message size are on the ' +
    'dashboard of one series.',
  variables: [
    datasource,
    one('cluster', 'Cluster', 'mpigauge_up'),
    one('baseline', 'Baseline', `mpigauge_gate_verdict{${inCluster}}`),
    one('case', 'Case', `mpigauge_series_verdict{${ofGate}, bytes!=""}`),
    one(
      'ranks',
      'Ranks',
      `mpigauge_series_verdict{${ofGate}, ${matching('case')}, bytes!=""}`,
      VariableSort.NumericalAsc,
    ),
  ],
  annotations: [],
  sections: [
    {
      heading: 'Over message size',
      panels: [
        overSize(
          {
            title: 'Time of an operation',
            description:
              'Lines are the medians of the launch medians of baseline and candidate. Dashed lines are the smallest ' +
              'and the largest launch median; they are not confidence intervals.',
            command: gateCommand,
            width: 12,
            height: 12,
            queries: [
              bySize(ofThisCase('series_seconds', 'role="baseline"')),
              bySize(ofThisCase('series_seconds', 'role="candidate"')),
              ...bounds.map(([whose, which]) =>
                bySize(ofThisCase('series_seconds_bound', `role="${whose}"`, `bound="${which}"`)),
              ),
            ],
          },
          ['baseline', 'candidate', ...bounds.map((words) => words.join(' '))],
          (['baseline', 'candidate'] as const).flatMap((whose): Overrides => [
            [whose, [coloured(colours[whose])]],
            ...['low', 'high'].map((which): [string, DynamicConfigValue[]] => [
              `${whose} ${which}`,
              [coloured(colours[whose]), thin, dashed, onlyLines, outOfLegend],
            ]),
          ]),
        )
          .unit('s')
          .scaleDistribution(new ScaleDistributionConfigBuilder().type(ScaleDistribution.Log).log(10)),
        overSize(
          {
            title: 'Change against the baseline',
            description:
              'The estimated change with its confidence limits (thin lines) and the tolerance (dashed line); +5% is ' +
              '5% slower.',
            command: gateCommand,
            width: 12,
            height: 12,
            queries: [
              bySize(changeOf('series_ratio')),
              bySize(changeOf('series_ratio_bound', 'bound="low"')),
              bySize(changeOf('series_ratio_bound', 'bound="high"')),
              bySize(changeOf('series_tolerance_ratio')),
            ],
          },
          ['change', 'low', 'high', 'tolerance'],
          [
            ['change', [coloured(colours.candidate)]],
            ['low', [coloured(colours.candidate), thin, onlyLines, outOfLegend]],
            ['high', [coloured(colours.candidate), thin, onlyLines, outOfLegend]],
            ['tolerance', [coloured(colours.fail), dashed, onlyLines]],
          ],
        ).unit('percentunit'),
        table(
          {
            title: 'The figures',
            description: 'The same figures as a table. Click a series to see its history.',
            command: gateCommand,
            width: 24,
            height: 10,
            queries: [
              bySeries(ofThisCase('series_verdict')),
              bySeries(ofThisCase('series_seconds', 'role="baseline"')),
              bySeries(ofThisCase('series_seconds', 'role="candidate"')),
              bySeries(changeOf('series_ratio')),
              bySeries(changeOf('series_ratio_bound', 'bound="low"')),
              bySeries(changeOf('series_ratio_bound', 'bound="high"')),
              bySeries(ofThisCase('series_launches')),
            ],
          },
          ['bytes', 'series', 'cluster', 'baseline', 'case'],
          ['verdict', 'time of the baseline', 'time of the candidate', 'change', 'low', 'high', 'launches'],
          [
            ...['cluster', 'baseline', 'case'].map((name): [string, DynamicConfigValue[]] => [name, [unseen]]),
            ['series', [cellLink('series', 'History of ${__value.text}', 'cluster', 'baseline', 'case', 'series')]],
            ['bytes', [unit('bytes')]],
            ['verdict', [mapped(verdictWords), ...filledCell, columnWidth(120)]],
            ['time of the baseline', [unit('s')]],
            ['time of the candidate', [unit('s')]],
            ...['change', 'low', 'high'].map((name): [string, DynamicConfigValue[]] => [name, percent]),
          ],
          [],
          sizesInOrder,
        ),
      ],
    },
  ],
});
