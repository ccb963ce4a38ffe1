// Cases down, message sizes across; the colour is the change, the number stands in the cell.

import type { CustomSeriesRenderItemAPI as Api, CustomSeriesRenderItemReturn, EChartsOption } from 'echarts';
import { axisStyle, fontFamily, tooltipStyle } from './chart';
import { type Colors, inkOn, mix } from './colors';
import { type Group, type Report, type Series, bytesOf } from './data';
import { element, shortened } from './dom';
import { figureOf } from './figure';
import { heatOf, reachOf } from './heat';
import { scrollBox, sectionOf } from './section';
import { seriesCard } from './series_card';
import { inSlices } from './slices';
import { formatBytes, formatChange } from './units';

interface Cell {
  value: [number, number]; // column, row
  series: Series;
}

const kRowHeight = 32;
const kColumnWidth = 64;
const kLabelWidth = 240; // at most
const kLabelLetters = 60;
const kSlice = 40; // rows of one map

export function heatMapSection(report: Report, choose: (series: Series) => void): HTMLElement {
  const reach = reachOf(report.comparison.series);
  const holder = element('div', { id: 'map' });
  const more = inSlices(report.groups, kSlice, 'rows', (groups) => holder.append(mapOf(groups, report, reach, choose)));
  const about = { id: 'map', title: 'Change by case and message size', command: report.commands['comparison'] };
  return sectionOf(about, keys(reach), holder, more);
}

const keys = (reach: number): Node =>
  element(
    'ul',
    { className: 'legend' },
    element(
      'li',
      {},
      `${formatChange(1 / reach)} or faster`,
      element('i', { className: 'swatch ramp' }),
      `${formatChange(reach)} or slower`,
    ),
    element('li', {}, element('i', { className: 'swatch framed' }), 'fail'),
  );

function mapOf(groups: Group[], report: Report, reach: number, choose: (series: Series) => void): HTMLElement {
  const all = groups.map((group) => group.series.map((place) => report.comparison.series[place]!));
  const sizes = columnsOf(report.comparison.series);
  const rows = groups.map((group) => shortened(group.label.replaceAll(/\s+/g, ' '), kLabelLetters));
  const cells = all.flatMap((series, row) =>
    series.map((one): Cell => ({ value: [sizes.indexOf(bytesOf(one)), row], series: one })),
  );
  const labels = 16 + Math.min(kLabelWidth, 7.5 * Math.max(0, ...rows.map((row) => row.length)));
  const columns = sizes.map((bytes) => (bytes === undefined ? 'no size' : formatBytes(bytes)));
  const { node, box } = figureOf(
    {
      title: '',
      label: `Change of ${cells.length} series by case and message size`,
      look: 'map',
      key: 'Orange: slower, blue: faster. Framed: fail.',
      clicked: (item) => choose((item as Cell).series),
    },
    (colors) => mapOption(cells, columns, rows, labels, reach, colors),
  );
  box.style.height = `${rows.length * kRowHeight + 56}px`;
  box.style.minWidth = `${labels + sizes.length * kColumnWidth}px`;
  return scrollBox('Change by case and message size; the table has the same numbers', node);
}

// All sizes that occur, ascending; series without a size come last.
function columnsOf(all: Series[]): (number | undefined)[] {
  const sizes = new Set(all.map(bytesOf));
  const sized = [...sizes].filter((bytes) => bytes !== undefined).sort((a, b) => a - b);
  return sizes.has(undefined) ? [...sized, undefined] : sized;
}

function colorOf(series: Series, reach: number, colors: Colors): string {
  const heat = heatOf(series, reach);
  return mix(colors.even, heat > 0 ? colors.slower : colors.faster, Math.abs(heat));
}

function drawCell(
  { series, value }: Cell,
  reach: number,
  colors: Colors,
  api: Api,
): CustomSeriesRenderItemReturn {
  const [x, y] = api.coord(value) as [number, number];
  const [width, height] = api.size!([1, 1]) as [number, number];
  const fill = colorOf(series, reach, colors);
  const failed = series.verdict === 'fail';
  const gap = failed ? 2.5 : 1;
  const rect = {
    type: 'rect' as const,
    shape: {
      x: x - width / 2 + gap,
      y: y - height / 2 + gap,
      width: width - 2 * gap,
      height: height - 2 * gap,
    },
    style: { fill, stroke: failed ? colors.text : 'none', lineWidth: failed ? 2 : 0 },
  };
  const font = `${failed ? 'bold ' : ''}12px ${fontFamily()}`;
  const text = series.ratio === null ? (failed ? 'wrong' : '?') : formatChange(series.ratio);
  const label = {
    type: 'text' as const,
    silent: true,
    style: {
      x,
      y,
      text,
      font,
      fill: inkOn(fill),
      align: 'center' as const,
      verticalAlign: 'middle' as const,
    },
  };
  return { type: 'group', children: [rect, label] };
}

function mapOption(
  cells: Cell[],
  columns: string[],
  rows: string[],
  left: number,
  reach: number,
  colors: Colors,
): EChartsOption {
  const plain = {
    type: 'category' as const,
    splitLine: { show: false },
    axisTick: { show: false },
    axisLine: { show: false },
  };
  const style = { ...axisStyle(colors), ...plain };
  const names = { color: colors.text, interval: 0, width: kLabelWidth, overflow: 'truncate' };
  return {
    grid: { left, right: 8, top: 28, bottom: 8 },
    xAxis: { ...style, data: columns, position: 'top', axisLabel: { color: colors.muted, interval: 0 } },
    yAxis: { ...style, data: rows, inverse: true, axisLabel: names },
    tooltip: tooltipStyle<Cell>(colors, (cell) => seriesCard(cell.series)),
    series: [
      {
        type: 'custom',
        data: cells as never,
        encode: { x: 0, y: 1 },
        renderItem: (item, api) => drawCell(cells[item.dataIndex]!, reach, colors, api),
      },
    ],
  } as EChartsOption;
}
