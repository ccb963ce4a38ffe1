import { AnnotationQueryBuilder, type AnnotationQuery } from '@grafana/grafana-foundation-sdk/dashboard';
import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import { inCluster, metric, prometheus } from './query';
import { colours } from './style';

// The fields that Grafana's Prometheus plugin reads besides those that all annotations have.
interface PrometheusAnnotation {
  titleFormat: string;
  textFormat: string;
  tagKeys: string;
  step: string;
  useValueForTime: boolean; // the value says when it was, in milliseconds
}

interface Happened {
  name: string;
  milliseconds: string;
  title: string;
  text: string;
  tags: string;
  colour: string;
  shown: boolean;
}

function annotation({ name, milliseconds, title, text, tags, colour, shown }: Happened): Builder<AnnotationQuery> {
  const common = new AnnotationQueryBuilder()
    .name(name)
    .datasource(prometheus)
    .enable(shown)
    .iconColor(colour)
    .expr(milliseconds);
  const more = { titleFormat: title, textFormat: text, tagKeys: tags, step: '60s', useValueForTime: true };
  return { build: () => Object.assign(common.build(), more satisfies PrometheusAnnotation) };
}

// A time and the labels of an info metric of the same scrape. topk: where two overlap (an hour after a backfill, say),
// one is taken; otherwise the query would be an error.
function timeWith(time: string, info: string, same: string, labels: string): string {
  const where = `cluster, job, instance${same}`;
  const onlyOne = `topk by (${where}) (1, ${info})`;
  return `max by (cluster${same}, ${labels}) (${time} * on (${where}) group_left (${labels}) ${onlyOne}) * 1000`;
}

// When which library was judged.
export const gates = (matchers: string) =>
  annotation({
    name: 'Gates',
    milliseconds: timeWith(
      metric('gate_timestamp_seconds', matchers),
      metric('gate_info', matchers),
      ', baseline',
      'library',
    ),
    title: 'Gate: {{library}}',
    text: 'against {{baseline}} {{cluster}} (`mpigauge gates`)',
    tags: 'cluster,baseline',
    colour: `${colours.baseline}80`, // half transparent: many of them must not hide the lines
    shown: true,
  });

// When which version of a library was measured.
export const runs = annotation({
  name: 'Runs',
  milliseconds: timeWith(
    metric('run_timestamp_seconds', inCluster),
    metric('run_info', inCluster),
    '',
    'library, mpi_library_version',
  ),
  title: 'Run: {{library}}',
  text: '{{mpi_library_version}} {{cluster}} (`mpigauge runs`)',
  tags: 'cluster',
  colour: colours.run,
  shown: false,
});

// When something changed, and with which library; the newest hundred. An hour's window: see held() of query.ts.
export const events = (matchers: string) =>
  annotation({
    name: 'Changes',
    milliseconds: `max by (cluster, case, kind, cause, library) (last_over_time(${metric('change_timestamp_seconds', matchers)}[1h])) * 1000`,
    title: '{{case}}: {{kind}}, {{cause}}',
    text: 'since {{library}} {{cluster}} (`mpigauge changes`)',
    tags: 'cluster,cause',
    colour: colours.inconclusive,
    shown: true,
  });
