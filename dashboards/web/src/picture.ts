// A chart as a file for papers: the same drawing in light colours, with a title, as SVG or PNG.

import * as echarts from 'echarts/core';
import { type Draw, common } from './chart';
import { lightColors } from './colors';
import { element } from './dom';
import { fileStem, saveButton, saveFile, saveText } from './download';

const kTitleHeight = 72;
const kPixelsPerPoint = 2; // of PNG

type Grid = { top: number };

// The chart moved down, the title above it.
function option(draw: Draw, title: string, key: string, width: number): echarts.EChartsCoreOption {
  const colors = lightColors();
  const drawn = draw(colors, width);
  const grids = [drawn['grid']].flat() as Grid[];
  return {
    ...common(colors),
    ...drawn,
    backgroundColor: colors.background,
    title: {
      text: title,
      subtext: key,
      itemGap: 10,
      left: 8,
      top: 8,
      textStyle: { fontSize: 14, color: colors.text, width: width - 16, overflow: 'truncate' },
      subtextStyle: { fontSize: 11, lineHeight: 15, color: colors.muted, width: width - 16, overflow: 'break' },
    },
    grid: grids.map((grid) => ({ ...grid, top: grid.top + kTitleHeight })),
    tooltip: undefined,
  };
}

function saveSvg(box: HTMLElement, draw: Draw, title: string, key: string): void {
  const [width, height] = [box.clientWidth, box.clientHeight + kTitleHeight];
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption(option(draw, title, key, width));
  saveText(`${fileStem(title)}.svg`, 'image/svg+xml', chart.renderToSVGString());
  chart.dispose();
}

function savePng(box: HTMLElement, draw: Draw, title: string, key: string): void {
  const [width, height] = [box.clientWidth, box.clientHeight + kTitleHeight];
  const chart = echarts.init(element('canvas'), null, {
    renderer: 'canvas',
    devicePixelRatio: kPixelsPerPoint,
    width,
    height,
  });
  chart.setOption(option(draw, title, key, width));
  chart.getZr().flush();
  chart.renderToCanvas({ pixelRatio: kPixelsPerPoint }).toBlob((png) => png && saveFile(`${fileStem(title)}.png`, png));
  chart.dispose();
}

// "SVG PNG", to stand beside a chart.
export function pictureButtons(box: HTMLElement, draw: Draw, title: string, key: string): HTMLElement {
  return element(
    'span',
    { className: 'saves' },
    saveButton('SVG', 'the chart', () => saveSvg(box, draw, title, key)),
    saveButton('PNG', 'the chart', () => savePng(box, draw, title, key)),
  );
}
