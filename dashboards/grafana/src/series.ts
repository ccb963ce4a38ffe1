import { BigValueColorMode, BigValueTextMode } from '@grafana/grafana-foundation-sdk/common';
import { PanelBuilder as StateTimelineBuilder } from '@grafana/grafana-foundation-sdk/statetimeline';
import { FieldColorBuilder, FieldColorModeId } from '@grafana/grafana-foundation-sdk/dashboard';
import { events, gates, runs } from './annotations';
import { gateCommand } from './commands';
import { changesTable } from './changes_table';
import { dashboard } from './dashboard';
import { counts, legend, lines, panel, stat } from './panels';
import { change, held, inCluster, matching, metric, now, ofGate, ofSeries, overTime } from './query';
import { bandDownTo, coloured, colours, dashed, dotted, fixed, outOfLegend, thin, verdictWords } from './style';
import { datasource, one } from './variables';

const newest = (name: string, ...matchers: string[]) => `max(${metric(name, ofSeries, ...matchers)})`;
const overTheRange = (name: string, ...matchers: string[]) => `max(${held(metric(name, ofSeries, ...matchers))})`;
const role = (which: string) => `role="${which}"`;
const bound = (which: string) => `bound="${which}"`;
const ofThisCase = [inCluster, matching('case')].join(', ');

const lowAndHigh = (whose: string) =>
  ['low', 'high'].map((which) =>
    overTime(overTheRange('series_seconds_bound', role(whose), bound(which)), `${whose} ${which}`),
  );

