// Cases down, message sizes across; the colour is the change, the number stands in the cell.

import type { CustomSeriesRenderItemAPI as Api, CustomSeriesRenderItemReturn, EChartsOption } from 'echarts';
import { axisStyle, fontFamily, mountChart, tooltipStyle } from './chart';
import { type Colors, inkOn, mix } from './colors';
import { type Report, type Series, bytesOf } from './data';
import { byId } from './dom';
import { seriesCard } from './series_card';
import { formatBytes, formatChange } from './units';

interface Cell {
  value: [number, number]; // column, row
  series: Series;
}

const kRowHeight = 32;
const kColumnWidth = 64;
const kLabelWidth = 240; // at most

export function drawHeatMap(report: Report, choose: (series: Series) => void): void {
  const sizes = columnsOf(report);
  const rows = report.groups.map((group) => group.label);
  const cells = report.groups.flatMap((group, row) =>
    group.series.map((place): Cell => {
      const series = report.comparison.series[place]!;
      return { value: [sizes.indexOf(bytesOf(series)), row], series };
    }),
  );
  const reach = reachOf(cells);
  const box = byId('map');
  const labels = 16 + Math.min(kLabelWidth, 7.5 * Math.max(0, ...rows.map((row) => row.length)));
  box.style.height = `${rows.length * kRowHeight + 56}px`;
  box.style.minWidth = `${labels + sizes.length * kColumnWidth}px`;
  box.ariaLabel = `Change of ${cells.length} series by case and message size; the table has the same numbers.`;
  byId('map-fastest').textContent = `${formatChange(1 / reach)} or faster`;
  byId('map-slowest').textContent = `${formatChange(reach)} or slower`;
  const columns = sizes.map((bytes) => (bytes === undefined ? 'no size' : formatBytes(bytes)));
  mountChart(
    box,
    (colors) => mapOption(cells, columns, rows, labels, reach, colors),
    (item) => choose((item as Cell).series),
  );
}

// All sizes that occur, ascending; series without a size come last.
function columnsOf(report: Report): (number | undefined)[] {
  const sizes = new Set(report.comparison.series.map(bytesOf));
  const sized = [...sizes].filter((bytes) => bytes !== undefined).sort((a, b) => a - b);
  return sizes.has(undefined) ? [...sized, undefined] : sized;
}

// The ratio that gets the full colour: the largest, but noise of a few percent must stay pale and one huge ratio must
// not make all others pale.
function reachOf(cells: Cell[]): number {
  const largest = Math.max(0, ...cells.map(({ series }) => Math.abs(Math.log(series.ratio ?? 1))));
  return Math.exp(Math.min(Math.max(largest, Math.log(1.1)), Math.log(1.5)));
}

function colorOf(series: Series, reach: number, colors: Colors): string {
  if (series.ratio === null) return colors.slower;
  const share = Math.max(-1, Math.min(1, Math.log(series.ratio) / Math.log(reach)));
  return mix(colors.even, share > 0 ? colors.slower : colors.faster, Math.abs(share));
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
  const text = series.ratio === null ? 'wrong' : formatChange(series.ratio);
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
