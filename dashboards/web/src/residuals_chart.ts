// The residuals of each model of one fit: measured over predicted less 1, over message size.

import type { EChartsOption } from 'echarts';
import { percent } from './changes';
import { axisStyle, tooltipStyle } from './chart';
import type { Colors } from './colors';
import type { NetworkFit } from './data';
import { element, shortened } from './dom';
import { type SizeItem, line, placeOf, residualAt, sizeAxis } from './network_chart';
import { formatBytes } from './units';

interface Style {
  color: 'candidate' | 'overhead' | 'text' | 'baseline';
  type: string;
  symbol: string;
  told: string; // how it is called below the chart
}

const kStyles: Style[] = [
  { color: 'baseline', type: 'dashed', symbol: 'ring', told: 'rings' },
  { color: 'overhead', type: 'dotted', symbol: 'triangle', told: 'triangles' },
  { color: 'text', type: 'dashed', symbol: 'rect', told: 'squares' },
  { color: 'candidate', type: 'solid', symbol: 'circle', told: 'dots' },
];

// Returns the style of the model at this place among the others.
export const styleOf = (place: number): Style => kStyles[place % kStyles.length]!;

export function residualsOption(fit: NetworkFit, colors: Colors, width: number): EChartsOption {
  const axis = sizeAxis(fit.bytes, colors, width);
  return {
    grid: { left: 62, right: 14, top: 16, height: 180 },
    xAxis: { ...axis, name: 'message size', nameLocation: 'middle', nameGap: 28 },
    yAxis: { ...axisStyle(colors), type: 'value', axisLabel: { color: colors.muted, formatter: percent } },
    tooltip: tooltipStyle<SizeItem>(colors, ({ card }) => element('div', { className: 'card' }, card)),
    series: [line([[axis.min, 0], [axis.max, 0]], colors.muted, 'solid', 1), ...fit.models.map((_, i) => residualsOf(fit, i, colors))],
  } as EChartsOption;
}

function residualsOf(fit: NetworkFit, place: number, colors: Colors): object {
  const model = fit.models[place]!;
  const { color, type, symbol } = styleOf(place);
  const data = fit.bytes.flatMap((bytes, i): SizeItem[] => {
    const residual = residualAt(fit, model, i);
    if (residual === null) return [];
    return [{ value: [placeOf(bytes), residual], card: `${shortened(model.kind, 60)}, ${formatBytes(bytes)}: ${percent(residual)}` }];
  });
  const ring = symbol === 'ring';
  return {
    type: 'line',
    data,
    symbol: ring ? 'circle' : symbol,
    symbolSize: 6,
    showAllSymbol: true,
    lineStyle: { color: colors[color], type, width: 1.5 },
    itemStyle: { color: ring ? colors.background : colors[color], borderColor: colors[color], borderWidth: 1.5 },
  };
}