export const series = dashboard('series', {
  description:
    'One series of one library: its verdict in the newest gate, and its times and changes from gate to gate.',
  variables: [
    datasource,
    one('cluster', 'Cluster', 'mpigauge_up'),
    one('baseline', 'Baseline', `mpigauge_gate_verdict{${inCluster}}`),
    one('case', 'Case', `mpigauge_series_verdict{${ofGate}}`),
    one('series', 'Series', `mpigauge_series_verdict{${ofGate}, ${matching('case')}}`),
  ],
  annotations: [gates(ofGate), events(ofThisCase), runs],
  sections: [
    {
      heading: 'In the newest gate',
      panels: [
        stat({
          title: 'Verdict',
          description: 'The verdict of the newest gate on this series.',
          command: gateCommand,
          width: 4,
          height: 4,
          queries: [now(newest('series_verdict'), 'verdict')],
        })
          .mappings(verdictWords)
          .colorMode(BigValueColorMode.BackgroundSolid)
          .textMode(BigValueTextMode.Value)
          .noValue('not judged'),
        stat(
          {
            title: 'Change and its confidence interval',
            description:
              'The estimated change of the candidate against the baseline (Hodges-Lehmann), with its confidence ' +
              'limits; +5% is 5% slower.',
            command: gateCommand,
            width: 8,
            height: 4,
            queries: [
              now(change(newest('series_ratio_bound', bound('low'))), 'low'),
              now(change(newest('series_ratio')), 'change'),
              now(change(newest('series_ratio_bound', bound('high'))), 'high'),
            ],
          },
          ['low', 'high'].map((name) => [name, [coloured(colours.baseline)]]),
        )
          .unit('percentunit')
          .decimals(1)
          .colorScheme(fixed(colours.candidate)),
        stat({
          title: 'What this gate can detect',
          description:
            'Tolerance: the slowdown that is still accepted. Detectable: the smallest slowdown that these launches ' +
            'show as significant with a probability of 80%. Noise: how much equal launches of the baseline differ.',
          command: 'mpigauge compare BASELINE RUN --all',
          width: 9,
          height: 4,
          queries: [
            now(change(newest('series_tolerance_ratio')), 'tolerance'),
            now(change(newest('series_detectable_ratio')), 'detectable'),
            now(newest('series_noise_ratio'), 'noise'),
          ],
        })
          .unit('percentunit')
          .decimals(1),
        stat({
          title: 'Launches',
          description: 'The number of launches of the candidate that the verdict is based on.',
          command: gateCommand,
          width: 3,
          height: 4,
          queries: [now(newest('series_launches'), 'launches')],
        }).textMode(BigValueTextMode.Value),
      ],
    },
    {
      heading: 'From gate to gate',
      panels: [
        lines(
          {
            title: 'Time of an operation',
            description:
              'Lines are the medians of the launch medians. Bands reach from the smallest to the largest launch ' +
              'median; they are not confidence intervals. Marks show gates, and changes in the history of this case.',
            command: 'mpigauge history SERIES',
            width: 24,
            height: 10,
            queries: [
              overTime(overTheRange('series_seconds', role('baseline')), 'baseline'),
              overTime(overTheRange('series_seconds', role('candidate')), 'candidate'),
              ...lowAndHigh('baseline'),
              ...lowAndHigh('candidate'),
            ],
          },
          (['baseline', 'candidate'] as const).flatMap((whose) => [
            [whose, [coloured(colours[whose])]],
            [`${whose} low`, [coloured(colours[whose]), thin, outOfLegend]],
            [`${whose} high`, [coloured(colours[whose]), thin, outOfLegend, ...bandDownTo(`${whose} low`)]],
          ]),
        ).unit('s'),
        lines(
          {
            title: 'Change against the baseline',
            description:
              'The estimated change within its confidence interval. The dashed line is the tolerance, the dotted ' +
              'line the smallest detectable slowdown.',
            command: gateCommand,
            width: 24,
            height: 10,
            queries: [
              overTime(change(overTheRange('series_ratio')), 'change'),
              overTime(change(overTheRange('series_ratio_bound', bound('low'))), 'low'),
              overTime(change(overTheRange('series_ratio_bound', bound('high'))), 'high'),
              overTime(change(overTheRange('series_tolerance_ratio')), 'tolerance'),
              overTime(change(overTheRange('series_detectable_ratio')), 'detectable'),
            ],
          },
          [
            ['change', [coloured(colours.candidate)]],
            ['low', [coloured(colours.candidate), thin, outOfLegend]],
            ['high', [coloured(colours.candidate), thin, outOfLegend, ...bandDownTo('low')]],
            ['tolerance', [coloured(colours.fail), dashed]],
            ['detectable', [coloured(colours.baseline), dotted]],
          ],
        ).unit('percentunit'),
        panel(
          new StateTimelineBuilder()
            .mappings(verdictWords)
            .colorScheme(new FieldColorBuilder().mode(FieldColorModeId.Thresholds))
            .mergeValues(true)
            .legend(legend()),
          {
            title: 'Verdicts',
            description: 'The verdict on this series in the newest gate at that time.',
            command: gateCommand,
            width: 24,
            height: 4,
            queries: [overTime(overTheRange('series_verdict'), 'verdict')],
          },
        ),
        counts({
          title: 'Launches behind the verdict',
          description:
            'The number of launches of the candidate. A gate measures more launches if fewer do not decide it.',
          command: gateCommand,
          width: 12,
          height: 7,
          queries: [overTime(overTheRange('series_launches'), 'launches')],
        }).colorScheme(fixed(colours.candidate)),
        lines({
          title: 'Noise between equal launches',
          description:
            'The standard deviation of the logarithms of the launch medians of the baseline. `mpigauge show ' +
            'BASELINE` prints the standard deviation divided by the mean, which is about the same for small values.',
          command: 'mpigauge export --textfile FILE',
          width: 12,
          height: 7,
          queries: [overTime(overTheRange('series_noise_ratio'), 'noise')],
        })
          .unit('percentunit')
          .min(0)
          .colorScheme(fixed(colours.baseline)),
        changesTable(
          'Changes of this case in the history',
          'Steps and drifts in the history of all runs. Each row says when the change appeared, with which ' +
            'library, and its likely cause: the library or the machine.',
          7,
          ofThisCase,
        ),
      ],
    },
  ],
});
