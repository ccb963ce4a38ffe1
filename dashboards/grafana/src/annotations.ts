import { AnnotationQueryBuilder, type AnnotationQuery } from '@grafana/grafana-foundation-sdk/dashboard';
import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import { eachChange, inCluster, metric, prometheus } from './query';
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

// Grafana looks for marks at a hundred points of the time range. Between two of them the newest sample counts. That is
// for history that was filled in afterwards (`mpigauge export --openmetrics`), with one sample for each gate and run.
const sinceTheLastPoint = (selector: string) => `last_over_time(${selector}[$__interval])`;

// A time and the labels of an info metric of the same scrape. topk: where two overlap (an hour after a backfill, say),
// one is taken; otherwise the query would be an error. Scraped data come first: a window may have two libraries.
function timeWith(time: string, info: string, same: string, labels: string): string {
  const where = `cluster, job, instance${same}`;
  const joined = (time: string, info: string) =>
    `max by (cluster${same}, ${labels}) (${time} * on (${where}) group_left (${labels}) topk by (${where}) (1, ${info}))`;
  const filledIn = joined(sinceTheLastPoint(time), sinceTheLastPoint(info));
  return `(${joined(time, info)} or on (cluster${same}) ${filledIn}) * 1000`;
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

// When something changed, and with which library; the newest hundred.
const changed = (matchers: string) => metric('change_timestamp_seconds', matchers);

export const events = (matchers: string) =>
  annotation({
    name: 'Changes',
    milliseconds: `${eachChange(`${changed(matchers)} or ${sinceTheLastPoint(changed(matchers))}`)} * 1000`,
    title: '{{case}}: {{kind}}, {{cause}}',
    text: 'since {{library}} {{cluster}} (`mpigauge changes`)',
    tags: 'cluster,cause',
    colour: colours.inconclusive,
    shown: true,
  });
