import { PanelBuilder as StateTimelineBuilder } from '@grafana/grafana-foundation-sdk/statetimeline';
import { FieldColorBuilder, FieldColorModeId } from '@grafana/grafana-foundation-sdk/dashboard';
import { gates, runs } from './annotations';
import { dashboard } from './dashboard';
import { counts, legend, lines, panel, stat, table } from './panels';
import {
  countsSeen,
  eachBaseline,
  eachCluster,
  held,
  inCluster,
  metric,
  milliseconds,
  now,
  ofGate,
  overTime,
  rows,
  summed,
} from './query';
import { ago, byVerdict, colours, coloured, dashed, inspected, palette, readableWords, workingWords } from './style';
import { any, datasource } from './variables';

const pipeline = (name: string) => metric(`pipeline_${name}`, inCluster);

export const pipelineHealth = dashboard('pipeline', {
  description:
    'Does the pipeline still measure every update? State of the daemon (mpigauge watch), of gates, baselines and ' +
    'the store.',
  variables: [
    datasource,
    any('cluster', 'Cluster', 'mpigauge_up'),
    any('baseline', 'Baseline', `mpigauge_gate_verdict{${inCluster}}`),
  ],
  annotations: [gates(ofGate), runs],
  sections: [
    {
      heading: 'The daemon',
      panels: [
        stat({
          title: 'Last look for new libraries',
          description:
            'The time at which the last look ended, and the time of the last look without a problem. The log of the ' +
            'daemon says what it found.',
          command: 'mpigauge watch',
          width: 8,
          height: 4,
          queries: [
            now(eachCluster(milliseconds(pipeline('last_look_timestamp_seconds'))), 'look {{cluster}}'),
            now(eachCluster(milliseconds(pipeline('last_success_timestamp_seconds'))), 'success {{cluster}}'),
          ],
        })
          .unit('dateTimeFromNow')
          .noValue('no daemon'),
        stat(
          {
            title: 'Updates by verdict',
            description:
              'The verdicts of all updates that the pipeline knows. The word baseline stands for an update that ' +
              'became a baseline without being judged.',
            command: 'mpigauge ci status --all',
            width: 10,
            height: 4,
            queries: [now(summed('verdict', 'cluster', pipeline('updates')), '{{verdict}}')],
          },
          byVerdict,
        ).noValue('no daemon'),
        stat({
          title: 'Store',
          description: 'Whether the exporter can read the store, and the number of runs in it.',
          command: 'mpigauge runs',
          width: 6,
          height: 4,
          queries: [
            now(`min by (cluster) (${metric('up', inCluster)})`, 'store {{cluster}}'),
            now(eachCluster(metric('store_runs', inCluster)), 'runs {{cluster}}'),
          ],
        })
          .noValue('no exporter')
          .overrideByQuery('A', [{ id: 'mappings', value: readableWords }])
          .overrideByQuery('B', [coloured(colours.baseline)]),
        counts({
          title: 'Unfinished updates',
          description:
            'Updates that wait, are being measured or are being judged, and updates that were given up (mpigauge ci ' +
            'retry tries again).',
          command: 'mpigauge ci status',
          width: 12,
          height: 8,
          queries: [
            overTime(eachCluster(held(pipeline('queue_updates'))), 'waiting {{cluster}}'),
            overTime(eachCluster(held(pipeline('given_up_updates'))), 'given up {{cluster}}'),
          ],
        })
          .overrideByQuery('A', [coloured(colours.candidate)])
          .overrideByQuery('B', [coloured(colours.fail)]),
        counts({
          title: 'Looks and failures since the daemon began',
          description:
            'The number of looks for new libraries, and the number of steps and looks that failed. The log of the ' +
            'daemon says why they failed.',
          command: 'mpigauge watch',
          width: 12,
          height: 8,
          queries: [
            overTime(eachCluster(held(pipeline('looks_count'))), 'looks {{cluster}}'),
            overTime(eachCluster(held(pipeline('failures_count'))), 'failures {{cluster}}'),
          ],
        })
          .overrideByQuery('A', [coloured(colours.baseline)])
          .overrideByQuery('B', [coloured(colours.fail)]),
        counts({
          title: 'Updates by the last step that is finished',
          description:
            'The number of updates in each state: found, built, judged, exported, reported, done, or given up after ' +
            'too many failures.',
          command: 'mpigauge ci status --all',
          width: 12,
          height: 8,
          queries: [overTime(countsSeen('cluster, state', pipeline('state_updates')), '{{state}} {{cluster}}')],
        })
          .colorScheme(palette)
          .overrideByRegexp('/^done/', [coloured(colours.pass)])
          .overrideByRegexp('/^given up/', [coloured(colours.fail)]),
        panel(
          new StateTimelineBuilder()
            .mappings(workingWords)
            .colorScheme(new FieldColorBuilder().mode(FieldColorModeId.Thresholds))
            .mergeValues(true)
            .legend(legend()),
          {
            title: 'At work',
            description: 'The times at which the daemon looked for libraries, measured or judged.',
            command: 'mpigauge ci status',
            width: 12,
            height: 8,
            queries: [overTime(eachCluster(held(pipeline('working'))), 'daemon {{cluster}}')],
          },
        ),
      ],
    },
    {
      heading: 'Gates, runs and baselines',
      panels: [
        counts({
          title: 'Inconclusive gates in a row',
          description:
            'How many of the newest gates in a row were inconclusive. If there are many, allow more launches, use a ' +
            'quieter machine, or accept a larger tolerance.',
          command: 'mpigauge gates',
          width: 12,
          height: 8,
          queries: [
            overTime(eachBaseline(held(metric('gate_inconclusive_gates', ofGate))), '{{baseline}} {{cluster}}'),
          ],
        }).colorScheme(palette),
        lines({
          title: 'Age of the newest gate and the newest run',
          description:
            'The time since the newest gate of each baseline and since the newest run of each cluster (dashed).',
          command: 'mpigauge runs',
          width: 12,
          height: 8,
          queries: [
            overTime(
              eachBaseline(`time() - ${held(metric('gate_timestamp_seconds', ofGate))}`),
              'gate {{baseline}} {{cluster}}',
            ),
            overTime(eachCluster(`time() - ${held(metric('run_timestamp_seconds', inCluster))}`), 'run {{cluster}}'),
          ],
        })
          .unit('s')
          .min(0)
          .colorScheme(palette)
          .overrideByQuery('B', [dashed]),
        table(
          {
            title: 'Baselines',
            description:
              'The newest version of each baseline: when it was made, how many runs it has, and its kind (pinned or ' +
              'rolling, for example).',
            command: 'mpigauge baseline list',
            width: 24,
            height: 6,
            queries: [
              rows(eachBaseline(milliseconds(metric('baseline_timestamp_seconds', ofGate)))),
              rows(eachBaseline(metric('baseline_runs', ofGate))),
              rows(`max by (cluster, baseline, version, kind) (${metric('baseline_info', ofGate)})`),
            ],
          },
          ['cluster', 'baseline', 'version', 'kind'],
          ['made', 'runs', ''],
          [['made', ago]],
          ['made'],
        ),
        table(
          {
            title: 'Newest run of each cluster',
            description: 'The version string that the library reports, and the label of the run.',
            command: 'mpigauge runs',
            width: 24,
            height: 6,
            queries: [
              rows(`max by (cluster, library, mpi_library_version) (${metric('run_info', inCluster)})`),
              rows(eachCluster(milliseconds(metric('run_timestamp_seconds', inCluster)))),
            ],
          },
          ['cluster', 'library', 'mpi_library_version'],
          ['', 'started'],
          [
            ['mpi_library_version', [{ id: 'displayName', value: 'reported version' }, inspected]],
            ['started', ago],
          ],
          ['started'],
        ),
      ],
    },
  ],
});
