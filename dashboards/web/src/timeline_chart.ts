// Ranks down, time across.

import type { CustomSeriesOption, EChartsOption } from 'echarts';
import { axisStyle, tooltipStyle } from './chart';
import type { Colors } from './colors';
import type { Activity, TimelineSide } from './data';
import { element } from './dom';
import { everyNth } from './ticks';
import { formatSeconds, formatTick } from './units';

interface Item {
  value: [number, number, number]; // begin, end, row
  rank: number;
  activity: Activity;
}

const kAround = 62; // above and below the rows
const kMostHeight = 600;
const kLeft = 62;
const kRight = 24;

const heightOf = (rows: number): number => Math.max(1.5, Math.min(20, kMostHeight / rows));

export const timelineHeight = (rows: number): number => Math.ceil(rows * heightOf(rows)) + kAround;

// The chart spans `seconds`; both sides have the same axis.
export function timelineOption(side: TimelineSide, seconds: number, colors: Colors, width: number): EChartsOption {
  const { rows } = side;
  const style = axisStyle(colors);
  const places = rows.map((_, place) => place);
  return {
    grid: { left: kLeft, right: kRight, top: 8, height: timelineHeight(rows.length) - kAround },
    xAxis: {
      ...style,
      type: 'value',
      min: 0,
      max: seconds,
      name: 'time',
      nameLocation: 'middle',
      nameGap: 30,
      splitNumber: Math.max(2, Math.floor(width / 130)),
      axisLabel: { color: colors.muted, formatter: formatTick, hideOverlap: true, showMaxLabel: false },
    },
    yAxis: {
      ...style,
      type: 'value',
      inverse: true,
      min: -0.5,
      max: rows.length - 0.5,
      name: 'rank',
      nameLocation: 'middle',
      nameGap: 42,
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: {
        color: colors.muted,
        customValues: everyNth(places, Math.min(rows.length, 25)),
        formatter: (place: number) => String(rows[place]?.rank ?? ''),
      },
    },
    tooltip: tooltipStyle<Item>(colors, card),
    series: [spansOf(side, colors), pathOf(side, colors)],
  } as EChartsOption;
}

const card = ({ rank, activity, value: [begin, end] }: Item): HTMLElement =>
  element(
    'div',
    { className: 'card' },
    `rank ${rank} ${activity === 'compute' ? 'computes' : activity === 'overhead' ? 'sends or receives' : 'is blocked'} ` +
      `for ${formatSeconds(end - begin)}, from ${formatSeconds(begin)} on`,
  );

function spansOf({ rows }: TimelineSide, colors: Colors): CustomSeriesOption {
  const items = rows.flatMap(({ rank, spans }, row) =>
    spans.map(([begin, end, activity]): Item => ({ value: [begin, end, row], rank, activity })),
  );
  const height = heightOf(rows.length);
  const gap = height > 6 ? 1 : 0;
  const renderItem: CustomSeriesOption['renderItem'] = (item, api) => {
    const { value, activity } = items[item.dataIndex]!;
    const [x, y] = api.coord([value[0], value[2]]) as [number, number];
    const end = api.coord([value[1], value[2]])[0]!;
    // Blocked ranks are low: what waits differs from what works without its colour, too.
    const inset = activity === 'blocked' ? height / 3 : gap;
    return {
      type: 'rect',
      shape: { x, y: y - height / 2 + inset, width: Math.max(end - x, 0.3), height: height - 2 * inset },
      style: { fill: colors[activity] },
    };
  };
  return { type: 'custom', data: items as never, encode: { x: [0, 1], y: 2 }, renderItem, clip: true, z: 1 };
}

// Along the rows; where it leaves a rank it goes straight to the next.
function pathOf({ rows, critical_path }: TimelineSide, colors: Colors): object {
  const place = new Map(rows.map(({ rank }, row) => [rank, row]));
  const shown = critical_path.filter(([rank]) => place.has(rank));
  return {
    type: 'line',
    silent: true,
    symbol: 'none',
    data: shown.flatMap(([rank, begin, end]) => [
      [begin, place.get(rank)!],
      [end, place.get(rank)!],
    ]),
    lineStyle: { color: colors.text, width: 2 },
    z: 3,
  };
}
