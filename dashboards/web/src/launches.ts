// The launches of one series as dots: how far the two sides lie apart, and how much launches differ.

import type { EChartsOption } from 'echarts';
import { axisStyle, tooltipStyle } from './chart';
import type { Colors } from './colors';
import type { Series } from './data';
import { element } from './dom';
import { endsAround, evenTicks } from './ticks';
import { formatSeconds, formatTicks } from './units';

interface Dot {
  value: [number, number];
  label: string;
}

const kRows = { baseline: 1, candidate: 0 };
type Side = keyof typeof kRows;

// Spread evenly and the same in each drawing: multiples of the golden ratio.
const jitter = (index: number): number => (((index + 1) * 0.618034) % 1) * 0.5 - 0.25;

function dots(series: Series, side: Side): Dot[] {
  return series[`${side}_launches_seconds`].map((seconds, i) => ({
    value: [seconds, kRows[side] + jitter(i)],
    label: `${side}, launch ${i + 1}: ${formatSeconds(seconds)}`,
  }));
}

function dotsOf(series: Series, side: Side, colors: Colors): object {
  const fill = side === 'baseline' ? colors.background : colors.candidate;
  const itemStyle = { color: fill, borderColor: colors[side], borderWidth: 2, opacity: 0.85 };
  return { type: 'scatter', data: dots(series, side), symbolSize: 10, itemStyle };
}

function medianOf(series: Series, side: Side, colors: Colors): object {
  const seconds = series[`${side}_median_seconds`];
  const data =
    seconds === null
      ? []
      : [
          [seconds, kRows[side] - 0.38],
          [seconds, kRows[side] + 0.38],
        ];
  return { type: 'line', silent: true, symbol: 'none', data, lineStyle: { color: colors[side], width: 3 } };
}

export function launchesOption(series: Series, colors: Colors, width: number): EChartsOption {
  const style = axisStyle(colors);
  const times = [...series.baseline_launches_seconds, ...series.candidate_launches_seconds];
  const [low, high]: [number, number] = times.length === 0 ? [0, 1] : endsAround(Math.min(...times), Math.max(...times));
  const ticks = evenTicks(low, high, Math.max(2, Math.floor(width / 110)));
  const labels = formatTicks(ticks);
  const rowName = (row: number) => (row === kRows.baseline ? 'baseline' : 'candidate');
  return {
    grid: { left: 84, right: 24, top: 8, height: 164 },
    xAxis: {
      ...style,
      type: 'value',
      min: low,
      max: high,
      name: 'time of a launch (median)',
      nameLocation: 'middle',
      nameGap: 30,
      axisTick: { customValues: ticks, lineStyle: { color: colors.line } },
      axisLabel: { color: colors.muted, customValues: ticks, formatter: (x: number) => labels[ticks.indexOf(x)] ?? '', hideOverlap: true },
    },
    yAxis: {
      ...style,
      type: 'value',
      min: -0.5,
      max: 1.5,
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: { color: colors.text, customValues: Object.values(kRows), formatter: rowName },
    },
    tooltip: tooltipStyle<Dot>(colors, (dot) => element('span', {}, dot.label)),
    series: [
      medianOf(series, 'baseline', colors),
      medianOf(series, 'candidate', colors),
      dotsOf(series, 'baseline', colors),
      dotsOf(series, 'candidate', colors),
    ],
  } as EChartsOption;
}
