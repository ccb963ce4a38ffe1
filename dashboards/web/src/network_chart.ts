// The charts of one distance: above, time over message size with the best model of each side; below, the residuals of
// these models.

import type { EChartsOption } from 'echarts';
import { percent } from './changes';
import { axisStyle, tooltipStyle } from './chart';
import type { Colors } from './colors';
import type { FittedModel, NetworkDistance, NetworkFit } from './data';
import { element } from './dom';
import { decimalTicks, everyNth, kLeastSeconds, logSeconds } from './ticks';
import { formatBytes, formatSeconds, formatTick } from './units';

export interface SizeItem {
  value: [number, number];
  card: string;
}

const kSides = ['baseline', 'candidate'] as const;
type Side = (typeof kSides)[number];

// The one that leaves least over; undefined where nothing could be fitted.
const bestModel = ({ models }: NetworkFit): FittedModel | undefined =>
  [...models].sort((a, b) => a.relative_rms - b.relative_rms)[0];

// Where sizes stand: log2; 0 bytes one step left of the smallest other.
export const placeOf = (bytes: number): number => (bytes > 0 ? Math.log2(bytes) : -1);

// Measured over predicted less 1; null where a model predicts no time.
export const residualAt = (fit: NetworkFit, model: FittedModel, i: number): number | null =>
  model.predicted_seconds[i]! > 0 ? fit.measured_seconds[i]! / model.predicted_seconds[i]! - 1 : null;

export function networkOption(part: NetworkDistance, colors: Colors, width: number): EChartsOption {
  const fits = kSides.flatMap((side) => (part[side] ? [{ side, fit: part[side] }] : []));
  const sizes = [...new Set(fits.flatMap(({ fit }) => fit.bytes))].sort((a, b) => a - b);
  const axis = sizeAxis(sizes, colors, width);
  const style = axisStyle(colors);
  return {
    grid: [
      { left: 62, right: 14, top: 30, height: 188 },
      { left: 62, right: 14, top: 262, height: 88 },
    ],
    xAxis: [
      { ...axis, gridIndex: 0, axisLabel: { show: false } },
      { ...axis, gridIndex: 1, name: 'message size', nameLocation: 'middle', nameGap: 28 },
    ],
    yAxis: [
      timeAxis(fits.map(({ fit }) => fit), colors),
      {
        ...style,
        type: 'value',
        name: 'residual',
        nameGap: 14,
        nameTextStyle: { color: colors.muted, fontSize: 12, align: 'right' },
        gridIndex: 1,
        splitNumber: 3,
        axisLabel: { color: colors.muted, formatter: percent },
      },
    ],
    tooltip: tooltipStyle<SizeItem>(colors, ({ card }) => element('div', { className: 'card' }, card)),
    series: [
      ...fits.flatMap(({ side, fit }) => [modelLine(fit, side, colors), measured(fit, side, colors), ...residuals(fit, side, colors)]),
      switches(fits.map(({ fit }) => fit), colors),
      { ...line([[axis.min, 0], [axis.max, 0]], colors.muted, 'solid', 1), xAxisIndex: 1, yAxisIndex: 1 },
    ],
  } as EChartsOption;
}

export function sizeAxis(sizes: number[], colors: Colors, width: number) {
  const places = sizes.map(placeOf);
  const [first, last] = [places[0] ?? 0, places.at(-1) ?? 1];
  const pad = Math.max(0.5, (last - first) * 0.04);
  const sizeAt = new Map(sizes.map((bytes) => [placeOf(bytes), formatBytes(bytes)]));
  const whole = places.filter((place) => Number.isInteger(place));
  const labels = everyNth(whole.length > 1 ? whole : places, Math.max(2, Math.floor((width - 80) / 58)));
  return {
    ...axisStyle(colors),
    min: first - pad,
    max: last + pad,
    type: 'value',
    splitLine: { show: false },
    axisTick: { customValues: labels, lineStyle: { color: colors.line } },
    axisLabel: { color: colors.muted, customValues: labels, formatter: (x: number) => sizeAt.get(x) ?? '', hideOverlap: true },
  };
}

