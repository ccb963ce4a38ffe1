import type { DynamicConfigValue } from '@grafana/grafana-foundation-sdk/dashboard';
import { any, datasource } from './variables';
import { events, gates, runs } from './annotations';
import { changesTable } from './changes_table';
import { gateCommand } from './commands';
import { dashboard } from './dashboard';
import { cellLink } from './links';
import { counts, lines, stat, table } from './panels';
import {
  change,
  eachApplication,
  eachBaseline,
  eachSeries,
  held,
  inCluster,
  metric,
  milliseconds,
  now,
  ofGate,
  overTime,
  rows,
  severity,
  summed,
} from './query';
import {
  ago,
  byVerdict,
  colours,
  columnWidth,
  filledCell,
  fixed,
  mapped,
  movedWords,
  percent,
  severityWords,
  palette,
} from './style';

const verdicts = metric('gate_verdict', ofGate);
const seriesOf = (verdict: string) => eachBaseline(metric('gate_series', ofGate, `verdict="${verdict}"`));
const seriesByVerdict = (numbers: string) => summed('verdict', 'cluster, baseline', numbers);

// The fifty worst series: by verdict first, then by how much slower they are. A series whose data are wrong may have no
// ratio.
const ratio = metric('series_ratio', ofGate);
const verdict = metric('series_verdict', ofGate);
const worst = `topk(50, (${severity(verdict)}) * 1e6 + (${ratio} or ${verdict} * 0))`;
const ofWorst = (expression: string, also = '') =>
  eachSeries(`${expression} and ${also ? `ignoring (${also}) ` : ''}${worst}`);
const bound = (which: string) => change(metric('series_ratio_bound', ofGate, `bound="${which}"`));

const verdictCell: DynamicConfigValue[] = [mapped(severityWords), ...filledCell, columnWidth(120)];

const toCase = cellLink('case', 'Cases over size against ${__value.text}', 'cluster', 'baseline');
const toOneCase = cellLink('case', '${__value.text} over size', 'cluster', 'baseline', 'case');
const toSeries = cellLink('series', 'History of ${__value.text}', 'cluster', 'baseline', 'case', 'series');

// The impact that a gate found by its traces: applications on the networks of both libraries.
const impact = metric('impact_ratio', ofGate);
const impactBound = (which: string) => change(metric('impact_ratio_bound', ofGate, `bound="${which}"`));

const countOf = (expression: string) => `sum(${eachBaseline(verdicts)} == bool ${expression})`;

