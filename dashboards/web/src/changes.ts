// The lower part of a chart over the sizes: the change of each series with its interval.

import type { CustomSeriesOption, ScatterSeriesOption } from 'echarts';
import type { Colors } from './colors';
import type { Series } from './data';
import type { Point } from './points';

export const percent = (share: number): string =>
  `${share > 0 ? '+' : ''}${Number((share * 100).toFixed(1))}%`;

// A line at 0, the tolerance, whiskers and points.
export function changes(points: Point[], ends: { min: number; max: number }, colors: Colors): object[] {
  const below = { xAxisIndex: 1, yAxisIndex: 1 };
  const line = (data: number[][], type: string, color: string) => ({
    ...below,
    type: 'line',
    silent: true,
    symbol: 'none',
    data,
    lineStyle: { color, width: 1, type },
  });
  const tolerances = points.map((point) => [point.x, point.series.tolerance ?? 0]);
  const stretched = [[ends.min, tolerances[0]![1]!], ...tolerances, [ends.max, tolerances.at(-1)![1]!]];
  return [
    line(
      [
        [ends.min, 0],
        [ends.max, 0],
      ],
      'solid',
      colors.muted,
    ),
    line(stretched, 'dashed', colors.fail),
    { ...below, ...whiskers(points, colors) },
    { ...below, ...estimates(points, colors) },
  ];
}

const verdictColor = (series: Series, colors: Colors): string =>
  series.verdict === 'fail'
    ? colors.fail
    : series.verdict === 'inconclusive'
      ? colors.inconclusive
      : colors.candidate;

function whiskers(points: Point[], colors: Colors): CustomSeriesOption {
  const known = points.filter(({ series }) => series.low !== null && series.high !== null);
  const renderItem: CustomSeriesOption['renderItem'] = (item, api) => {
    const { series, x } = known[item.dataIndex]!;
    const [px, low] = api.coord([x, series.low! - 1]) as [number, number];
    const high = api.coord([x, series.high! - 1])[1]!;
    const style = { stroke: verdictColor(series, colors), lineWidth: 1.5 };
    const stroke = (x1: number, y1: number, x2: number, y2: number) => ({
      type: 'line' as const,
      shape: { x1, y1, x2, y2 },
      style,
    });
    return {
      type: 'group',
      children: [
        stroke(px, low, px, high),
        stroke(px - 4, low, px + 4, low),
        stroke(px - 4, high, px + 4, high),
      ],
    };
  };
  const data = known.map(({ series, x }) => [x, series.low! - 1, series.high! - 1]);
  return { type: 'custom', silent: true, data, renderItem, encode: { x: 0, y: [1, 2] } };
}

// The verdict is a colour and a shape.
function estimates(points: Point[], colors: Colors): ScatterSeriesOption {
  const shapes: Record<string, string> = { fail: 'diamond', inconclusive: 'triangle' };
  return {
    type: 'scatter',
    data: points.map((point) => ({
      value: [point.x, point.series.ratio! - 1],
      point,
      symbol: shapes[point.series.verdict] ?? 'circle',
      symbolSize: point.series.verdict === 'pass' ? 7 : 11,
      itemStyle: { color: verdictColor(point.series, colors) },
    })) as NonNullable<ScatterSeriesOption['data']>,
    z: 4,
  };
}
