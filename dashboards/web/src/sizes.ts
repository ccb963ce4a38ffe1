// For each group with message sizes one chart: above, time over size (both logarithmic); below, the change with its
// interval, because 20% can hardly be seen on a logarithmic scale.

import type { CustomSeriesOption, EChartsOption } from 'echarts';
import { changes, percent } from './changes';
import { axisStyle, tooltipStyle } from './chart';
import type { Colors } from './colors';
import { type Group, type Report, type Series, verdictWord } from './data';
import { element } from './dom';
import { figureOf } from './figure';
import { type Point, type Side, launchesOf, pointsOf } from './points';
import { legend, sectionOf } from './section';
import { seriesCard } from './series_card';
import { inSlices } from './slices';
import { decimalTicks, everyNth, kLeastSeconds, logSeconds } from './ticks';
import { formatBytes, formatTick } from './units';

interface Item {
  value: number[];
  point: Point;
}

type Choose = (series: Series) => void;

const kSlice = 12; // charts

export function sizesSection(report: Report, choose: Choose): HTMLElement {
  const charts = report.groups.map((group) => ({ group, points: pointsOf(group, report) }));
  const drawn = charts.filter(({ points }) => points.length > 0);
  const holder = element('div', { id: 'sizes' });
  const about = { id: 'sizes', title: 'Time over message size', command: report.commands['comparison'] };
  if (drawn.length === 0) return sectionOf(about, element('p', { className: 'muted' }, 'No series with a message size has times of both sides.'));
  const more = inSlices(drawn, kSlice, 'charts', (next) => {
    for (const { group, points } of next) holder.append(sizesFigure(group, points, report, choose));
  });
  return sectionOf(about, keys(), holder, more);
}

const keys = (): Node =>
  legend(
    ['baseline', 'baseline'],
    ['candidate', 'candidate'],
    ['band', 'smallest to largest launch median'],
    ['whisker', 'change with its interval'],
    ['tolerance', 'tolerance'],
    ['failed', 'fail'],
    ['open', 'inconclusive'],
  );

const sizesFigure = (group: Group, points: Point[], report: Report, choose: Choose): HTMLElement =>
  figureOf(
    {
      title: group.label,
      more: tally(group, report),
      label: `${group.label}: time over message size`,
      look: 'sizes',
      key: 'Rings: baseline, dots: candidate; bands: smallest to largest launch median. Dashed: tolerance.',
      clicked: (item) => choose((item as Item).point.series),
    },
    (colors, width) => sizesOption(points, colors, width),
  ).node;

// "7 of 8 fail, 1 of 8 inconclusive", "pass".
function tally(group: Group, report: Report): string {
  const all = group.series.length;
  const count = (word: string) =>
    group.series.filter((place) => verdictWord(report.comparison.series[place]!) === word).length;
  const parts = [
    [count('fail'), 'fail'],
    [count('inconclusive'), 'inconclusive'],
    [count('waived'), 'waived'],
    [count('faster'), 'faster'],
  ] as const;
  const said = parts.filter(([hits]) => hits > 0).map(([hits, word]) => `${hits} of ${all} ${word}`);
  return said.join(', ') || 'pass';
}

function sizesOption(points: Point[], colors: Colors, width: number): EChartsOption {
  const xs = points.map((point) => point.x);
  const pad = Math.max(0.5, (xs.at(-1)! - xs[0]!) * 0.04);
  const ends = { min: xs[0]! - pad, max: xs.at(-1)! + pad };
  const above = sizeAxis(points, ends, colors, width);
  const changeAxis = {
    ...axisStyle(colors),
    ...named('change', colors),
    gridIndex: 1,
    splitNumber: 3,
    axisLabel: { color: colors.muted, formatter: percent },
  };
  return {
    grid: [
      { left: 62, right: 14, top: 30, height: 168 },
      { left: 62, right: 14, top: 242, height: 88 },
    ],
    xAxis: [
      { ...above, gridIndex: 0, axisLabel: { show: false } },
      { ...above, gridIndex: 1, name: 'message size', nameLocation: 'middle', nameGap: 28 },
    ],
    yAxis: [timeAxis(points, colors), changeAxis],
    tooltip: tooltipStyle<Item>(colors, (item) => seriesCard(item.point.series)),
    series: [
      band(points, 'baseline', colors.baseline),
      band(points, 'candidate', colors.candidate),
      // A ring around a dot: both can be seen where they coincide.
      medians(points, 'baseline', { color: colors.baseline, fill: colors.background, size: 10 }),
      medians(points, 'candidate', { color: colors.candidate, fill: colors.candidate, size: 5 }),
      ...changes(points, ends, colors),
    ],
  } as EChartsOption;
}

