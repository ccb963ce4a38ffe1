// ECharts in boxes. A chart is drawn when its box comes near the window, drawn again when the width of the box, the
// colour scheme or the medium (print) changes, and thrown away when its box is far off: a page of a thousand charts
// holds those that can be seen.

import type { ECharts } from 'echarts/core';
import * as echarts from 'echarts/core';
import { CustomChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, TitleComponent, TooltipComponent } from 'echarts/components';
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers';
import { type Colors, currentColors } from './colors';

echarts.use([
  CustomChart,
  LineChart,
  ScatterChart,
  GridComponent,
  TitleComponent,
  TooltipComponent,
  CanvasRenderer,
  SVGRenderer,
]);

// Returns the chart to draw; asked for at each drawing, with the width of the box in pixels.
export type Draw = (colors: Colors, width: number) => echarts.EChartsCoreOption;

export interface Chart {
  redraw(): void; // where what it shows has changed
}

interface Mounted extends Chart {
  box: HTMLElement;
  near: boolean;
  width: number;
  drawn: ECharts | undefined;
  drop(): void;
}

const charts = new Map<Element, Mounted>();

// `clicked` gets the data item.
export function mountChart(box: HTMLElement, draw: Draw, clicked: (item: unknown) => void = () => {}): Chart {
  const mounted: Mounted = {
    box,
    near: false,
    width: 0,
    drawn: undefined,
    redraw() {
      if (!box.isConnected || box.clientWidth === 0) return;
      if (!mounted.drawn) {
        mounted.drawn = echarts.init(box, null, { renderer: 'svg' });
        mounted.drawn.on('click', (event) => clicked(event.data));
      }
      mounted.drawn.resize();
      mounted.width = box.clientWidth;
      const colors = currentColors();
      mounted.drawn.setOption({ ...common(colors), ...draw(colors, box.clientWidth) }, { notMerge: true });
      mounted.drawn.getZr().flush(); // now, not in the next frame: a printer does not wait for one
    },
    drop() {
      mounted.drawn?.dispose();
      mounted.drawn = undefined;
    },
  };
  charts.set(box, mounted);
  nearness.observe(box);
  widths.observe(box);
  return { redraw: () => mounted.near && mounted.redraw() };
}

const nearness = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const chart = charts.get(target);
      if (!chart) continue; // one box can have several entries, and an earlier one found it gone
      chart.near = isIntersecting;
      if (!target.isConnected) forget(chart);
      else if (!isIntersecting) isPrinting() || chart.drop();
      else if (!chart.drawn) drawSoon(chart);
    }
  },
  { rootMargin: '800px' },
);

const isPrinting = (): boolean => document.documentElement.classList.contains('printing');

// Charts that can be seen go first, as many as a frame has time for. The others are drawn one a frame, so that scrolling
// stays smooth.
const kFrameMilliseconds = 50;
const waiting = new Set<Mounted>();

function drawSoon(chart: Mounted): void {
  if (waiting.size === 0) requestAnimationFrame(drawNext);
  waiting.add(chart);
}

function drawNext(): void {
  const seen = ({ box }: Mounted) => box.getBoundingClientRect().top < innerHeight && box.getBoundingClientRect().bottom > 0;
  for (const chart of waiting) if (!chart.near || chart.drawn) waiting.delete(chart);
  const first = [...waiting].filter(seen);
  const end = performance.now() + kFrameMilliseconds;
  for (const chart of first.length > 0 ? first : [...waiting].slice(0, 1)) {
    waiting.delete(chart);
    chart.redraw();
    if (performance.now() > end) break;
  }
  if (waiting.size > 0) requestAnimationFrame(drawNext);
}

const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const chart = charts.get(target);
    if (chart?.drawn && chart.width !== target.clientWidth) chart.redraw();
  }
});

// The view that it stood in is gone.
function forget(chart: Mounted): void {
  chart.drop();
  nearness.unobserve(chart.box);
  widths.unobserve(chart.box);
  charts.delete(chart.box);
}

// By name: where labels may stand is measured, and "inherit" cannot be. With single quotes: ECharts writes it into an
// attribute of SVG files as it is.
export const fontFamily = (): string => getComputedStyle(document.body).fontFamily.replaceAll('"', "'");

export function common(colors: Colors): echarts.EChartsCoreOption {
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: fontFamily(), color: colors.text },
  };
}

// The look of every axis.
export function axisStyle(colors: Colors): object {
  return {
    axisLine: { show: true, onZero: false, lineStyle: { color: colors.line } },
    axisTick: { show: true, lineStyle: { color: colors.line } },
    axisLabel: { color: colors.muted, fontSize: 12 },
    splitLine: { show: true, lineStyle: { color: colors.line, opacity: 0.5 } },
    nameTextStyle: { color: colors.muted, fontSize: 12 },
  };
}

// Tooltips are made of elements, never of markup. `content` gets the data item.
export function tooltipStyle<Item>(colors: Colors, content: (item: Item) => HTMLElement): object {
  return {
    confine: true,
    transitionDuration: 0,
    backgroundColor: colors.background,
    borderColor: colors.line,
    textStyle: { color: colors.text, fontSize: 13 },
    formatter: (point: { data: Item }) => content(point.data),
  };
}

// On paper the page is light and has the width of a sheet, whatever the screen is, and every chart is drawn.
export function followSchemeAndPrinter(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    for (const chart of charts.values()) if (chart.drawn) chart.redraw();
  });
  addEventListener('beforeprint', () => {
    document.documentElement.classList.add('printing');
    for (const chart of charts.values()) chart.redraw();
  });
  addEventListener('afterprint', () => {
    document.documentElement.classList.remove('printing');
    for (const chart of charts.values()) {
      if (chart.near) chart.redraw();
      else chart.drop();
    }
  });
}