function timeAxis(fits: NetworkFit[], colors: Colors): object {
  const times = fits.flatMap((fit) => [...fit.measured_seconds, ...(bestModel(fit)?.predicted_seconds ?? [])]).filter((one) => one > 0);
  const [low, high] = [Math.min(...times, 1) / 1.2, Math.max(...times, kLeastSeconds) * 1.2];
  const ticks = decimalTicks(low, high, 6).map(Math.log10);
  return {
    ...axisStyle(colors),
    type: 'value',
    name: 'time',
    nameGap: 14,
    nameTextStyle: { color: colors.muted, fontSize: 12, align: 'right' },
    gridIndex: 0,
    min: Math.log10(low),
    max: Math.log10(high),
    axisTick: { customValues: ticks, lineStyle: { color: colors.line } },
    axisLabel: { color: colors.muted, customValues: ticks, formatter: (y: number) => formatTick(10 ** y) },
  };
}

export const line = (data: number[][], color: string, type: string, width: number): object => ({
  type: 'line',
  silent: true,
  symbol: 'none',
  data,
  lineStyle: { color, type, width },
});

function modelLine(fit: NetworkFit, side: Side, colors: Colors): object {
  const predicted = bestModel(fit)?.predicted_seconds ?? [];
  const data = predicted.flatMap((seconds, i) => (seconds > 0 ? [[placeOf(fit.bytes[i]!), logSeconds(seconds)]] : []));
  return { ...line(data, colors[side], side === 'baseline' ? 'dashed' : 'solid', 1.5), z: 2 };
}

// A ring around a dot: both can be seen where they coincide.
const marks = (side: Side, colors: Colors): object => ({
  symbol: 'circle',
  symbolSize: side === 'baseline' ? 9 : 5,
  itemStyle: { color: side === 'baseline' ? colors.background : colors.candidate, borderColor: colors[side], borderWidth: 1.5 },
  z: side === 'baseline' ? 3 : 4,
});

function measured(fit: NetworkFit, side: Side, colors: Colors): object {
  const data = fit.bytes.map((bytes, i): SizeItem => ({
    value: [placeOf(bytes), logSeconds(fit.measured_seconds[i]!)],
    card: `${side}, ${formatBytes(bytes)}: ${formatSeconds(fit.measured_seconds[i]!)}`,
  }));
  return { type: 'scatter', data, ...marks(side, colors) };
}

function residuals(fit: NetworkFit, side: Side, colors: Colors): object[] {
  const model = bestModel(fit);
  if (!model) return [];
  const data = fit.bytes.flatMap((bytes, i): SizeItem[] => {
    const residual = residualAt(fit, model, i);
    if (residual === null) return [];
    return [{ value: [placeOf(bytes), residual], card: `${side}, ${formatBytes(bytes)}: ${percent(residual)} of ${model.kind}` }];
  });
  return [{ type: 'scatter', data, xAxisIndex: 1, yAxisIndex: 1, ...marks(side, colors) }];
}

// Between the last size of the old protocol and the first of the new one.
function switches(fits: NetworkFit[], colors: Colors): object {
  const all = fits.flatMap((fit) => fit.switches.map((one) => (placeOf(one.last_bytes_before) + placeOf(one.first_bytes_after)) / 2));
  const renderItem = (item: { dataIndex: number; coordSys: { y: number; height: number } }, api: { coord(at: number[]): number[] }) => {
    const x = api.coord([all[item.dataIndex]!, 0])[0]!;
    const { y, height } = item.coordSys;
    return { type: 'line', shape: { x1: x, y1: y, x2: x, y2: y + height }, style: { stroke: colors.muted, fill: 'none', lineWidth: 1.5, lineDash: [4, 3] } };
  };
  return { type: 'custom', silent: true, data: all.map((x) => [x, 0]), renderItem, encode: { x: 0, y: [] }, z: 1 };
}
