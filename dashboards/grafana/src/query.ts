import type { Builder, Dataquery } from '@grafana/grafana-foundation-sdk/cog';
import { DataqueryBuilder, PromQueryFormat, QueryEditorMode } from '@grafana/grafana-foundation-sdk/prometheus';

export const prometheus = { type: 'prometheus', uid: '${datasource}' };

// A matcher for what a variable has, whatever characters are in it: Grafana's `regex` format escapes what means
// something to a regular expression, and between backticks PromQL reads quotes, backslashes and newlines as they are.
// Without a format Grafana leaves double quotes alone (unless a feature flag says otherwise) and newlines always, and
// the query breaks. A backtick would break it too, so no value of a label has one (LabelValue of dashboards/metrics).
export const matching = (label: string) => `${label}=~\`\${${label}:regex}\``;

// The metrics that panels look at; also empty labels match the variables' `.*` for all.
export const inCluster = matching('cluster');
export const ofGate = [inCluster, matching('baseline')].join(', ');
export const ofSeries = [ofGate, matching('series')].join(', ');
export const ofCase = [ofGate, matching('case'), matching('ranks'), 'bytes!=""'].join(', ');

export const metric = (name: string, ...matchers: string[]) => `mpigauge_${name}{${matchers.join(', ')}}`;

// A value over time, for lines. Where history was filled in afterwards (`mpigauge export --openmetrics`), there is one
// sample for each gate and run, which a line of steps that are hours apart would miss without a window of that length.
export const held = (selector: string) => `last_over_time(${selector}[$__rate_interval])`;

// Numbers of things over time, without those that were 0 all the time.
export function countsSeen(by: string, selector: string): string {
  const most = `max_over_time(${selector}[$__range] @ end())`;
  return `max by (${by}) (${held(selector)}) and max by (${by}) (${most}) > 0`;
}

// One sum for each label. The same store may be there twice (from two addresses, or scraped and filled in), and counts
// once.
export const summed = (label: string, each: string, numbers: string) =>
  `sum by (${label}) (max by (${each}, ${label}) (${numbers}))`;

// 2 fail, 1 inconclusive, 0 pass: the worse, the larger, which the codes of verdicts are not.
export const severity = (verdict: string) => `(${verdict} == bool 1) * 2 + (${verdict} == bool 2)`;

// Ratios are shown as changes, as the commands print them: 1.05 is +5%.
export const change = (ratio: string) => `${ratio} - 1`;

// Grafana's units of time of day want milliseconds.
export const milliseconds = (timestamp: string) => `${timestamp} * 1000`;

export const eachBaseline = (expression: string) => `max by (cluster, baseline) (${expression})`;
export const eachApplication = (expression: string) => `max by (cluster, baseline, application) (${expression})`;
export const eachCluster = (expression: string) => `max by (cluster) (${expression})`;
export const eachSeries = (expression: string) => `max by (cluster, baseline, case, series) (${expression})`;
export const eachChange = (expression: string) => `max by (cluster, case, kind, cause, library) (${expression})`;

export type Query = Builder<Dataquery>;

const query = (expression: string) =>
  new DataqueryBuilder().datasource(prometheus).editorMode(QueryEditorMode.Code).expr(expression);

// Over the time range, as lines.
export const overTime = (expression: string, name: string): Query => query(expression).range().legendFormat(name);
// At the end of the time range.
export const now = (expression: string, name: string): Query => query(expression).instant().legendFormat(name);
// The same as rows, one column for each label.
export const rows = (expression: string): Query => query(expression).instant().format(PromQueryFormat.Table);
