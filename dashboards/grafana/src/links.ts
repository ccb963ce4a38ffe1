import {
  DashboardLinkBuilder,
  DashboardLinkType,
  type DynamicConfigValue,
} from '@grafana/grafana-foundation-sdk/dashboard';

// The names of dashboards in URLs, and which of their variables have one value only.
export const dashboards = {
  overview: { uid: 'mpigauge-overview', title: 'mpigauge: overview', single: false },
  series: { uid: 'mpigauge-series', title: 'mpigauge: one series', single: true },
  case: { uid: 'mpigauge-case', title: 'mpigauge: one case over size', single: true },
  machine: { uid: 'mpigauge-machine', title: 'mpigauge: machine health', single: false },
  pipeline: { uid: 'mpigauge-pipeline', title: 'mpigauge: pipeline health', single: false },
} as const;
export type Name = keyof typeof dashboards;

// Links at the top, to all other dashboards, with variables and time. "All" means nothing to a dashboard whose
// variables have one value: from one that may have it only the data source is taken there.
export const linksFrom = (from: Name) =>
  (Object.keys(dashboards) as Name[])
    .filter((to) => to !== from)
    .map((to) => {
      const everything = dashboards[from].single || !dashboards[to].single;
      return new DashboardLinkBuilder(dashboards[to].title.replace('mpigauge: ', ''))
        .type(DashboardLinkType.Link)
        .icon('dashboard')
        .url(`/d/${dashboards[to].uid}${everything ? '' : '?${datasource:queryparam}'}`)
        .includeVars(everything)
        .keepTime(true);
    });

// A link from a cell of a table to another dashboard; variables get what the row has in the columns of their names.
export function cellLink(to: Name, title: string, ...columns: string[]): DynamicConfigValue {
  const variables = columns.map((column) => `var-${column}=\${__data.fields.${column}:percentencode}`);
  const query = ['${datasource:queryparam}', ...variables, '${__url_time_range}'].join('&');
  return { id: 'links', value: [{ title, url: `/d/${dashboards[to].uid}?${query}` }] };
}
