// The observations of one series as distribution functions: each launch thin, all launches of a side together thick.
// A library that waits now and then differs at the top only, one with a longer path everywhere.

import type { EChartsOption } from 'echarts';
import { axisStyle } from './chart';
import type { Colors } from './colors';
import { kLeastSeconds, logSeconds, timeTicks } from './ticks';
import { formatTick } from './units';

export interface Distribution {
  probabilities: number[];
  baseline: number[][]; // per launch the seconds at these probabilities
  candidate: number[][];
}

type Curve = [number, number][]; // seconds, share of the observations that are not longer

const kPadding = 1.05; // of the axis, as a ratio

// The share of a launch's observations that took at most `seconds`, between its quantiles on a straight line.
export function shareAt(seconds: number, quantiles: number[], probabilities: number[]): number {
  const above = quantiles.findIndex((quantile) => quantile > seconds);
  if (above === 0) return 0;
  if (above < 0) return 1;
  const [low, high] = [quantiles[above - 1]!, quantiles[above]!];
  const [from, to] = [probabilities[above - 1]!, probabilities[above]!];
  return from + ((to - from) * (seconds - low)) / (high - low);
}

// The mean of the launches' functions: each launch counts the same, however many observations it has.
export function pooled(launches: number[][], probabilities: number[]): Curve {
  const places = [...new Set(launches.flat())].sort((a, b) => a - b);
  return places.map((seconds) => [
    seconds,
    launches.reduce((sum, launch) => sum + shareAt(seconds, launch, probabilities), 0) / launches.length,
  ]);
}

function curve(points: Curve, look: { color: string; width: number; opacity: number; type?: string }): object {
  return {
    type: 'line',
    silent: true,
    symbol: 'none',
    data: points.map(([seconds, share]) => [logSeconds(seconds), share]),
    lineStyle: look,
    z: look.width,
  };
}

function side(launches: number[][], probabilities: number[], color: string, type: string): object[] {
  const thin = launches.map((launch) =>
    curve(launch.map((seconds, i) => [seconds, probabilities[i]!]), { color, width: 1, opacity: 0.35 }),
  );
  return [...thin, curve(pooled(launches, probabilities), { color, width: 3, opacity: 1, type })];
}

export function distributionOption(shown: Distribution, colors: Colors, width: number): EChartsOption {
  const times = [...shown.baseline, ...shown.candidate].flat().map((seconds) => Math.max(seconds, kLeastSeconds));
  const [low, high] = [Math.min(...times) / kPadding, Math.max(...times) * kPadding];
  const ticks = timeTicks(low, high, Math.max(2, Math.floor(width / 90))).map(Math.log10);
  const style = axisStyle(colors);
  return {
    grid: { left: 62, right: 24, top: 16, height: 210 },
    xAxis: {
      ...style,
      type: 'value',
      min: Math.log10(low),
      max: Math.log10(high),
      name: 'time of an observation',
      nameLocation: 'middle',
      nameGap: 30,
      axisTick: { customValues: ticks, lineStyle: { color: colors.line } },
      axisLabel: { color: colors.muted, customValues: ticks, formatter: (x: number) => formatTick(10 ** x), hideOverlap: true },
    },
    yAxis: {
      ...style,
      type: 'value',
      min: 0,
      max: 1,
      axisLabel: { color: colors.muted, formatter: (share: number) => `${Math.round(share * 100)}%` },
    },
    series: [
      ...side(shown.baseline, shown.probabilities, colors.baseline, 'dashed'),
      ...side(shown.candidate, shown.probabilities, colors.candidate, 'solid'),
    ],
  } as EChartsOption;
}