const named = (name: string, colors: Colors): object => ({
  type: 'value',
  name,
  nameGap: 14,
  nameTextStyle: { color: colors.muted, fontSize: 12, align: 'right' },
});

function sizeAxis(points: Point[], ends: object, colors: Colors, width: number): object {
  const xs = points.map((point) => point.x);
  const sizeAt = new Map(points.map((point) => [point.x, formatBytes(point.bytes)]));
  return {
    ...axisStyle(colors),
    ...ends,
    type: 'value',
    splitLine: { show: false },
    axisTick: { customValues: xs, lineStyle: { color: colors.line } },
    axisLabel: {
      color: colors.muted,
      customValues: everyNth(xs, Math.max(2, Math.floor((width - 80) / 58))),
      formatter: (x: number) => sizeAt.get(x) ?? '',
      hideOverlap: true,
    },
  };
}

// The axis spans a factor of three at least: a smaller range would look like a large difference.
function timeAxis(points: Point[], colors: Colors): object {
  const times = points.flatMap((point) => [
    ...launchesOf(point, 'baseline'),
    ...launchesOf(point, 'candidate'),
  ]);
  const [low, high] = [Math.max(Math.min(...times), kLeastSeconds), Math.max(...times, kLeastSeconds)];
  const spread = Math.max(1.1, Math.sqrt((3 * low) / high));
  const ticks = decimalTicks(low / spread, high * spread, 6).map(Math.log10);
  return {
    ...axisStyle(colors),
    ...named('time', colors),
    gridIndex: 0,
    min: Math.log10(low / spread),
    max: Math.log10(high * spread),
    axisTick: { customValues: ticks, lineStyle: { color: colors.line } },
    axisLabel: { color: colors.muted, customValues: ticks, formatter: (y: number) => formatTick(10 ** y) },
  };
}

// From the smallest to the largest launch median, over all sizes.
function band(points: Point[], side: Side, color: string): CustomSeriesOption {
  const edges = points.map(
    (point) => [point.x, Math.min(...launchesOf(point, side)), Math.max(...launchesOf(point, side))] as const,
  );
  const outline = [
    ...edges.map(([x, low]) => [x, low]),
    ...edges.toReversed().map(([x, , high]) => [x, high]),
  ];
  const renderItem: CustomSeriesOption['renderItem'] = (_, api) => ({
    type: 'polygon',
    shape: { points: outline.map(([x, seconds]) => api.coord([x!, logSeconds(seconds!)])) },
    style: { fill: color, opacity: 0.2, stroke: color, lineWidth: points.length === 1 ? 4 : 0.5 },
  });
  return { type: 'custom', silent: true, clip: true, data: [[0, 0]], renderItem, z: 1 };
}

function medians(points: Point[], side: Side, look: { color: string; fill: string; size: number }): object {
  return {
    type: 'line',
    data: points.map((point): Item => ({
      value: [point.x, logSeconds(point.series[`${side}_median_seconds`]!)],
      point,
    })),
    symbol: 'circle',
    symbolSize: look.size,
    lineStyle: { color: look.color, width: 2 },
    itemStyle: { color: look.fill, borderColor: look.color, borderWidth: 2 },
    z: 3,
  };
}
