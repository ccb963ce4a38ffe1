// Sends queries to Prometheus as Grafana's server does, and makes frames of the answers as its data source does.
import { FieldType, rangeUtil, toDataFrame, type DataFrame, type Labels, type TimeRange } from '@grafana/data';

const kScrapeSeconds = 15; // what a data source states unless somebody changes it

interface Target {
  refId: string;
  expr: string;
  instant: boolean;
  format?: string;
  legendFormat?: string;
}
interface Series {
  metric: Labels;
  value?: [number, string];
  values?: [number, string][];
}

export async function ask<Data>(path: string, parameters: Record<string, string>): Promise<Data> {
  const answer = await (await fetch(`/api/v1/${path}?${new URLSearchParams(parameters)}`)).json();
  if (answer.status !== 'success') throw new Error(`${JSON.stringify(parameters)}: ${answer.error}`);
  return answer.data;
}

export async function series(target: Target, range: TimeRange, points: number, least = kScrapeSeconds) {
  const { intervalMs } = rangeUtil.calculateInterval(range, points, `${least}s`);
  const step = intervalMs / 1000;
  const window = Math.max(step + kScrapeSeconds, 4 * kScrapeSeconds);
  const whole = range.to.unix() - range.from.unix();
  const query = target.expr
    .replaceAll('$__rate_interval', `${window}s`)
    .replaceAll('$__interval', `${step}s`)
    .replaceAll('$__range', `${whole}s`);
  const [start, end] = [range.from, range.to].map((time) => Math.floor(time.unix() / step) * step);
  const { result } = target.instant
    ? await ask<{ result: Series[] }>('query', { query, time: String(range.to.unix()) })
    : await ask<{ result: Series[] }>('query_range', { query, start: `${start}`, end: `${end}`, step: `${step}` });
  return { step, result };
}

const number = (text: string) => Number(text.replace('Inf', 'Infinity'));

const withLabels = (format: string, labels: Labels) =>
  format.replace(/\{\{\s*(.+?)\s*\}\}/g, (_, name: string) => labels[name] ?? '');

function asLines(target: Target, { step, result }: { step: number; result: Series[] }): DataFrame[] {
  return result.map(({ metric, value, values = [value!] }) => {
    const displayNameFromDS = target.legendFormat ? withLabels(target.legendFormat, metric) : undefined;
    return toDataFrame({
      refId: target.refId,
      fields: [
        {
          name: 'Time',
          type: FieldType.time,
          config: { interval: step * 1000 },
          values: values.map(([time]) => time * 1000),
        },
        {
          name: 'Value',
          type: FieldType.number,
          labels: metric,
          config: { displayNameFromDS },
          values: values.map(([, text]) => number(text)),
        },
      ],
    });
  });
}

// A row for each series and a column for each label. The column of values carries the query's letter if there are several.
function asRows(target: Target, result: Series[], several: boolean): DataFrame {
  const labels = [...new Set(result.flatMap(({ metric }) => Object.keys(metric).sort()))];
  return toDataFrame({
    refId: target.refId,
    fields: [
      { name: 'Time', type: FieldType.time, values: result.map(({ value }) => value![0] * 1000) },
      ...labels.map((name) => ({
        name,
        type: FieldType.string,
        values: result.map(({ metric }) => metric[name] ?? ''),
      })),
      {
        name: several ? `Value #${target.refId}` : 'Value',
        type: FieldType.number,
        values: result.map(({ value }) => number(value![1])),
      },
    ],
  });
}

export async function frames(targets: Target[], range: TimeRange, points: number): Promise<DataFrame[]> {
  const answers = await Promise.all(
    targets.map(async (target) => {
      const found = await series(target, range, points);
      return target.format === 'table' ? [asRows(target, found.result, targets.length > 1)] : asLines(target, found);
    }),
  );
  return answers.flat();
}
