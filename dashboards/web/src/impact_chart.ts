// Applications and, below each, its parts: a point with its interval in each row.

import type { CustomSeriesOption, EChartsOption } from 'echarts';
import { percent } from './changes';
import { axisStyle, tooltipStyle } from './chart';
import type { Colors } from './colors';
import type { ApplicationImpact } from './data';
import { element, shortened } from './dom';
import { formatChange, formatInterval } from './units';

export interface ImpactRow {
  label: string;
  part: boolean;
  failed: boolean;
  change: number | null; // 0.013: 1.3% slower
  low: number | null;
  high: number | null;
  card: string;
}

interface Item {
  value: [number, number];
  row: ImpactRow;
}

const kParts = 5; // of an application; the table has all
const kRowHeight = 24;
const kLetters = 32;
const kAround = 58; // above and below the rows

export const impactHeight = (rows: ImpactRow[]): number => rows.length * kRowHeight + kAround;

export function impactRows(applications: ApplicationImpact[]): ImpactRow[] {
  return applications.flatMap((one) => [
    rowOf(one.hangs ? `${shortened(one.application, kLetters - 8)} (hangs)` : one.application, one, false, one.verdict === 'fail'),
    ...one.parts.slice(0, kParts).map((part) => rowOf(part.label, part, true, false)),
  ]);
}

export type Figures = { ratio: number | null; low: number | null; high: number | null };

// Where no interval is known (the confidence is 0) its ends are none, of parts neither.
export function known(application: ApplicationImpact): ApplicationImpact {
  if (application.confidence > 0) return application;
  const none = { low: null, high: null };
  return { ...application, ...none, parts: application.parts.map((part) => ({ ...part, ...none })) };
}

function rowOf(name: string, { ratio, low, high }: Figures, part: boolean, failed: boolean): ImpactRow {
  const less = (value: number | null) => (value === null ? null : value - 1);
  const told = `${formatChange(ratio)} ${formatInterval(low, high)}`;
  const card = `${shortened(name, 160)}${part ? ' alone' : ''}: ${told}`;
  return { label: shortened(name, kLetters), part, failed, change: less(ratio), low: less(low), high: less(high), card };
}

export function impactOption(rows: ImpactRow[], limit: number | null, colors: Colors, width: number): EChartsOption {
  const left = Math.min(230, Math.round(width * 0.42));
  return {
    grid: { left, right: 24, top: 8, height: rows.length * kRowHeight },
    xAxis: {
      ...axisStyle(colors),
      type: 'value',
      ...endsOf(rows, limit),
      name: 'change of the time',
      nameLocation: 'middle',
      nameGap: 28,
      splitNumber: Math.max(2, Math.floor((width - left) / 110)),
      axisLabel: { color: colors.muted, formatter: percent, hideOverlap: true, showMinLabel: false, showMaxLabel: false },
    },
    yAxis: rowAxis(rows, left, colors),
    tooltip: tooltipStyle<Item>(colors, ({ row }) => element('div', { className: 'card' }, row.card)),
    series: [
      upright(0, rows.length, 'solid', colors.muted),
      ...(limit === null ? [] : [upright(limit, rows.length, 'dashed', colors.fail)]),
      whiskers(rows, colors),
      points(rows, colors),
    ],
  } as EChartsOption;
}

// With zero and what is allowed, and never so narrow that noise looks like a difference.
function endsOf(rows: ImpactRow[], limit: number | null): { min: number; max: number } {
  const values = rows.flatMap(({ change, low, high }) => [change, low, high]).filter((value) => value !== null);
  const [min, max] = [Math.min(0, ...values), Math.max(0.002, limit ?? 0, ...values)];
  const pad = (max - min) * 0.05;
  return { min: min - pad, max: max + pad };
}

const rowAxis = (rows: ImpactRow[], left: number, colors: Colors): object => ({
  ...axisStyle(colors),
  type: 'value',
  inverse: true,
  min: -0.5,
  max: rows.length - 0.5,
  axisTick: { show: false },
  splitLine: { show: false },
  axisLabel: {
    color: (place: string) => (rows[Number(place)]?.part ? colors.muted : colors.text),
    customValues: rows.map((_, place) => place),
    formatter: (place: number) => rows[place]?.label ?? '',
    width: left - 12,
    overflow: 'truncate',
  },
});

const upright = (x: number, rows: number, type: string, color: string): object => ({
  type: 'line',
  silent: true,
  symbol: 'none',
  data: [
    [x, -0.5],
    [x, rows - 0.5],
  ],
  lineStyle: { color, width: 1, type },
});

const colorOf = (row: ImpactRow, colors: Colors): string =>
  row.failed ? colors.fail : row.part ? colors.muted : colors.candidate;

function whiskers(rows: ImpactRow[], colors: Colors): CustomSeriesOption {
  const known = rows.map((row, y) => ({ row, y })).filter(({ row }) => row.low !== null && row.high !== null);
  const renderItem: CustomSeriesOption['renderItem'] = (item, api) => {
    const { row, y } = known[item.dataIndex]!;
    const [low, py] = api.coord([row.low!, y]) as [number, number];
    const high = api.coord([row.high!, y])[0]!;
    const style = { stroke: colorOf(row, colors), fill: 'none', lineWidth: row.part ? 1.5 : 3 };
    const stroke = (x1: number, y1: number, x2: number, y2: number) =>
      ({ type: 'line', shape: { x1, y1, x2, y2 }, style }) as const;
    return {
      type: 'group',
      children: [stroke(low, py, high, py), stroke(low, py - 4, low, py + 4), stroke(high, py - 4, high, py + 4)],
    };
  };
  const data = known.map(({ row, y }) => [row.low!, y]);
  return { type: 'custom', silent: true, data, renderItem };
}

// Failed applications are diamonds: never a colour alone.
const points = (rows: ImpactRow[], colors: Colors): object => ({
  type: 'scatter',
  data: rows.flatMap((row, y) =>
    row.change === null
      ? []
      : [
          {
            value: [row.change, y],
            row,
            symbol: row.failed ? 'diamond' : 'circle',
            symbolSize: row.part ? 7 : row.failed ? 14 : 11,
            itemStyle: { color: colorOf(row, colors) },
          },
        ],
  ),
  z: 4,
});
