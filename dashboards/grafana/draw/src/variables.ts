// The variables of a dashboard: what they hold when it is opened, and texts with what they hold, in the formats that our
// dashboards name. Grafana knows more of both.
import { escapeRegex, formattedValueToString, type InterpolateFunction, type TimeRange } from '@grafana/data';
import { ask } from './prometheus';

const kNumerical = 3; // Grafana's VariableSort; the others are natural here

interface Chosen {
  name: string;
  values: string[];
  all?: string; // the text that stands for all of them
}
export type Variables = Map<string, Chosen>;

function formatted({ name, values, all }: Chosen, format?: string): string {
  if (format === 'queryparam') return values.map((one) => `var-${name}=${encodeURIComponent(one)}`).join('&');
  if (all !== undefined) return all;
  if (format === 'percentencode') return encodeURIComponent(values.join());
  if (format !== 'regex') return values.join();
  return values.length === 1 ? escapeRegex(values[0]) : `(${values.map(escapeRegex).join('|')})`;
}

// A cell of the row that a link stands in.
function cell(path: string, context: any): string | undefined {
  const { frame, field, rowIndex } = context ?? {};
  const name = path.match(/^__data\.fields\.(.+)$/)?.[1];
  const source = path === '__value.text' ? field : name && frame?.fields.find((one: any) => one.name === name);
  return source && formattedValueToString(source.display(source.values[rowIndex]));
}

export const replacer =
  (variables: Variables, times: string): InterpolateFunction =>
  (text = '', scoped) =>
    text.replace(/\$\{([\w.]+)(?::(\w+))?\}/g, (found, path: string, format?: string) => {
      if (path === '__url_time_range') return times;
      const chosen = variables.get(path);
      if (chosen) return formatted(chosen, format);
      const inRow = cell(path, scoped?.__dataContext?.value);
      return inRow === undefined ? found : formatted({ name: path, values: [inRow] }, format);
    });

// Chooses what the address says, else all, or the first of the list.
export async function open(dashboard: any, asked: URLSearchParams, range: TimeRange): Promise<Variables> {
  const variables: Variables = new Map();
  for (const { name, type, query, includeAll, allValue, sort } of dashboard.templating.list) {
    const given = asked.getAll(`var-${name}`);
    if (type === 'datasource') variables.set(name, { name, values: ['prometheus'] });
    else if (given.length > 0) variables.set(name, { name, values: given });
    else if (includeAll) variables.set(name, { name, values: ['$__all'], all: allValue });
    else {
      const [, selector, label] = replacer(variables, '')(query.query).match(/^label_values\(([^]+), (\w+)\)$/)!;
      const times = { start: `${range.from.unix()}`, end: `${range.to.unix()}` };
      const list = await ask<string[]>(`label/${label}/values`, { 'match[]': selector, ...times });
      const natural = new Intl.Collator(undefined, { numeric: true }).compare;
      list.sort(sort === kNumerical ? (a, b) => Number(a) - Number(b) : natural);
      variables.set(name, { name, values: [list[0] ?? ''] });
    }
  }
  return variables;
}
