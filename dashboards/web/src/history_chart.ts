// One series over the runs: medians with the band of their launches, the runs of the baseline, the tolerance around
// their median, and a line for each change with its cause.

import type { CustomSeriesOption, EChartsOption } from 'echarts';
import { axisStyle, tooltipStyle } from './chart';
import type { Colors } from './colors';
import { formatTime } from './dates';
import type { Change, History } from './data';
import { element, shortened } from './dom';
import { type Figure, figureOf } from './figure';
import { baselineLevel, changesOf } from './history_data';
import { type HistoryOptions, keyText, looksOf } from './history_keys';
import { runAxis } from './run_axis';
import { kLeastSeconds, logSeconds, timeTicks } from './ticks';
import { formatChange, formatCount, formatSeconds, formatTicks } from './units';

interface Item {
  value: number[]; // place of the run, log10 of seconds
  run: number;
  card: string[];
}

const kHeight = 252; // down to the axis of the runs
const kRowOfText = 16; // what is said of changes stands above, in at most two rows
const kAbove = 20;

// The series must be in the history.
export function historyFigure(history: History, name: string, options: HistoryOptions = {}): Figure {
  return figureOf(
    {
      title: name,
      more: `over ${formatCount(history.series[name]!.run.length, 'run')}`,
      label: `History of ${name}`,
      look: 'history',
      key: keyText(looksOf(history, name, options)),
    },
    (colors, width) => historyOption(history, name, options, colors, width),
  );
}

function historyOption(history: History, name: string, options: HistoryOptions, colors: Colors, width: number): EChartsOption {
  const { run, median_seconds, low_seconds, high_seconds } = history.series[name]!;
  const level = options.level === false ? undefined : baselineLevel(history, name);
  const changes = changesOf(history, name);
  const tolerance = options.tolerance ?? null;
  const limit = level !== undefined && tolerance !== null ? level * (1 + tolerance) : undefined;
  const times = [...median_seconds, ...(low_seconds ?? []), ...(high_seconds ?? []), level ?? [], limit ?? []].flat();
  const [low, high] = [Math.max(Math.min(...times), kLeastSeconds) / 1.02, Math.max(...times, kLeastSeconds) * 1.02];
  const ends = { min: run[0]! - 0.5, max: run.at(-1)! + 0.5 };
  const top = kAbove + kRowOfText * Math.min(2, changes.length);
  const across = (seconds: number | undefined, type: string, color: string) =>
    seconds === undefined ? [] : [line([ends.min, ends.max].map((x) => [x, logSeconds(seconds)]), type, color)];
  return {
    grid: { left: 88, right: 20, top, height: kHeight - top },
    xAxis: runAxis(history, ends, colors, width),
    yAxis: timeAxis(low, high, colors),
    tooltip: tooltipStyle<Item>(colors, ({ card }) => element('div', { className: 'card' }, ...card.flatMap((text) => [text, element('br')]))),
    series: [
      ...(low_seconds && high_seconds ? [band(run, low_seconds, high_seconds, colors)] : []),
      ...across(level, 'solid', colors.muted),
      ...across(limit, 'dashed', colors.fail),
      { ...line([], 'solid', colors.candidate), silent: false, data: itemsOf(history, name), ...marks(history, colors) },
      changeLines(changes, { low, high }, colors, width),
    ],
  } as EChartsOption;
}

const line = (data: number[][], type: string, color: string): object => ({
  type: 'line',
  silent: true,
  symbol: 'none',
  data,
  lineStyle: { color, width: 1.5, type },
  z: 2,
});

// Runs of the baseline are rings, others dots.
const marks = (history: History, colors: Colors): object => ({
  symbol: 'circle',
  symbolSize: 7,
  showAllSymbol: true,
  z: 4,
  itemStyle: {
    color: ({ data }: { data: Item }) => (history.baseline_runs.includes(data.run) ? colors.background : colors.candidate),
    borderColor: colors.candidate,
    borderWidth: 2,
  },
});

