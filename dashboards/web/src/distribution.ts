// The observations of one series as distribution functions: each launch thin, all launches of a side together thick.
// A library that waits now and then differs at the top only, one with a longer path everywhere.

import type { EChartsOption } from 'echarts';
import { axisStyle } from './chart';
import type { Colors } from './colors';
import { endsAround, evenTicks, kLeastSeconds, logSeconds, timeTicks } from './ticks';
import { formatSeconds, formatTicks } from './units';

export interface Distribution {
  probabilities: number[];
  baseline: number[][]; // per launch the seconds at these probabilities
  candidate: number[][];
}

type Curve = [number, number][]; // seconds, share of the observations that are not longer

const kPadding = 1.05; // of a logarithmic axis, as a ratio

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
function pooled(launches: number[][], probabilities: number[]): Curve {
  const places = [...new Set(launches.flat())].sort((a, b) => a - b);
  return places.map((seconds) => [
    seconds,
    launches.reduce((sum, launch) => sum + shareAt(seconds, launch, probabilities), 0) / launches.length,
  ]);
}

type Place = (seconds: number) => number; // on the axis

function curve(points: Curve, place: Place, look: { color: string; width: number; opacity: number; type?: string }): object {
  return {
    type: 'line',
    silent: true,
    symbol: 'none',
    data: points.map(([seconds, share]) => [place(seconds), share]),
    lineStyle: look,
    z: look.width,
  };
}

function side(launches: number[][], probabilities: number[], place: Place, color: string, type: string): object[] {
  const thin = launches.map((launch) =>
    curve(launch.map((seconds, i) => [seconds, probabilities[i]!]), place, { color, width: 1, opacity: 0.35 }),
  );
  return [...thin, curve(pooled(launches, probabilities), place, { color, width: 3, opacity: 1, type })];
}

// Where the axis of the distribution ends.
export interface Extent {
  low: number;
  high: number;
  longest: number; // of all observations
}

const kShownShare = 0.995; // of the observations, on an axis that is not logarithmic: one that waited would squeeze the rest

// The time that this share of the observations of either side does not exceed.
export function extentOf(shown: Distribution, logarithmic: boolean): Extent {
  const sides = [shown.baseline, shown.candidate].filter((launches) => launches.length > 0);
  const times = sides.flat(2);
  const [low, longest] = [Math.min(...times), Math.max(...times)];
  if (logarithmic) return { low, high: longest, longest };
  const ends = sides.map((launches) => pooled(launches, shown.probabilities).find(([, share]) => share >= kShownShare)![0]);
  return { low, high: Math.max(...ends), longest };
}

export const extentText = ({ high, longest }: Extent): string =>
  high < longest
    ? ` The axis ends at ${formatSeconds(high)}, which ${kShownShare * 100}% of the observations of each side do not exceed; ` +
      `the longest one took ${formatSeconds(longest)}.`
    : '';

// The same on the axis: a saved file has no caption.
function axisText({ high, longest }: Extent, logarithmic: boolean): string {
  if (logarithmic) return ', logarithmic';
  return high < longest ? `, up to ${kShownShare * 100}%` : '';
}

export function distributionOption(shown: Distribution, logarithmic: boolean, colors: Colors, width: number): EChartsOption {
  const extent = extentOf(shown, logarithmic);
  const place = logarithmic ? logSeconds : (seconds: number) => seconds;
  const [low, high]: [number, number] = logarithmic
    ? [Math.max(extent.low, kLeastSeconds) / kPadding, Math.max(extent.high, kLeastSeconds) * kPadding]
    : endsAround(extent.low, extent.high);
  const times = (logarithmic ? timeTicks : evenTicks)(low, high, Math.max(2, Math.floor(width / 90)));
  const ticks = times.map(place);
  const labels = formatTicks(times);
  const style = axisStyle(colors);
  return {
    grid: { left: 62, right: 24, top: 16, height: 210 },
    xAxis: {
      ...style,
      type: 'value',
      min: place(low),
      max: place(high),
      name: `time of an observation${axisText(extent, logarithmic)}`,
      nameLocation: 'middle',
      nameGap: 30,
      axisTick: { customValues: ticks, lineStyle: { color: colors.line } },
      axisLabel: { color: colors.muted, customValues: ticks, formatter: (x: number) => labels[ticks.indexOf(x)] ?? '', hideOverlap: true },
    },
    yAxis: {
      ...style,
      type: 'value',
      min: 0,
      max: 1,
      axisLabel: { color: colors.muted, formatter: (share: number) => `${Math.round(share * 100)}%` },
    },
    series: [
      ...side(shown.baseline, shown.probabilities, place, colors.baseline, 'dashed'),
      ...side(shown.candidate, shown.probabilities, place, colors.candidate, 'solid'),
    ],
  } as EChartsOption;
}