export const overview = dashboard('overview', {
  description:
    'Every library and cluster, worst first. A baseline is the name that a gate judged against: one for each library.',
  variables: [
    datasource,
    any('cluster', 'Cluster', 'mpigauge_up'),
    any('baseline', 'Baseline', `mpigauge_gate_verdict{${inCluster}}`),
  ],
  annotations: [gates(ofGate), events(inCluster), runs],
  sections: [
    {
      heading: 'Now',
      panels: [
        stat(
          {
            title: 'Baselines by verdict of their newest gate',
            description: 'How many baselines have a newest gate that failed, was inconclusive, or passed.',
            command: 'mpigauge gates',
            width: 8,
            height: 4,
            queries: [now(countOf('1'), 'fail'), now(countOf('2'), 'inconclusive'), now(countOf('0'), 'pass')],
          },
          byVerdict,
        ).noValue('no gate'),
        stat(
          {
            title: 'Series by verdict',
            description: 'The number of series with each verdict, over the newest gates of the chosen baselines.',
            command: gateCommand,
            width: 8,
            height: 4,
            queries: [now(seriesByVerdict(metric('gate_series', ofGate)), '{{verdict}}')],
          },
          byVerdict,
        ).noValue('no gate'),
        stat({
          title: 'Largest slowdown',
          description: 'The series that is slowest against its baseline, whatever its verdict; +5% is 5% slower.',
          command: gateCommand,
          width: 8,
          height: 4,
          queries: [now(`topk(1, ${change(ratio)})`, '{{series}} {{baseline}} {{cluster}}')],
        })
          .unit('percentunit')
          .decimals(1)
          .colorScheme(fixed(colours.candidate)),
        table(
          {
            title: 'Every library and cluster, worst first',
            description:
              'One row for the newest gate of each baseline. Failed gates come first, then inconclusive ones, then ' +
              'passed ones; gates with the same verdict are sorted by their slowest series. If the controls moved, ' +
              'the machine changed, and not only the library. `mpigauge gates` lists the gates.',
            command: gateCommand,
            width: 24,
            height: 9,
            queries: [
              rows(eachBaseline(severity(verdicts))),
              rows(`max by (cluster, baseline, library) (${metric('gate_info', ofGate)})`),
              rows(eachBaseline(change(ratio))),
              rows(seriesOf('fail')),
              rows(seriesOf('inconclusive')),
              rows(seriesOf('pass')),
              rows(eachBaseline(metric('control_moved', ofGate))),
              rows(eachBaseline(milliseconds(metric('gate_timestamp_seconds', ofGate)))),
            ],
          },
          ['cluster', 'baseline', 'library'],
          ['verdict', '', 'change', 'fail', 'inconclusive', 'pass', 'controls', 'decided'],
          [
            ['baseline', [toCase]],
            ['verdict', verdictCell],
            ['change', percent],
            ['controls', [mapped(movedWords)]],
            ['decided', ago],
          ],
          ['verdict', 'change'],
        ),
        table(
          {
            title: 'Failures that stand',
            description:
              'Libraries whose newest gate failed, even if a newer gate of the same baseline judged another ' +
              'library. A row disappears when its library passes (also by a waiver) or after `mpigauge gates GATE ' +
              '--forget`.',
            command: 'mpigauge gates',
            width: 24,
            height: 6,
            queries: [
              rows(
                `max by (cluster, baseline, library) (${milliseconds(metric('gate_failed_timestamp_seconds', ofGate))})`,
              ),
            ],
          },
          ['cluster', 'baseline', 'library'],
          ['failed'],
          [
            ['baseline', [toCase]],
            ['failed', ago],
          ],
          ['failed'],
        ).noValue('no failure stands'),
        table(
          {
            title: 'What applications lose',
            description:
              'Each trace of an application is replayed with the measured times of both libraries. The change is ' +
              'that of the predicted run time, with its confidence interval. The table is empty if the newest gate ' +
              'had no traces.',
            command: gateCommand,
            width: 24,
            height: 6,
            queries: [
              rows(eachApplication(change(impact))),
              rows(eachApplication(impactBound('low'))),
              rows(eachApplication(impactBound('high'))),
            ],
          },
          ['cluster', 'baseline', 'application'],
          ['change', 'low', 'high'],
          ['change', 'low', 'high'].map((name): [string, DynamicConfigValue[]] => [name, percent]),
          ['change'],
        ).noValue('no traces'),
        table(
          {
            title: 'The fifty worst series',
            description:
              'Failed series come first, then inconclusive ones, then passed ones; series with the same verdict are ' +
              'sorted by their change against the baseline. Click a series to see its history, or a case to see its ' +
              'message sizes.',
            command: gateCommand,
            width: 24,
            height: 12,
            queries: [
              rows(ofWorst(severity(verdict))),
              rows(ofWorst(change(ratio))),
              rows(ofWorst(bound('low'), 'bound')),
              rows(ofWorst(bound('high'), 'bound')),
              rows(ofWorst(change(metric('series_tolerance_ratio', ofGate)))),
              rows(ofWorst(metric('series_launches', ofGate))),
            ],
          },
          ['cluster', 'baseline', 'case', 'series'],
          ['verdict', 'change', 'low', 'high', 'tolerance', 'launches'],
          [
            ['case', [toOneCase]],
            ['series', [toSeries]],
            ['verdict', verdictCell],
            ...['change', 'low', 'high', 'tolerance'].map((name): [string, DynamicConfigValue[]] => [name, percent]),
          ],
          ['verdict', 'change'],
        ),
      ],
    },
    {
      heading: 'Over time',
      panels: [
        counts(
          {
            title: 'Series by verdict',
            description: 'The number of series with each verdict, over the gates that were the newest at that time.',
            command: gateCommand,
            width: 12,
            height: 8,
            queries: [overTime(seriesByVerdict(held(metric('gate_series', ofGate))), '{{verdict}}')],
          },
          byVerdict,
        ),
        lines({
          title: 'Largest slowdown of each baseline',
          description: 'The slowest series of the newest gate at that time; +5% is 5% slower than the baseline.',
          command: gateCommand,
          width: 12,
          height: 8,
          queries: [overTime(eachBaseline(change(held(ratio))), '{{baseline}} {{cluster}}')],
        })
          .unit('percentunit')
          .colorScheme(palette),
        lines({
          title: 'What each application loses',
          description:
            'The predicted change of the run time of each application, by a replay of its trace in the newest gate ' +
            'at that time; +1% is 1% slower than with the baseline.',
          command: gateCommand,
          width: 24,
          height: 8,
          queries: [overTime(eachApplication(change(held(impact))), '{{application}} {{baseline}} {{cluster}}')],
        })
          .unit('percentunit')
          .colorScheme(palette),
        changesTable(
          'Changes in the history',
          'Steps and drifts in the history of all runs, newest first. Each row names the library with which the ' +
            'change appeared, and its likely cause: the library or the machine.',
          8,
          inCluster,
        ),
      ],
    },
  ],
});