function itemsOf(history: History, name: string): Item[] {
  const { run, median_seconds, low_seconds, high_seconds, launches } = history.series[name]!;
  return run.map((place, i) => {
    const { run_id, library, started_at } = history.runs[place]!;
    const range =
      low_seconds && high_seconds ? `, ${formatSeconds(low_seconds[i]!)} to ${formatSeconds(high_seconds[i]!)}` : '';
    const card = [
      `run ${run_id}${history.baseline_runs.includes(place) ? ' (baseline)' : ''}`,
      library,
      formatTime(started_at),
      `${formatSeconds(median_seconds[i]!)}${launches ? ` (${formatCount(launches[i]!, 'launch', 'launches')}${range})` : ''}`,
    ];
    return { value: [place, logSeconds(median_seconds[i]!)], run: place, card };
  });
}

function timeAxis(low: number, high: number, colors: Colors): object {
  const times = timeTicks(low, high, 6);
  const ticks = times.map(Math.log10);
  const labels = formatTicks(times);
  return {
    ...axisStyle(colors),
    type: 'value',
    min: Math.log10(low),
    max: Math.log10(high),
    name: 'time of a run (median)',
    nameLocation: 'middle',
    nameGap: 68,
    axisTick: { customValues: ticks, lineStyle: { color: colors.line } },
    axisLabel: { color: colors.muted, customValues: ticks, formatter: (y: number) => labels[ticks.indexOf(y)] ?? '' },
  };
}

// From the smallest to the largest launch median.
function band(run: number[], low: number[], high: number[], colors: Colors): CustomSeriesOption {
  const outline = [...run.map((x, i) => [x, low[i]!]), ...run.map((x, i) => [x, high[i]!]).reverse()];
  const renderItem: CustomSeriesOption['renderItem'] = (_, api) => ({
    type: 'polygon',
    shape: { points: outline.map(([x, seconds]) => api.coord([x!, logSeconds(seconds!)])) },
    style: { fill: colors.candidate, opacity: 0.2, stroke: colors.candidate, lineWidth: run.length === 1 ? 4 : 0.5 },
  });
  return { type: 'custom', silent: true, data: [[run[0]!, 0]], renderItem, z: 1, clip: true };
}

// A line between the last run of the old level and the first of the new one; above it what happened and its cause. It
// ends below the texts: it would strike through that of a change beside it.
function changeLines(
  changes: Change[],
  { low, high }: { low: number; high: number },
  colors: Colors,
  width: number,
): CustomSeriesOption {
  const renderItem: CustomSeriesOption['renderItem'] = (item, api) => {
    const change = changes[item.dataIndex]!;
    const at = (change.run_before + change.run) / 2;
    const [x, top] = api.coord([at, Math.log10(high)]) as [number, number];
    const bottom = api.coord([at, Math.log10(low)])[1]!;
    const right = x > width / 2;
    const color = change.ratio > 1 ? colors.fail : colors.faster;
    const text = `${formatChange(change.ratio)}, ${change.kind}, ${shortened(change.cause, 30)}`;
    const y = top - 6 - kRowOfText * (item.dataIndex % 2);
    return {
      type: 'group',
      children: [
        { type: 'line', shape: { x1: x, y1: top, x2: x, y2: bottom }, style: { stroke: color, fill: 'none', lineWidth: 1.5, lineDash: [4, 3] } },
        {
          type: 'text',
          style: {
            x: right ? x - 4 : x + 4,
            y,
            text,
            fill: colors.text,
            font: undefined as never,
            align: right ? 'right' : 'left',
            verticalAlign: 'bottom',
          },
        },
      ],
    };
  };
  const data = changes.map((change) => [change.run, 0]);
  return { type: 'custom', silent: true, data, renderItem, z: 3, encode: { x: 0, y: [] } as never };
}
