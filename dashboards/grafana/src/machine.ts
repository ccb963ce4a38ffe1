import { PanelBuilder as BarGaugeBuilder } from '@grafana/grafana-foundation-sdk/bargauge';
import {
  BarGaugeDisplayMode,
  BigValueColorMode,
  ReduceDataOptionsBuilder,
  VizOrientation,
  VizTextDisplayOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import { events, gates, runs } from './annotations';
import { calibrationCommand, gateCommand } from './commands';
import { dashboard } from './dashboard';
import { cellLink } from './links';
import { counts, lines, panel, stat, table } from './panels';
import {
  change,
  countsSeen,
  eachBaseline,
  eachCluster,
  eachSeries,
  held,
  inCluster,
  metric,
  milliseconds,
  now,
  ofGate,
  overTime,
  rows,
} from './query';
import {
  coloured,
  colours,
  dashed,
  fixed,
  movedWords,
  outOfLegend,
  palette,
  percent,
  thin,
  unit,
  unseen,
} from './style';
import { any, datasource } from './variables';

const movementBound = (which: string) =>
  overTime(
    eachBaseline(change(held(metric('control_movement_ratio_bound', ofGate, `bound="${which}"`)))),
    `{{baseline}} {{cluster}} ${which}`,
  );
const bounds = [coloured(colours.baseline), thin, outOfLegend];
const noise = metric('series_noise_ratio', ofGate);
const falseAlarms = (which: string) =>
  eachCluster(metric('calibration_false_alarm_ratio_bound', inCluster, `bound="${which}"`));

export const machine = dashboard('machine', {
  description:
    'Can the figures of this machine be trusted? Controls (work without MPI), differences between equal launches, ' +
    'clocks, nodes that were left out, and how often gates err.',
  variables: [
    datasource,
    any('cluster', 'Cluster', 'mpigauge_up'),
    any('baseline', 'Baseline', `mpigauge_gate_verdict{${inCluster}}`),
  ],
  annotations: [gates(ofGate), events(inCluster), runs],
  sections: [
    {
      heading: 'Controls: work without MPI. If it got slower or faster, the machine changed, and not only the library',
      panels: [
        stat({
          title: 'Did the controls move?',
          description: 'Whether all controls together moved in the newest gate, by an exact rank-sum test.',
          command: gateCommand,
          width: 6,
          height: 8,
          queries: [now(eachBaseline(metric('control_moved', ofGate)), '{{baseline}} {{cluster}}')],
        })
          .mappings(movedWords)
          .colorMode(BigValueColorMode.BackgroundSolid)
          .noValue('no controls'),
        lines({
          title: 'Movement of all controls together',
          description:
            'The change of all controls together from baseline to candidate, with its confidence limits (thin ' +
            'lines).',
          command: gateCommand,
          width: 18,
          height: 8,
          queries: [
            overTime(eachBaseline(change(held(metric('control_movement_ratio', ofGate)))), '{{baseline}} {{cluster}}'),
            movementBound('low'),
            movementBound('high'),
          ],
        })
          .unit('percentunit')
          .colorScheme(palette)
          .overrideByQuery('B', bounds)
          .overrideByQuery('C', bounds),
        lines({
          title: 'Each control',
          description:
            'The change of each control from baseline to candidate. If only one control moved, the cause is rather ' +
            'that control than the machine.',
          command: gateCommand,
          width: 24,
          height: 8,
          queries: [
            overTime(
              `max by (cluster, baseline, series) (${change(held(metric('control_ratio', ofGate)))})`,
              '{{series}} {{baseline}} {{cluster}}',
            ),
          ],
        })
          .unit('percentunit')
          .colorScheme(palette),
        table(
          {
            title: 'Controls in the newest gate',
            description: 'The median of the launch medians of each control on both sides, and the change between them.',
            command: gateCommand,
            width: 24,
            height: 6,
            queries: ['baseline', 'candidate']
              .map((role) =>
                rows(`max by (cluster, baseline, series) (${metric('control_seconds', ofGate, `role="${role}"`)})`),
              )
              .concat(rows(`max by (cluster, baseline, series) (${change(metric('control_ratio', ofGate))})`)),
          },
          ['cluster', 'baseline', 'series'],
          ['time of the baseline', 'time of the candidate', 'change'],
          [
            ['time of the baseline', [unit('s')]],
            ['time of the candidate', [unit('s')]],
            ['change', percent],
          ],
        ),
      ],
    },
    {
      heading: 'Noise: how much launches of the same library differ (A/A)',
      panels: [
        lines({
          title: 'Noise between equal launches',
          description:
            'The standard deviation of the logarithms of the launch medians of the baseline: its median over the ' +
            'series, and its 90th percentile (dashed). `mpigauge show BASELINE` prints the standard deviation divided by the ' +
            'mean, which is about the same for small values.',
          command: 'mpigauge export --textfile FILE',
          width: 12,
          height: 9,
          queries: [
            overTime(`quantile by (cluster, baseline) (0.5, ${held(noise)})`, 'median {{baseline}} {{cluster}}'),
            overTime(`quantile by (cluster, baseline) (0.9, ${held(noise)})`, '90% {{baseline}} {{cluster}}'),
          ],
        })
          .unit('percentunit')
          .min(0)
          .colorScheme(palette)
          .overrideByQuery('B', [dashed]),
        table(
          {
            title: 'The twenty noisiest series',
            description:
              'Noise is the standard deviation between equal launches. Detectable is the smallest slowdown that the ' +
              'launches of the newest gate show as significant with a probability of 80%.',
            command: 'mpigauge compare BASELINE RUN --all',
            width: 12,
            height: 9,
            queries: [
              rows(eachSeries(`topk(20, ${noise})`)),
              rows(eachSeries(`${change(metric('series_detectable_ratio', ofGate))} and topk(20, ${noise})`)),
            ],
          },
          ['cluster', 'baseline', 'case', 'series'],
          ['noise', 'detectable'],
          [
            ['case', [unseen]],
            ['series', [cellLink('series', 'History of ${__value.text}', 'cluster', 'baseline', 'case', 'series')]],
            ['noise', percent],
            ['detectable', percent],
          ],
          ['noise'],
        ),
      ],
    },
    {
      heading: 'Clocks, launches and nodes of the newest run',
      panels: [
        lines({
          title: 'Error of the global clock',
          description:
            'The largest error that a launch reported at its start or end. It is 0 if all ranks run on one host, ' +
            'since they share its clock.',
          command: 'mpigauge export --records FOLDER',
          width: 8,
          height: 8,
          queries: [
            overTime(eachCluster(held(metric('run_clock_error_seconds', inCluster))), 'clock error {{cluster}}'),
          ],
        })
          .unit('s')
          .min(0)
          .axisSoftMax(1e-6)
          .colorScheme(palette),
        counts({
          title: 'Launches by how they ended',
          description:
            'The number of launches with each status. Only complete launches are compared; bad-node marks launches ' +
            'that were left out because their node was slow.',
          command: 'mpigauge runs --format json',
          width: 8,
          height: 8,
          queries: [
            overTime(countsSeen('cluster, status', metric('run_launches', inCluster)), '{{status}} {{cluster}}'),
          ],
        })
          .overrideByRegexp('/^complete/', [coloured(colours.pass)])
          .overrideByRegexp('/^(crashed|hung|failed)/', [coloured(colours.fail)])
          .overrideByRegexp('/^(bad-node|interrupted)/', [coloured(colours.inconclusive)]),
        table(
          {
            title: 'Nodes that were left out',
            description:
              'Nodes whose controls were slow, so that their launches were left out. The table is empty if there ' +
              'are none.',
            command: 'mpigauge export --records FOLDER',
            width: 8,
            height: 8,
            queries: [rows(`max by (cluster, node) (${metric('node_bad', inCluster)})`)],
          },
          ['cluster', 'node'],
          [''],
        ).noValue('none'),
      ],
    },
    {
      heading: 'Calibration: how often gates err on this machine',
      panels: [
        stat({
          title: 'Calibrated',
          description: 'The time of the newest calibration.',
          command: calibrationCommand,
          width: 6,
          height: 8,
          queries: [now(eachCluster(milliseconds(metric('calibration_timestamp_seconds', inCluster))), '{{cluster}}')],
        })
          .unit('dateTimeFromNow')
          .noValue('never'),
        stat({
          title: 'False alarms',
          description:
            'The share of gates of equal libraries that failed, with its exact 95% confidence limits, and the share ' +
            'that gates promise (--alpha).',
          command: calibrationCommand,
          width: 9,
          height: 8,
          queries: [
            now(falseAlarms('low'), 'low {{cluster}}'),
            now(eachCluster(metric('calibration_false_alarm_ratio', inCluster)), 'seen {{cluster}}'),
            now(falseAlarms('high'), 'high {{cluster}}'),
            now(eachCluster(metric('gate_false_alarm_ratio', ofGate)), 'stated {{cluster}}'),
          ],
        })
          .unit('percentunit')
          .noValue('not calibrated')
          .overrideByQuery('B', [coloured(colours.candidate)]),
        panel(
          new BarGaugeBuilder()
            .orientation(VizOrientation.Horizontal)
            .displayMode(BarGaugeDisplayMode.Basic)
            .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']).values(false))
            .unit('percentunit')
            .min(0)
            .max(1)
            .noValue('not calibrated')
            .text(new VizTextDisplayOptionsBuilder().titleSize(14).valueSize(18)) // one bar alone would get huge letters
            .colorScheme(fixed(colours.candidate)),
          {
            title: 'Slowdowns that were found',
            description: 'For each size of slowdown (0.05 is 5%): the share of slowed series that gates found.',
            command: calibrationCommand,
            width: 9,
            height: 8,
            queries: [
              now(
                `sort(max by (cluster, slowdown) (${metric('calibration_power_ratio', inCluster)}))`,
                'slower by {{slowdown}} {{cluster}}',
              ),
            ],
          },
        ),
      ],
    },
  ],
});
