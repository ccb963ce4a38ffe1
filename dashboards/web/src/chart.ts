// One ECharts chart in a box: drawn again when the box, the colour scheme or the medium (print) changes.

import { CustomChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { type Colors, currentColors } from './colors';

echarts.use([CustomChart, LineChart, ScatterChart, GridComponent, TooltipComponent, SVGRenderer]);

export interface Chart {
  redraw(): void;
}

const charts: Chart[] = [];

// `option` is asked for at each drawing; it gets the width of the box in pixels. `clicked` gets the data item.
export function mountChart(
  box: HTMLElement,
  option: (colors: Colors, width: number) => echarts.EChartsCoreOption,
  clicked: (item: unknown) => void = () => {},
): Chart {
  const chart = echarts.init(box, null, { renderer: 'svg' });
  const redraw = () => {
    chart.resize();
    const colors = currentColors();
    chart.setOption({ ...common(colors), ...option(colors, box.clientWidth) }, { notMerge: true });
    chart.getZr().flush(); // now, not in the next frame: a printer does not wait for one
  };
  chart.on('click', (event) => clicked(event.data));
  let width = 0;
  new ResizeObserver(() => {
    if (box.clientWidth === width) return;
    width = box.clientWidth;
    redraw();
  }).observe(box);
  charts.push({ redraw });
  return { redraw };
}

// By name: where labels may stand is measured, and "inherit" cannot be.
export const fontFamily = (): string => getComputedStyle(document.body).fontFamily;

function common(colors: Colors): echarts.EChartsCoreOption {
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: fontFamily(), color: colors.text },
  };
}

// What every axis looks like.
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

function redrawAll(): void {
  for (const chart of charts) chart.redraw();
}

// On paper the page is light and has the width of a sheet, whatever the screen is.
export function followSchemeAndPrinter(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redrawAll);
  const printing = (on: boolean) => () => {
    document.documentElement.classList.toggle('printing', on);
    redrawAll();
  };
  addEventListener('beforeprint', printing(true));
  addEventListener('afterprint', printing(false));
}
